import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { CalendarDate, Currency, Instant, Money, Quantity } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'

/** Of a list; more are found by searching. */
export const MOST_CLIENTS = 200

export const ASSIGNMENT_SORTS = ['client', 'tenant', 'by', 'at'] as const

const count = z.number().int()
const id = z.coerce.number().int().min(1).max(2_147_483_647)
const sourceId = z.coerce.number().int().min(1).max(32_767).nullable().default(null)
const code = z.string().min(1).max(100).nullable().default(null)
const name = z.string().min(1).max(500).nullable().default(null)

/** A client is its code in a source, or, where rows have no code, its exact name in all sources (G1). */
const client = { sourceId, clientCode: code, clientName: name }
const isOneClient = (key: { sourceId: unknown; clientCode: unknown; clientName: unknown }) =>
  (key.clientCode === null) !== (key.clientName === null) &&
  (key.clientCode === null) === (key.sourceId === null)
const oneClient = { path: ['clientCode'], ...fieldMessage('codeOrName') }

const TenantName = z.object({ id: count, name: z.string() })

const UnassignedClient = z.object({
  sourceId: count.nullable(),
  source: z.string().nullable(),
  clientCode: z.string().nullable(),
  /** Null beside a code; null for both: rows that name no client at all. */
  clientName: z.string().nullable(),
  /** As the rows write it, five at most. */
  names: z.array(z.string()),
  rows: count,
  firstDate: CalendarDate.nullable(),
  lastDate: CalendarDate.nullable(),
  /** The tenant that has the code already: the rows came before it had. */
  belongsTo: TenantName.nullable(),
  sums: z.array(
    z.object({
      kind: z.string(),
      currency: Currency.nullable(),
      rows: count,
      quantity: Quantity.nullable(),
      amount: Money.nullable(),
      firstDate: CalendarDate.nullable(),
      lastDate: CalendarDate.nullable(),
    }),
  ),
})
export type UnassignedClient = z.infer<typeof UnassignedClient>

const Assignment = z.object({
  id: count,
  source: z.string().nullable(),
  clientCode: z.string().nullable(),
  clientName: z.string().nullable(),
  tenant: TenantName,
  /** Rows by kind. */
  moved: z.record(z.string(), count),
  at: Instant,
  by: z.string(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  undoable: z.boolean(),
})
export type Assignment = z.infer<typeof Assignment>

/** What people made in the portal on the rows of a client, as src/features/unassigned/db/functions/rows_that_leave.sql tells it. */
const MADE_KINDS = [
  'payments',
  'otherPayments',
  'purchaseOrders',
  'ownInvoices',
  'issues',
  'conversations',
  'ownShipments',
  'documents',
  'wishes',
] as const

/** What would move, as it is now, and how much people made on it where it leaves a company. */
const Move = z.object({
  client: UnassignedClient,
  tenant: TenantName,
  waitingLines: count,
  made: z.array(z.object({ kind: z.enum(MADE_KINDS), count })),
})
export type Move = z.infer<typeof Move>

/** Seen and agreed to: what people made on the rows does not go with them. */
const confirm = z.boolean().default(false)

/** A code or name of a tenant, by which rows of upstream find it. */
const TenantClient = z.object({
  sourceId: count.nullable(),
  source: z.string().nullable(),
  clientCode: z.string().nullable(),
  clientName: z.string().nullable(),
})
export type TenantClient = z.infer<typeof TenantClient>

const meta = { permission: 'unassigned.manage', heavy: true } as const
const seen = { id, ...client, rows: count.min(0) }

export const unassignedContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/admin/unassigned',
      summary: 'Clients of rows that belong to no tenant, those with the most rows first',
    })
    .meta(meta)
    .input(z.object({ search: z.string().max(200).optional() }))
    .output(z.object({ items: z.array(UnassignedClient), total: count })),
  preview: endpoint
    .route({
      method: 'GET',
      path: '/admin/unassigned/preview',
      summary: 'What moves when a client is given to a tenant: rows, sums and dates',
    })
    .meta(meta)
    .input(z.object({ ...client, tenantId: id }).refine(isOneClient, oneClient))
    .output(Move),
  assign: endpoint
    .route({
      method: 'POST',
      path: '/admin/unassigned/assign',
      summary: 'Gives a client to a tenant, its rows with it; 409 when there are other rows than were seen',
    })
    .meta({ ...meta, audit: 'client.assigned' })
    .input(
      z
        .object({ ...client, tenantId: id, rows: count.min(0) })
        .strict()
        .refine(isOneClient, oneClient),
    )
    .output(Assignment),
  assignments: endpoint
    .route({
      method: 'GET',
      path: '/admin/assignments',
      summary: 'Which clients were given to whom, the newest first unless asked otherwise',
    })
    .meta(meta)
    .input(
      z.object({
        /** Part of the client, the tenant or who gave it. */
        search: z.string().min(1).max(200).optional(),
        sort: sortOf(ASSIGNMENT_SORTS).default('-at'),
        ...pageQuery,
      }),
    )
    .output(pageOf(Assignment)),
  undoPreview: endpoint
    .route({
      method: 'GET',
      path: '/admin/assignments/{id}/preview',
      summary: 'What goes back when an assignment is undone, rows that came since included',
    })
    .meta(meta)
    .input(z.object({ id }))
    .output(Move),
  undo: endpoint
    .route({
      method: 'POST',
      path: '/admin/assignments/{id}/undo',
      summary:
        'Takes the client back from the tenant, with every row of it; 409 where people made something on them, unless it is confirmed',
    })
    .meta({ ...meta, audit: 'client.taken_back' })
    .input(z.object({ id, confirm }).strict())
    .output(Assignment),
  ofTenant: endpoint
    .route({
      method: 'GET',
      path: '/admin/tenants/{id}/clients',
      summary: 'The codes and names by which rows find a tenant, and the sources that codes can be of',
    })
    .meta(meta)
    .input(z.object({ id }))
    .output(
      z.object({ items: z.array(TenantClient), sources: z.array(z.object({ id: count, name: z.string() })) }),
    ),
  previewOfTenant: endpoint
    .route({
      method: 'GET',
      path: '/admin/tenants/{id}/clients/preview',
      summary: 'What moves when a tenant gets a code or name, or, where it has it, gives it back',
    })
    .meta(meta)
    .input(z.object({ id, ...client }).refine(isOneClient, oneClient))
    .output(Move),
  addToTenant: endpoint
    .route({
      method: 'POST',
      path: '/admin/tenants/{id}/clients',
      summary: 'Gives a tenant a code or name, with the rows that wait for it',
    })
    .meta({ ...meta, audit: 'client.assigned' })
    .input(z.object(seen).strict().refine(isOneClient, oneClient))
    .output(z.object({ moved: z.record(z.string(), count) })),
  takeFromTenant: endpoint
    .route({
      method: 'POST',
      path: '/admin/tenants/{id}/clients/remove',
      summary:
        'Takes a code or name from a tenant; its rows wait again; 409 where people made something on them, unless it is confirmed',
    })
    .meta({ ...meta, audit: 'client.taken_back' })
    .input(
      z
        .object({ ...seen, confirm })
        .strict()
        .refine(isOneClient, oneClient),
    )
    .output(z.object({ moved: z.record(z.string(), count) })),
}
