import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import type { Hono, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { busy, refuse } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { disposition } from '../../../platform/server/export/content-disposition.ts'
import type { StoredFile } from '../../../platform/server/files/stored-file.ts'
import { discardRest } from '../../../platform/server/http/bounded-body.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../platform/server/http/request-context.ts'
import { FILE_POLICY } from '../../../platform/server/http/security-headers.ts'
import { createTurns } from '../../../platform/server/turns.ts'
import {
  type DocumentFiles,
  FORMATS,
  formatOfName,
  isSafeName,
  notAccepted,
  type Receiver,
  receiveFile,
  refuseUnclean,
  type ScanState,
} from '../../documents/server/published.ts'
import { attachInput, issueFileInput, issuesFileContract } from '../contract.ts'
import { selectIssues } from './issue-rows.ts'
import { attachToIssue } from './write-issues.ts'

const UPLOADS_AT_ONCE = 3

type Parts = {
  database: Database
  signIn: SignInService
  library: { receiver: Receiver; documents: DocumentFiles }
}
type App = Hono<{ Variables: RequestVariables }>

/** Attachments: the same checks on the way in as for documents. Who may not, or what is wrong, is told before the file is read. */
export function mountIssueUploads(
  app: App,
  { database, signIn, library: { receiver } }: Parts,
  [sameOrigin, limit]: [MiddlewareHandler, MiddlewareHandler],
) {
  const { meta } = issuesFileContract.attach['~orpc']
  const turns = createTurns({ atOnce: UPLOADS_AT_ONCE, patienceMs: 10_000, full: busy })
  app.post('/api/v1/issues/:id/files', sameOrigin, limit, async (c) => {
    const { body } = c.req.raw
    let taken = false
    try {
      const context = requestContext(c as Http, database, signIn)
      const { asked, tenantId } = await runInTenant(
        context,
        { meta, write: false },
        async ({ tx, actor }) => {
          if (actor.mode) throw refuse(403, 'read_only_session')
          const asked = parseInput(attachInput, { ...c.req.query(), id: c.req.param('id') })
          if (!isSafeName(asked.name)) throw refuse(422, 'bad_file_name')
          await refuseUnopened(tx, actor, asked.id)
          return { asked, tenantId: actor.tenantId }
        },
      )
      const format = formatOfName(asked.name)
      if (!format) throw notAccepted()
      const added = await turns.take(async () => {
        taken = true
        const length = Number(c.req.header('content-length') ?? 0)
        const stored = await receiveFile(body, length, format, receiver)
        // The tenant of the first look; a switch in between is refused.
        const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
        return runInTenant(same, { meta, write: true }, ({ tx, actor, record }) =>
          attachToIssue(
            tx,
            actor,
            asked.id,
            { ...stored, name: asked.name, format, scans: receiver.scans },
            record,
          ),
        ).catch(async (fault: unknown) => {
          // Where it is not certain that nothing was stored, the sweeper looks later.
          if (fault instanceof ORPCError && fault.status < 500) await receiver.files.remove(stored.key)
          throw fault
        })
      })
      return c.json(added)
    } finally {
      // A sender in the middle of writing would find the connection broken instead of the refusal.
      if (!taken && body) void discardRest(body.getReader())
    }
  })
}

async function refuseUnopened(tx: Handle, actor: Actor, id: number): Promise<void> {
  const issue = await selectIssues(tx, actor).select('i.status').where('i.id', '=', id).executeTakeFirst()
  if (!issue) throw refuse(404, 'not_found')
  if (issue.status === 'closed') throw refuse(409, 'issue_closed')
}

type Found = StoredFile & { name: string; format: keyof typeof FORMATS; tenant: number }

/** Checked against what was kept, on record before their first byte, harmless in a page (D13). */
export function mountIssueFiles(app: App, { database, signIn, library: { documents } }: Parts) {
  const { meta } = issuesFileContract.file['~orpc']
  app.get('/api/v1/issues/:id/files/:fileId', async (c) => {
    const context = requestContext(c as Http, database, signIn)
    const { asked, tenantId, found } = await runInTenant(
      context,
      { meta, write: false },
      async ({ tx, actor }) => {
        const asked = parseInput(issueFileInput, c.req.param())
        return { asked, tenantId: actor.tenantId, found: await findIssueFile(tx, actor, asked) }
      },
    )
    await documents.check(found)
    const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
    await runInTenant(same, { meta, write: true, ofRead: true }, ({ record }) =>
      record({
        ...{ chain: found.tenant, objectType: 'issue', objectId: String(asked.id) },
        after: { file: found.name, size: found.size, checksum: found.checksum.toString('hex') },
      }),
    )
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

async function findIssueFile(
  tx: Handle,
  actor: Actor,
  { id, fileId }: { id: number; fileId: number },
): Promise<Found> {
  const found = await selectIssues(tx, actor)
    .innerJoin('issue_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'i.tenant_id').onRef('f.issue_id', '=', 'i.id'),
    )
    .select(['f.file_key as key', 'f.size', 'f.checksum', 'f.file_name as name', 'f.tenant_id as tenant'])
    .select(sql<Found['format']>`f.format`.as('format'))
    .select(sql<ScanState | null>`portal.issue_file_scan(f.tenant_id, f.id)`.as('scan'))
    .where('i.id', '=', id)
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  if (!found) throw refuse(404, 'not_found')
  refuseUnclean(found.scan)
  return found
}
