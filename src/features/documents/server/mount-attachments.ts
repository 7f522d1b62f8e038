import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import type { Hono, MiddlewareHandler } from 'hono'
import type * as z from 'zod'
import type { EndpointMeta } from '../../../platform/contract/endpoint.ts'
import type { ShownAs } from '../../../platform/contract/shown-file.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { busy, refuse } from '../../../platform/server/endpoint/fault.ts'
import { type Inside, runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { disposition } from '../../../platform/server/export/content-disposition.ts'
import type { StoredFile } from '../../../platform/server/files/stored-file.ts'
import { discardRest } from '../../../platform/server/http/bounded-body.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../platform/server/http/request-context.ts'
import { FILE_POLICY } from '../../../platform/server/http/security-headers.ts'
import { createSemaphore } from '../../../platform/server/semaphore.ts'
import { keepUpload, releaseUpload, reserveUpload } from '../../storage/server/published.ts'
import { formatOfName, isSafeName } from '../domain/file-name.ts'
import { FORMATS } from '../domain/vocabulary.ts'
import type { DocumentFiles } from './document-files.ts'
import { newUpload, release } from './receive/counted.ts'
import { notAccepted } from './receive/inspect-file.ts'
import { type Receiver, receiveFile } from './receive/receive-file.ts'
import { refuseUnclean, type ScanState } from './scan/refuse-unscanned.ts'
import { isShownAs, type Shown, type ShownFiles } from './shown/shown-files.ts'

const UPLOADS_AT_ONCE = 3

export type AttachmentParts = {
  database: Database
  signIn: SignInService
  library: { receiver: Receiver; documents: DocumentFiles; shown: ShownFiles }
}
type App = Hono<{ Variables: RequestVariables }>
export type NewAttachment = StoredFile & { name: string; format: string; scans: boolean }

type Upload<Asked> = {
  /** With `:id`. */
  path: string
  meta: EndpointMeta
  input: z.ZodType<Asked>
  /** @throws what is wrong with the thing that it is attached to */
  refuseUnopened: (inside: Inside, asked: Asked) => Promise<void>
  /** `kept: false`: it was there already, and this copy is of no use. */
  attach: (inside: Inside, asked: Asked, file: NewAttachment) => Promise<{ id: number; kept: boolean }>
}

/** Attachments: the same checks on the way in as for documents. Who may not, or what is wrong, is told before the file is read. */
export function mountAttaching<Asked extends { name: string }>(
  app: App,
  { database, signIn, library: { receiver } }: AttachmentParts,
  [sameOrigin, limit]: [MiddlewareHandler, MiddlewareHandler],
  { path, meta, input, refuseUnopened, attach }: Upload<Asked>,
) {
  const slots = createSemaphore({ limit: UPLOADS_AT_ONCE, timeoutMs: 10_000, onRejected: busy })
  app.post(path, sameOrigin, limit, async (c) => {
    const { body } = c.req.raw
    const context = requestContext(c as Http, database, signIn)
    const upload = newUpload(c.req.header('content-length'))
    let counted = false
    let taken = false
    try {
      const look = async (inside: Inside) => {
        if (inside.actor.mode) throw refuse(403, 'read_only_session')
        const asked = parseInput(input, { ...c.req.query(), id: c.req.param('id') })
        if (!isSafeName(asked.name)) throw refuse(422, 'bad_file_name')
        await refuseUnopened(inside, asked)
        const format = formatOfName(asked.name)
        if (!format) throw notAccepted()
        await reserveUpload(inside.tx, upload, receiver.storage)
        inside.record(null)
        return { asked, format, tenantId: inside.actor.tenantId }
      }
      const { asked, format, tenantId } = await runInTenant(context, { meta, write: true }, look)
      counted = true
      const added = await slots.run(async () => {
        taken = true
        const length = Number(c.req.header('content-length') ?? 0)
        const stored = await receiveFile(body, length, format, receiver)
        // The tenant of the first look; a switch in between is refused.
        const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
        const file = { ...stored, name: asked.name, format, scans: receiver.scans }
        const { id, kept } = await runInTenant(same, { meta, write: true }, async (inside) => {
          const done = await attach(inside, asked, file)
          if (done.kept) await keepUpload(inside.tx, upload.name, stored)
          else await releaseUpload(inside.tx, upload.name)
          return done
        }).catch(async (fault: unknown) => {
          // Where it is not certain that nothing was stored, the sweeper looks later.
          if (fault instanceof ORPCError && fault.status < 500) await receiver.files.remove(stored.key)
          throw fault
        })
        if (!kept) await receiver.files.remove(stored.key)
        return { id }
      })
      return c.json(added)
    } catch (fault) {
      if (counted) await release(context, meta, upload.name)
      throw fault
    } finally {
      // A sender in the middle of writing would find the connection broken instead of the refusal.
      if (!taken && body) void discardRest(body.getReader())
    }
  })
}

export type FoundAttachment = StoredFile & {
  name: string
  format: keyof typeof FORMATS
  tenant: number
  /** What the scanner said; null: there was none to ask. */
  scan: ScanState | null
}

/** What is read of an attachment, whatever it is of: a table of its own as `f`, beside which stands its `scan`. */
export const ATTACHED = [
  'f.file_key as key',
  'f.size',
  'f.checksum',
  'f.file_name as name',
  'f.tenant_id as tenant',
] as const

type Download<Asked> = {
  path: string
  meta: EndpointMeta
  input: z.ZodType<Asked>
  /** What it is attached to, in the audit trail. */
  objectType: string
  /** Undefined: there is none for the asker. */
  find: (inside: Inside, asked: Asked) => Promise<FoundAttachment | undefined>
}

/** Withheld until they are clean, checked against what was kept, on record before their first byte, harmless in a page (D13). */
export function mountAttached<Asked extends { id: number; as?: ShownAs | undefined }>(
  app: App,
  { database, signIn, library: { documents, shown } }: AttachmentParts,
  { path, meta, input, objectType, find }: Download<Asked>,
) {
  app.get(path, async (c) => {
    const context = requestContext(c as Http, database, signIn)
    const { asked, tenantId, found } = await runInTenant(context, { meta, write: false }, async (inside) => {
      const asked = parseInput(input, { ...c.req.query(), ...c.req.param() })
      const found = await find(inside, asked)
      if (!found || (asked.as && !isShownAs(found.format, asked.as))) throw refuse(404, 'not_found')
      refuseUnclean(found.scan)
      return { asked, tenantId: inside.actor.tenantId, found }
    })
    await documents.check(found)
    const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
    await runInTenant(same, { meta, write: true, ofRead: true }, ({ record }) =>
      record({
        ...{ chain: found.tenant, objectType, objectId: String(asked.id) },
        after: {
          file: found.name,
          size: found.size,
          checksum: found.checksum.toString('hex'),
          ...(asked.as && { shownAs: asked.as }),
        },
      }),
    )
    if (asked.as) return answerShown(await shown(found, asked.as))
    const body =
      c.req.raw.method === 'HEAD'
        ? null
        : (Readable.toWeb(await documents.files.read(found.key)) as ReadableStream)
    return new Response(body, {
      headers: {
        'content-type': FORMATS[found.format].media,
        'content-disposition': disposition('attachment', found.name),
        'content-length': String(found.size),
        'cache-control': 'private, no-store, no-transform',
        'content-security-policy': FILE_POLICY,
      },
    })
  })
}

/** Drawn or told anew: nothing of the file itself. */
function answerShown(shown: Shown): Response {
  if (shown.kind === 'none') throw refuse(422, 'damaged_file')
  const headers = {
    'cache-control': 'private, no-store, no-transform',
    'content-security-policy': FILE_POLICY,
  }
  if (shown.kind === 'mail') return Response.json(shown.mail, { headers })
  return new Response(new Uint8Array(shown.jpeg), {
    headers: {
      ...headers,
      ...{ 'content-type': 'image/jpeg', 'content-length': String(shown.jpeg.length) },
    },
  })
}
