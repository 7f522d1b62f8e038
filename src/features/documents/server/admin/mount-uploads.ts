import { ORPCError } from '@orpc/server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { EndpointMeta } from '../../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import { busy, refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type Inside, runInTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import { discardRest } from '../../../../platform/server/http/bounded-body.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../../platform/server/http/request-context.ts'
import { createTurns } from '../../../../platform/server/turns.ts'
import {
  type Added,
  addInput,
  addVersionInput,
  arrivedInput,
  documentsUploadContract,
  pieceInput,
} from '../../admin-contract.ts'
import { formatOfName, isSafeName } from '../../domain/file-name.ts'
import { notAccepted } from '../receive/inspect-file.ts'
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
  check: (tx: Handle, actor: Actor) => Promise<unknown>
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
  const turns = createTurns({ atOnce: UPLOADS_AT_ONCE, patienceMs: 10_000, full: busy })
  const pieceTurns = createTurns({ atOnce: PIECES_AT_ONCE, patienceMs: 10_000, full: busy })

  const answer = async (c: Http, meta: EndpointMeta, read: () => Plan): Promise<Response> => {
    const { body } = c.req.raw
    let taken = false
    try {
      const context = requestContext(c, database, signIn)
      const { plan, tenantId, userId } = await runInTenant(
        context,
        { meta, write: false },
        async ({ tx, actor }) => {
          if (actor.mode) throw refuse(403, 'read_only_session')
          const plan = read()
          if (!isSafeName(plan.name)) throw refuse(422, 'bad_file_name')
          await plan.check(tx, actor)
          return { plan, tenantId: actor.tenantId, userId: actor.userId }
        },
      )
      const format = formatOfName(plan.name)
      if (!format) throw notAccepted()
      const added = await turns.take(async () => {
        taken = true
        const whose = plan.sent === undefined ? undefined : { userId, checksum: plan.sent }
        const stored = whose
          ? await receivePieces(whose, format, receiver)
          : await receiveFile(body, Number(c.req.header('content-length') ?? 0), format, receiver)
        // The tenant of the first look; a switch in between is refused.
        const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
        const { name, note } = plan
        const added = await runInTenant(same, { meta, write: true }, (inside) =>
          plan.add(inside, { ...stored, name, format, note }),
        ).catch(async (fault: unknown) => {
          // Where it is not certain that nothing was stored, the sweeper looks later.
          if (fault instanceof ORPCError && fault.status < 500) await receiver.files.remove(stored.key)
          throw fault
        })
        if (whose) await receiver.partial.remove(whose)
        return added
      })
      return c.json(added)
    } finally {
      // A sender in the middle of writing would find the connection broken instead of the refusal.
      if (!taken && body) void discardRest(body.getReader())
    }
  }

  /** A piece of a file, for whoever may add documents. */
  const takePiece = async (c: Http): Promise<Response> => {
    const { meta } = piece['~orpc']
    const { body } = c.req.raw
    let taken = false
    try {
      const { asked, userId } = await runInTenant(
        requestContext(c, database, signIn),
        { meta, write: false },
        async ({ actor }) => {
          if (actor.mode) throw refuse(403, 'read_only_session')
          const asked = parseInput(pieceInput, { ...c.req.query(), checksum: c.req.param('checksum') })
          if (!isSafeName(asked.name)) throw refuse(422, 'bad_file_name')
          return { asked, userId: actor.userId }
        },
      )
      const format = formatOfName(asked.name)
      if (!format) throw notAccepted()
      if (!body) throw refuse(422, 'empty_body')
      const received = await pieceTurns.take(() => {
        taken = true
        return receiver.partial.append({ userId, checksum: asked.checksum }, body, asked.offset, format)
      })
      return c.json({ received })
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

function json(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
