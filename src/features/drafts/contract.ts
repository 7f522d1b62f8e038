import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { text } from '../../platform/contract/text.ts'

/** Bytes of what was typed into one form, as JSON. */
export const LARGEST_DRAFT = 204_800
/** Nobody comes back to it later. */
export const DRAFT_DAYS = 30
export const MOST_DRAFT_FILES = 20

/** The form’s own name: "purchase order new", "conversation 17". */
const formName = text(200).min(1)
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const version = z.coerce.number().int().min(0).max(2_147_483_646)

const DraftFile = z.object({ id: z.number().int(), name: z.string(), size: z.number().int() })
export type DraftFile = z.infer<typeof DraftFile>

const Draft = z.object({
  /** As the form sent it; empty where it has files alone. */
  contents: z.record(z.string(), z.unknown()),
  version: z.number().int(),
  savedAt: Instant,
  files: z.array(DraftFile),
})
export type Draft = z.infer<typeof Draft>

/** What was typed and not sent is nobody’s business yet: what is made of it is recorded. */
const unsent = {
  signedIn: true,
  unrecorded: 'It is not sent yet; what is made of it is recorded.',
  writes: true,
} as const

export const formDraftsContract = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/drafts/{form}',
      summary: 'What the asker typed into a form of the company that they work in, and has not sent yet',
    })
    .meta({ signedIn: true })
    .input(z.object({ form: formName }))
    .output(z.object({ draft: Draft.nullable() })),
  put: endpoint
    .route({
      method: 'PUT',
      path: '/drafts/{form}',
      summary:
        'Keeps it for 30 days, 200 KB at most; 412 when another tab or device has kept something since',
    })
    .meta(unsent)
    .input(
      z
        .object({
          form: formName,
          contents: z.record(z.string().max(100), z.unknown()),
          /** That the form knows; 0: none. */
          version,
        })
        .strict(),
    )
    .output(z.object({ version: z.number().int(), savedAt: Instant })),
  remove: endpoint
    .route({
      method: 'DELETE',
      path: '/drafts/{form}',
      summary: 'It was sent or given up: it goes with its files, unless another tab has kept something since',
    })
    .meta(unsent)
    .input(z.object({ form: formName, version: version.optional() }).strict())
    .output(z.object({ removed: z.boolean() })),
  removeFile: endpoint
    .route({
      method: 'DELETE',
      path: '/draft-files/{id}',
      summary: 'Takes a file away that was to be sent',
    })
    .meta(unsent)
    .input(z.object({ id }).strict())
    .output(z.object({ id: z.number().int() })),
}

export const draftFileInput = z.object({ form: formName, name: text(200).min(1) })

/** Answered outside the typed router: files. */
export const formDraftsFileContract = {
  addFile: endpoint
    .route({
      method: 'POST',
      path: '/draft-files',
      summary:
        'A file that is to be sent with a form: its bytes as the body (application/octet-stream), `form` and `name` in the address',
    })
    .meta(unsent)
    .input(draftFileInput)
    .output(z.object({ id: z.number().int() })),
}
