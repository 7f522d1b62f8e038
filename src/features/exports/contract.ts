import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'

/** From so many rows on, a screen asks for a job instead of a file that is streamed at once (G5). */
export const JOB_FROM = 20_000

/** What can be taken as a file beside the request; each has its own permission and module (A8). */
export const EXPORT_KINDS = [
  'orders',
  'invoices',
  'sales-lines',
  'sales-history',
  'current-sales',
  'shipments',
  'purchase-orders',
  'users',
  'sessions',
  'clients',
  'batches',
  'mails',
] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

export const ExportJob = z.object({
  id: z.number().int(),
  kind: z.enum(EXPORT_KINDS),
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** How many rows there are; null until it was counted. */
  total: z.number().int().nullable(),
  written: z.number().int(),
  fileName: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** Why it failed: the code of a problem. */
  problem: z.string().nullable(),
  createdAt: Instant,
  /** Then the file is gone. */
  expiresAt: Instant.nullable(),
})
export type ExportJob = z.infer<typeof ExportJob>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const exportsContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/exports',
      summary: 'The asker’s own exports of the last day, the newest first',
    })
    .meta({ signedIn: true })
    .input(z.object({}))
    .output(z.object({ items: z.array(ExportJob) })),
  start: endpoint
    .route({
      method: 'POST',
      path: '/exports',
      summary:
        'A file made beside the request. Permission and module are those of the kind; its input is the query of its address: /orders/export, /sales/lines/export, /sales/history/export, /sales/current/export',
    })
    .meta({ signedIn: true, audit: 'export.asked' })
    .input(z.object({ kind: z.enum(EXPORT_KINDS), input: z.record(z.string(), z.unknown()) }).strict())
    .output(ExportJob),
  change: endpoint
    .route({
      method: 'POST',
      path: '/exports/{id}',
      summary: 'Cancels an export, or begins a failed one again',
    })
    .meta({ signedIn: true, audit: 'export.changed' })
    .input(z.object({ id, act: z.enum(['cancel', 'retry']) }).strict())
    .output(ExportJob),
}

export const fileInput = z.object({ id })

/** Answered outside the typed router: a file. */
export const exportsFileContract = {
  file: endpoint
    .route({
      method: 'GET',
      path: '/exports/{id}/file',
      summary:
        'The file of an export that is done, to whom it was made for while they may still see its kind',
    })
    .meta({ signedIn: true, audit: 'export.downloaded' })
    .input(fileInput)
    .output(z.file()),
}
