import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

/** Nothing was on record before; PostgreSQL knows no year 0. */
const Day = CalendarDate.refine((day) => day >= '1900', fieldMessage('farAway'))

/** What of the trail is asked for. Days are the asker's, both included. */
const auditFilter = {
  from: Day.optional(),
  to: Day.optional(),
  /** 0: the installation's own chain. */
  tenantId: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  action: z.string().min(1).max(100).optional(),
  /** One object, trace or account exactly; or the beginning of a name or an address: of whoever did it, was its object or was invited. */
  search: z.string().min(1).max(200).optional(),
}

const Fields = z.record(z.string(), z.unknown()).nullable()

const AuditRow = z.object({
  /** Its place in the chain of its tenant. */
  tenantId: z.number().int(),
  seq: z.number().int(),
  /** Null: the installation's own. */
  tenant: z.string().nullable(),
  at: Instant,
  actorKind: z.string(),
  actor: z.string(),
  /** Null for who is no person, or nobody whom the asker may know. */
  actorName: z.string().nullable(),
  actorEmail: z.string().nullable(),
  byStaff: z.boolean(),
  action: z.string(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  /** Of an object that is a person: its name and address as far as the asker may know them. */
  objectName: z.string().nullable(),
  objectEmail: z.string().nullable(),
  /** It was a person, and is erased. */
  objectErased: z.boolean(),
  /** Changed fields only. */
  old: Fields,
  new: Fields,
  traceId: z.string().nullable(),
  /** The network address of whoever asked; null: no request, a row from before, or staff where the asker is none. */
  address: z.string().nullable(),
  /** SHA-256 over the row and the hash before it, hexadecimal. */
  hash: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const CHAIN_FAULTS = [
  'missing_row',
  'not_following',
  'changed',
  'missing_end',
  'beyond_end',
  'signed_row_lost',
] as const

const AuditVerdict = z.object({
  chains: z.number().int(),
  rows: z.number().int(),
  /** Of each broken chain the first row that does not fit. */
  faults: z.array(
    z.object({
      tenantId: z.number().int(),
      tenant: z.string().nullable(),
      seq: z.number().int(),
      problem: z.enum(CHAIN_FAULTS),
    }),
  ),
})
export type AuditVerdict = z.infer<typeof AuditVerdict>

/** The signed words of a checkpoint, as `portal verify-audit --checkpoint` reads them again. */
const Checkpoint = z.object({
  tenant_id: z.number().int(),
  /** How many rows the chain had. */
  seq: z.number().int(),
  hash: z.string(),
  at: Instant,
  /** Ed25519, base64. */
  signature: z.string(),
  /** Of the public key: SHA-256 of its DER form. */
  fingerprint: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

const read = { permission: 'audit.read', heavy: true } as const

export const auditContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/audit',
      summary: 'What happened, the newest first: all of it for administrators, else the own tenant’s part',
    })
    .meta(read)
    .input(z.object({ ...auditFilter, ...pageQuery }))
    .output(pageOf(AuditRow)),
  checkpoint: endpoint
    .route({
      method: 'GET',
      path: '/audit/checkpoint',
      summary: 'Where the own chain stood when it was last signed; of administrators the installation’s',
    })
    .meta({ permission: 'audit.read' })
    .output(z.object({ checkpoint: Checkpoint.nullable() })),
  verify: endpoint
    .route({
      method: 'POST',
      path: '/admin/audit/verify',
      summary: 'Works out every hash of every chain anew',
    })
    .meta({ permission: 'health.read', heavy: true, audit: 'audit.verified' })
    .output(AuditVerdict),
}

const auditFileInput = z.object({ ...auditFilter, format: z.enum(['csv', 'xlsx']).default('csv') })
export type AuditFileInput = z.infer<typeof auditFileInput>

/** Answered outside the typed router: a file. */
export const auditFileContract = {
  export: endpoint
    .route({ method: 'GET', path: '/audit/export', summary: 'The same rows as a file, all of them' })
    .meta({ ...read, stepUp: true, audit: 'audit.exported' })
    .input(auditFileInput)
    .output(z.file()),
}
