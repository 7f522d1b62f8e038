import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { shownAs } from '../../platform/contract/shown-as.ts'
import { said, text } from '../../platform/contract/text.ts'
import { REQUEST_ACTS, REQUEST_STATES } from './domain/request-rules.ts'
import { FORMAT_NAMES } from './domain/vocabulary.ts'

const whole = z.number().int()

const Request = z.object({
  id: whole,
  title: z.string(),
  tenantId: whole,
  tenantName: z.string(),
  dueOn: z.iso.date().nullable(),
  /** It is open, and its day is over. */
  overdue: z.boolean(),
  state: z.enum(REQUEST_STATES),
  asker: z.string(),
  askedAt: Instant,
  changedAt: Instant,
  version: whole,
})
export type DocumentRequest = z.infer<typeof Request>

const File = z.object({
  id: whole,
  name: z.string(),
  format: z.enum(FORMAT_NAMES),
  size: whole,
  by: z.string(),
  byStaff: z.boolean(),
  at: Instant,
  /** What the scanner said; null: there was none to ask. */
  scan: z.enum(['pending', 'clean', 'infected', 'failed']).nullable(),
  /** What it became in the library, for those who look after it. */
  documentId: whole.nullable(),
})
export type RequestFile = z.infer<typeof File>

const RequestDetail = z.object({
  request: Request.extend({ details: z.string().nullable() }),
  files: z.array(File),
  /** Oldest first. */
  record: z.array(
    z.object({
      id: whole,
      act: z.enum(['ask', ...REQUEST_ACTS]),
      note: z.string().nullable(),
      author: z.string(),
      byStaff: z.boolean(),
      at: Instant,
    }),
  ),
  /** What the asker can do now. */
  can: z.array(z.enum([...REQUEST_ACTS, 'attach', 'file'])),
})
export type RequestDetail = z.infer<typeof RequestDetail>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const tenantId = z.int().min(1).max(2_147_483_647)
const version = z.int().min(1).max(2_147_483_646)

const PATH = '/document-requests'
const reads = { permission: 'documents.read' } as const
const sends = { permission: 'document_requests.write' } as const
const asks = { permission: 'documents.write' } as const

export const documentRequestsContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: PATH,
      summary: 'Documents that clients are asked for, the last that moved first',
    })
    .meta(reads)
    .input(
      z.object({
        /** Part of what is asked for; letter case and accents do not matter. */
        search: text(200).optional(),
        state: z.enum([...REQUEST_STATES, 'overdue']).optional(),
        company: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        ...pageQuery,
      }),
    )
    .output(pageOf(Request)),
  get: endpoint
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One request, its files and what became of it' })
    .meta(reads)
    .input(z.object({ id }))
    .output(RequestDetail),
  ask: endpoint
    .route({ method: 'POST', path: PATH, summary: 'Asks companies for a document: a request for each' })
    .meta({ ...asks, audit: 'document_request.asked' })
    .input(
      z
        .object({
          tenantIds: z
            .array(tenantId)
            .min(1)
            .max(200)
            .refine((ids) => new Set(ids).size === ids.length, fieldMessage('twice')),
          title: said(200),
          details: said(4000).nullable().default(null),
          dueOn: z.iso
            .date()
            .refine((day) => day >= '1900', fieldMessage('farAway'))
            .nullable()
            .default(null),
        })
        .strict(),
    )
    .output(z.object({ ids: z.array(whole) })),
  send: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/sending`,
      summary: 'Sends what was attached. 412 where the request was changed since',
    })
    .meta({ ...sends, audit: 'document_request.sent' })
    .input(z.object({ id, note: said(2000).optional(), version: version.optional() }).strict())
    .output(z.object({ version: whole })),
  decide: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/decision`,
      summary: 'Accepts what was sent, sends it back or withdraws the request, and says why. 412 as above',
    })
    .meta({ ...asks, audit: 'document_request.decided' })
    .input(
      z
        .object({
          id,
          act: z.enum(['accept', 'return', 'withdraw']),
          note: said(2000).optional(),
          version: version.optional(),
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
  detach: endpoint
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}/files/{fileId}`,
      summary: 'Takes a file off a request that is open',
    })
    .meta({ ...sends, audit: 'document_request.file_removed' })
    .input(z.object({ id, fileId: id }).strict())
    .output(z.object({ removed: z.literal(true) })),
  file: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/files/{fileId}/document`,
      summary: 'Puts a file that was accepted into the library: a draft for its company alone',
    })
    .meta({ ...asks, audit: 'document_request.filed' })
    .input(z.object({ id, fileId: id }).strict())
    .output(z.object({ documentId: whole })),
}

export const attachToRequestInput = z.object({ id, name: text(200).min(1) })
export const requestFileInput = z.object({ id, fileId: id, as: shownAs })

/** Answered outside the typed router: files. */
export const documentRequestFilesContract = {
  attach: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/files`,
      summary:
        'Attaches a file to a request that is open: its bytes as the body (application/octet-stream), `name` in the address',
    })
    .meta({ ...sends, audit: 'document_request.file_attached' })
    .input(attachToRequestInput)
    .output(z.object({ id: whole })),
  read: endpoint
    .route({ method: 'GET', path: `${PATH}/{id}/files/{fileId}`, summary: 'A file of a request' })
    .meta({ ...reads, audit: 'document_request.file_downloaded' })
    .input(requestFileInput)
    .output(z.file()),
}
