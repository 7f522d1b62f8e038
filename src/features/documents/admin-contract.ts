import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { VersionSignature } from './contract.ts'
import { SIGNINGS } from './domain/signing.ts'
import {
  ALL_CATEGORIES,
  DOCUMENT_STATUSES,
  FORMAT_NAMES,
  fitsShelves,
  LARGEST_FILE,
  RECORDED_ACTS,
  RETENTIONS,
  SHELVES,
  TYPES,
  VERSION_STATUSES,
} from './domain/vocabulary.ts'
import { lotFields, lotSourcesContract } from './lot-sources-contract.ts'

const day = z.iso.date().refine((date) => date >= '1900', fieldMessage('farAway'))
const line = (max: number) => z.string().trim().min(1).max(max).nullable()

const AUDIENCES = ['all', 'tenants', 'order', 'lots'] as const
const EXPIRIES = ['expired', '7', '30', '60'] as const
export type Expiry = (typeof EXPIRIES)[number]

/** Whom a document is for. */
export const Audience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }).strict(),
  z.object({ kind: z.literal('tenants'), tenantIds: z.array(z.int32().min(1)).min(1).max(1000) }).strict(),
  z.object({ kind: z.literal('order'), orderNo: z.string().trim().min(1).max(200) }).strict(),
  /** Whoever has one of its lots on an order. */
  z.object({ kind: z.literal('lots') }).strict(),
])
export type Audience = z.infer<typeof Audience>

const Facts = z.object({
  title: z.string().trim().min(1).max(200),
  number: line(60),
  description: line(1000),
  /** None: it stands with its lots alone. */
  shelves: z
    .array(z.enum(SHELVES))
    .max(SHELVES.length)
    .refine((shelves) => new Set(shelves).size === shelves.length, fieldMessage('twice')),
  category: z.enum(ALL_CATEGORIES),
  type: z.enum(TYPES),
  productCode: line(60),
  productName: line(200),
  productLine: line(60),
  ...lotFields,
  language: z.enum(LANGUAGES).nullable(),
  effectiveOn: day.nullable(),
  expiresOn: day.nullable(),
  audience: Audience,
})
export type Facts = z.infer<typeof Facts>

const agrees = ({ shelves, category }: Pick<Facts, 'shelves' | 'category'>) => fitsShelves(category, shelves)
const inOrder = ({ effectiveOn, expiresOn }: Pick<Facts, 'effectiveOn' | 'expiresOn'>) =>
  effectiveOn === null || expiresOn === null || effectiveOn <= expiresOn
const hasPlace = ({ shelves, lotNos }: Pick<Facts, 'shelves' | 'lotNos'>) =>
  shelves.length > 0 || lotNos.length > 0
const shelvesPath = { path: ['shelves'], ...fieldMessage('placeNeeded') }
const hasLots = ({ audience, lotNos }: Pick<Facts, 'audience' | 'lotNos'>) =>
  audience.kind !== 'lots' || lotNos.length > 0
const lotsPath = { path: ['lotNos'], ...fieldMessage('lotsNeeded') }
const categoryPath = { path: ['category'], ...fieldMessage('ofOtherShelves') }
const expiryPath = { path: ['expiresOn'], ...fieldMessage('follows') }

const AdminRow = z.object({
  id: z.number().int(),
  title: z.string(),
  number: z.string().nullable(),
  shelves: z.array(z.enum(SHELVES)),
  category: z.enum(ALL_CATEGORIES),
  type: z.enum(TYPES),
  status: z.enum(DOCUMENT_STATUSES),
  /** The version that is offered, and the newest one that is not released. */
  version: z.number().int().nullable(),
  ...{ draftVersion: z.number().int().nullable(), draftChecksum: z.string().nullable() },
  audience: z.enum(AUDIENCES),
  /** How many tenants may see it; null: all. */
  tenants: z.number().int().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  expiresOn: z.iso.date().nullable(),
  updatedAt: Instant,
})
export type AdminRow = z.infer<typeof AdminRow>

const DocumentRecord = z.object({
  /** The newest first. */
  acts: z.array(
    z.object({
      at: Instant,
      act: z.enum(RECORDED_ACTS),
      /** Null: somebody whom the asker does not know. */
      by: z.string().nullable(),
      version: z.number().int().nullable(),
      /** The reason that was given. */
      said: z.string().nullable(),
      /** What was changed, by its names in the audit trail. */
      fields: z.array(z.string()),
    }),
  ),
  /** Whoever opened or saved it, the last first; at most 500 of `readersTotal`. */
  readers: z.array(
    z.object({
      person: z.string().nullable(),
      /** Null: the manufacturer's own people. */
      tenant: z.string().nullable(),
      versions: z.array(z.number().int()),
      /** How often it was saved; 0: it was looked at in the portal. */
      downloads: z.number().int(),
      at: Instant,
    }),
  ),
  readersTotal: z.number().int(),
})
export type DocumentRecord = z.infer<typeof DocumentRecord>

const Acknowledgements = z.object({
  /** The version that counts; null: there is none. */
  version: z.number().int().nullable(),
  /** What a signature on it says now. */
  signing: z.enum(SIGNINGS),
  signed: z.number().int(),
  total: z.number().int(),
  /** The companies that it is for, as far as the asker sees them; those that have not signed first. At most 1,000. */
  companies: z.array(
    z.object({
      tenantId: z.number().int(),
      tenant: z.string(),
      /** Whoever signed the version that counts, when, and what they confirmed. */
      ...{ name: z.string().nullable(), at: Instant.nullable(), signing: z.enum(SIGNINGS).nullable() },
      /** The last version before it that was signed. */
      before: z.number().int().nullable(),
    }),
  ),
})
export type Acknowledgements = z.infer<typeof Acknowledgements>

const AdminVersion = z.object({
  version: z.number().int(),
  status: z.enum(VERSION_STATUSES),
  fileName: z.string(),
  format: z.enum(FORMAT_NAMES),
  size: z.number().int(),
  checksum: z.string(),
  note: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  uploadedAt: Instant,
  releasedAt: Instant.nullable(),
  /** Who signed for it, the first first (J7): what was signed is the version that the checksum names. */
  signatures: z.array(VersionSignature),
  /** What the scanner said of it; null: there was none when it came. */
  scan: z.enum(['pending', 'clean', 'infected', 'failed']).nullable(),
})
export type AdminVersion = z.infer<typeof AdminVersion>

const AdminDocument = Facts.extend({
  id: z.number().int(),
  status: z.enum(DOCUMENT_STATUSES),
  withdrawnReason: z.string().nullable(),
  versions: z.array(AdminVersion),
  retention: z.enum(RETENTIONS),
  /** Held back from being removed, and why. */
  hold: z.object({ reason: z.string(), by: z.string(), at: Instant }).nullable(),
  /** The first day on which it may be removed; null: it is offered, or kept for ever. */
  removableFrom: z.string().nullable(),
  /** Neither held nor signed, and kept long enough. */
  removable: z.boolean(),
  /** What a change must name. */
  version: z.number().int(),
})
export type AdminDocument = z.infer<typeof AdminDocument>

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const reason = z.string().trim().min(1).max(500)
const PATH = '/admin/documents'
const writes = { permission: 'documents.write' } as const
const approves = { permission: 'documents.approve' } as const

export const documentsAdminContract = {
  ...lotSourcesContract,
  list: endpoint
    .route({
      method: 'GET',
      path: PATH,
      summary:
        'All documents that the asker may write, the last changed first; by expiry the first to expire first',
    })
    .meta(writes)
    .input(
      z.object({
        ...pageQuery,
        search: z.string().max(200).optional(),
        shelf: z.enum(SHELVES).optional(),
        status: z.enum([...DOCUMENT_STATUSES, 'to-release']).optional(),
        type: z.enum(TYPES).optional(),
        audience: z.enum(AUDIENCES).optional(),
        /** Its last day is over, or comes within so many days. */
        expiry: z.enum(EXPIRIES).optional(),
        /** Those that this company may see. */
        company: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      }),
    )
    .output(
      pageOf(AdminRow).extend({
        /** How many wait for release, and expire, whatever is chosen; on the first page only. */
        board: z.record(z.enum(['toRelease', ...EXPIRIES]), z.number().int()).nullable(),
      }),
    ),
  get: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}`,
      summary: 'One document with all versions, also those not released',
    })
    .meta(writes)
    .input(z.object({ id }))
    .output(AdminDocument),
  record: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}/record`,
      summary: 'What was done to a document, and who opened it, as far as the asker sees the tenants',
    })
    .meta(writes)
    .input(z.object({ id }))
    .output(DocumentRecord),
  acknowledgements: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{id}/acknowledgements`,
      summary: 'Which companies have signed the version of a legal document that counts, and which have not',
    })
    .meta(writes)
    .input(z.object({ id }))
    .output(Acknowledgements),
  change: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary:
        'What a document is, and whom it is for. `pending`: announced before its first file is released',
    })
    .meta({ ...writes, audit: 'document.changed' })
    .input(
      Facts.extend({ id, version: z.int().min(1), pending: z.boolean() })
        .strict()
        .refine(agrees, categoryPath)
        .refine(inOrder, expiryPath)
        .refine(hasLots, lotsPath)
        .refine(hasPlace, shelvesPath),
    )
    .output(z.object({ version: z.number().int() })),
  release: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/release`,
      summary: 'Offers a version, and says why; the one before it is superseded',
    })
    .meta({ ...approves, signs: true, audit: 'document.released' })
    .input(z.object({ id, version: z.int().min(1).max(32_767), reason }).strict())
    .output(z.object({ released: z.literal(true) })),
  withdraw: endpoint
    .route({ method: 'POST', path: `${PATH}/{id}/withdraw`, summary: 'Takes a document back, and says why' })
    .meta({ ...approves, signs: true, audit: 'document.withdrawn' })
    .input(z.object({ id, reason }).strict())
    .output(z.object({ withdrawn: z.literal(true) })),
  keep: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}/retention`,
      summary: 'How long a document is kept once it is not offered any more, and whether it is held back',
    })
    .meta({ ...approves, audit: 'document.retained' })
    .input(
      z
        .object({
          id,
          version: z.int().min(1),
          retention: z.enum(RETENTIONS),
          hold: z.string().trim().min(1).max(500).nullable(),
        })
        .strict(),
    )
    .output(z.object({ version: z.number().int() })),
  remove: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/removal`,
      summary: 'Removes a document that was never released, or was kept as long as its class says',
    })
    .meta({ ...approves, stepUp: true, audit: 'document.removed' })
    .input(z.object({ id, version: z.int().min(1) }).strict())
    .output(z.object({ removed: z.literal(true) })),
}

const name = z.string().max(400)
/** SHA-256, in hexadecimal: by it a file is known that arrived before, or in pieces. */
const checksum = z.string().regex(/^[0-9a-f]{64}$/)
/** In the place of a body: the file that was sent in pieces. */
const sent = checksum.optional()
const note = z.string().trim().min(1).max(500).optional()
export const addInput = z.object({
  name,
  sent,
  note,
  document: Facts.strict()
    .refine(agrees, categoryPath)
    .refine(inOrder, expiryPath)
    .refine(hasLots, lotsPath)
    .refine(hasPlace, shelvesPath),
})
export const addVersionInput = z.object({
  id,
  name,
  sent,
  note: z.string().trim().min(1).max(500).optional(),
})

const Duplicates = z.array(z.object({ id: z.number().int(), title: z.string(), version: z.number().int() }))
const Added = z.object({
  id: z.number().int(),
  version: z.number().int(),
  /** Other documents whose file has the same content. */
  duplicates: Duplicates,
})
export type Added = z.infer<typeof Added>

export const arrivedInput = z.object({ checksum })
export const pieceInput = z.object({
  checksum,
  name,
  /** How many bytes of it have arrived before: this piece begins there. */
  offset: z.coerce.number().int().min(0).max(LARGEST_FILE),
})
const Arrived = z.object({
  /** Bytes; what comes next begins there. */
  received: z.number().int(),
  /** Documents that have a file of this content. */
  duplicates: Duplicates,
})
export type Arrived = z.infer<typeof Arrived>

/** Answered outside the typed router: their body is a file, as application/octet-stream; what goes with it is in the address. */
export const documentsUploadContract = {
  arrived: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/uploads/{checksum}`,
      summary: 'How much of a file the asker has sent by now, and which documents have it already',
    })
    .meta(writes)
    .input(arrivedInput)
    .output(Arrived),
  piece: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/uploads/{checksum}`,
      summary:
        'More of a file, from `offset` on: whatever arrives is kept for a day, also where the connection breaks. 409 where it goes on elsewhere',
    })
    .meta({ ...writes, unrecorded: 'Pieces are nothing yet; the document that they become is recorded.' })
    .input(pieceInput)
    .output(z.object({ received: z.number().int() })),
  add: endpoint
    .route({
      method: 'POST',
      path: PATH,
      summary:
        'A new document, as a draft: its file as the body, `name`, `note` and `document` (JSON) in the address; with `sent` the file that arrived in pieces',
    })
    .meta({ ...writes, audit: 'document.uploaded' })
    .input(addInput)
    .output(Added),
  addVersion: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/versions`,
      summary:
        'A new version of a document, not released yet: its file as the body, `name` and `note` in the address; with `sent` the file that arrived in pieces',
    })
    .meta({ ...writes, audit: 'document.version_uploaded' })
    .input(addVersionInput)
    .output(Added),
}
