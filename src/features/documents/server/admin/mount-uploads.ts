import { ORPCError } from '@orpc/server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { EndpointMeta } from '../../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { busy, refuse } from '../../../../platform/server/endpoint/fault.ts'
import {
  type Inside,
  type RequestContext,
  runInTenant,
} from '../../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import { discardRest } from '../../../../platform/server/http/bounded-body.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../../platform/server/http/request-context.ts'
import { createSemaphore } from '../../../../platform/server/semaphore.ts'
import { keepUpload, reserveUpload, type Upload } from '../../../storage/server/published.ts'
import {
  type Added,
  addInput,
  addVersionInput,
  arrivedInput,
  documentsUploadContract,
  pieceInput,
} from '../../admin-contract.ts'
import { formatOfName, isSafeName } from '../../domain/file-name.ts'
import { LARGEST_FILE } from '../../domain/vocabulary.ts'
import { declaredSize, newUpload, release } from '../receive/counted.ts'
import { notAccepted } from '../receive/inspect-file.ts'
import { KEPT_MS, type Whose } from '../receive/partial-files.ts'
import { type Receiver, receiveFile, receivePieces } from '../receive/receive-file.ts'
import { addDocument, addVersion, duplicatesOf, type NewFile } from './add-document.ts'
import { storedAudience } from './audience.ts'
import { holdDocument } from './change-document.ts'

/** Each may hold its file in memory where a bucket keeps it. */
const UPLOADS_AT_ONCE = 3
/** Pieces go to the disk as they come. */
const PIECES_AT_ONCE = 16

type Parts = { database: Database; signIn: SignInService; receiver: Receiver }
type Plan = {
  name: string
  note: string | null
  /** The checksum of a file that arrived in pieces. */
  sent: string | undefined
  /** What would refuse it, known before the file comes. */
  check: (tx: Tx, actor: Actor) => Promise<unknown>
  add: (inside: Inside, file: NewFile) => Promise<Added>
}

/**
 * New documents and new versions: a file as the body, what goes with it in the address. Who may not, or what is wrong with
 * it, is told before the file is read.
 */
export function mountUploads(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, receiver }: Parts,
  [sameOrigin, limit]: [MiddlewareHandler, MiddlewareHandler],
) {
  const slots = createSemaphore({ limit: UPLOADS_AT_ONCE, timeoutMs: 10_000, onRejected: busy })
  const pieceSlots = createSemaphore({ limit: PIECES_AT_ONCE, timeoutMs: 10_000, onRejected: busy })

  const answer = async (c: Http, meta: EndpointMeta, read: () => Plan): Promise<Response> => {
    const { body } = c.req.raw
    const context = requestContext(c, database, signIn)
    let upload = newUpload(c.req.header('content-length'))
    let whose: Whose | undefined
    let counted = false
    let taken = false
    try {
      const look = async ({ tx, actor, record }: Inside) => {
        if (actor.mode) throw refuse(403, 'read_only_session')
        const plan = read()
        if (!isSafeName(plan.name)) throw refuse(422, 'bad_file_name')
        await plan.check(tx, actor)
        const format = formatOfName(plan.name)
        if (!format) throw notAccepted()
        if (plan.sent !== undefined) {
          whose = { userId: actor.userId, checksum: plan.sent }
          // Its pieces are counted already.
          upload = pieces(whose, await receiver.partial.received(whose))
        }
        await reserveUpload(tx, upload, receiver.storage)
        record(null)
        return { plan, format, tenantId: actor.tenantId }
      }
      const { plan, format, tenantId } = await runInTenant(context, { meta, write: true }, look)
      counted = true
      const added = await slots.run(async () => {
        taken = true
        const stored = whose
          ? await receivePieces(whose, format, receiver)
          : await receiveFile(body, Number(c.req.header('content-length') ?? 0), format, receiver)
        // The tenant of the first look; a switch in between is refused.
        const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
        const { name, note } = plan
        const added = await runInTenant(same, { meta, write: true }, async (inside) => {
          const added = await plan.add(inside, { ...stored, name, format, note })
          await keepUpload(inside.tx, upload.name, stored)
          return added
        }).catch(async (fault: unknown) => {
          // Where it is not certain that nothing was stored, the sweeper looks later.
          if (fault instanceof ORPCError && fault.status < 500) await receiver.files.remove(stored.key)
          throw fault
        })
        if (whose) await receiver.partial.remove(whose)
        return added
      })
      return c.json(added)
    } catch (fault) {
      if (counted) await forget(context, meta, { whose, name: upload.name })
      throw fault
    } finally {
      // A sender in the middle of writing would find the connection broken instead of the refusal.
      if (!taken && body) void discardRest(body.getReader())
    }
  }

  /** What arrived in pieces stays there to be gone on with, and stays counted. */
  const forget = async (
    context: RequestContext,
    meta: EndpointMeta,
    { whose, name }: { whose: Whose | undefined; name: string },
  ): Promise<void> => {
    if (!whose || (await receiver.partial.received(whose)) === 0) await release(context, meta, name)
  }

  /** A piece of a file, for whoever may add documents. */
  const takePiece = async (c: Http): Promise<Response> => {
    const { meta } = piece['~orpc']
    const { body } = c.req.raw
    const context = requestContext(c, database, signIn)
    let counted: Whose | undefined
    let taken = false
    try {
      const look = async ({ tx, actor, record }: Inside) => {
        if (actor.mode) throw refuse(403, 'read_only_session')
        const asked = parseInput(pieceInput, { ...c.req.query(), checksum: c.req.param('checksum') })
        if (!isSafeName(asked.name)) throw refuse(422, 'bad_file_name')
        const format = formatOfName(asked.name)
        if (!format) throw notAccepted()
        if (!body) throw refuse(422, 'empty_body')
        const whose = { userId: actor.userId, checksum: asked.checksum }
        const whole = asked.offset + declaredSize(c.req.header('content-length'))
        await reserveUpload(tx, pieces(whose, whole), receiver.storage)
        record(null)
        return { whose, body, format, offset: asked.offset }
      }
      const { whose, format, offset, ...sent } = await runInTenant(context, { meta, write: true }, look)
      counted = whose
      const received = await pieceSlots.run(() => {
        taken = true
        return receiver.partial.append(whose, sent.body, offset, format)
      })
      return c.json({ received })
    } catch (fault) {
      if (counted) await forget(context, meta, { whose: counted, name: counted.checksum })
      throw fault
    } finally {
      if (!taken && body) void discardRest(body.getReader())
    }
  }

  const { add, addVersion: version, arrived, piece } = documentsUploadContract
  const { files, scans } = receiver
  app.get('/api/v1/admin/documents/uploads/:checksum', async (c) => {
    const context = requestContext(c as Http, database, signIn)
    const { meta } = arrived['~orpc']
    const answer = await runInTenant(context, { meta, write: false }, async ({ tx, actor }) => {
      const { checksum } = parseInput(arrivedInput, c.req.param())
      return {
        received: await receiver.partial.received({ userId: actor.userId, checksum }),
        duplicates: await duplicatesOf(tx, { checksum: Buffer.from(checksum, 'hex') }),
      }
    })
    return c.json(answer, 200, { 'cache-control': 'private, no-store' })
  })
  app.put('/api/v1/admin/documents/uploads/:checksum', sameOrigin, limit, (c) => takePiece(c as Http))
  app.post('/api/v1/admin/documents', sameOrigin, limit, (c) =>
    answer(c as Http, add['~orpc'].meta, () => {
      const {
        name,
        sent,
        note = null,
        document,
      } = parseInput(addInput, {
        ...c.req.query(),
        document: json(c.req.query('document')),
      })
      return {
        ...{ name, sent, note },
        check: (tx, actor) => storedAudience(tx, actor, document.audience),
        add: ({ tx, actor, record }, file) =>
          addDocument(tx, actor, document, file, { files, scans, record }),
      }
    }),
  )
  app.post('/api/v1/admin/documents/:id/versions', sameOrigin, limit, (c) =>
    answer(c as Http, version['~orpc'].meta, () => {
      const {
        id,
        name,
        sent,
        note = null,
      } = parseInput(addVersionInput, { ...c.req.query(), id: c.req.param('id') })
      return {
        ...{ name, sent, note },
        check: (tx, actor) => holdDocument(tx, actor, id, ''),
        add: ({ tx, actor, record }, file) => addVersion(tx, actor, id, file, { files, scans, record }),
      }
    }),
  )
}

/** How a file that comes in pieces is counted, from the first of them on. */
const pieces = ({ checksum }: Whose, bytes: number): Upload => ({
  ...{ name: checksum, bytes: Math.min(bytes, LARGEST_FILE), keptMs: KEPT_MS },
})

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
