import type { Hono, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import {
  ATTACHED,
  type AttachmentParts,
  type FoundAttachment,
  mountAttached,
  mountAttaching,
} from '../../documents/server/published.ts'
import { attachInput, issueFileInput, issuesFileContract } from '../contract.ts'
import { selectIssues } from './issue-rows.ts'
import { attachToIssue } from './write-issues.ts'

type App = Hono<{ Variables: RequestVariables }>

export const mountIssueUploads = (
  app: App,
  parts: AttachmentParts,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  mountAttaching(app, parts, guards, {
    path: '/api/v1/issues/:id/files',
    meta: issuesFileContract.attach['~orpc'].meta,
    input: attachInput,
    refuseUnopened: ({ tx, actor }, { id }) => refuseUnopened(tx, actor, id),
    attach: async ({ tx, actor, record }, { id }, file) => ({
      ...(await attachToIssue(tx, actor, id, file, record)),
      kept: true,
    }),
  })

async function refuseUnopened(tx: Tx, actor: Actor, id: number): Promise<void> {
  const issue = await selectIssues(tx, actor).select('i.status').where('i.id', '=', id).executeTakeFirst()
  if (!issue) throw refuse(404, 'not_found')
  if (issue.status === 'closed') throw refuse(409, 'issue_closed')
}

export const mountIssueFiles = (app: App, parts: AttachmentParts) =>
  mountAttached(app, parts, {
    path: '/api/v1/issues/:id/files/:fileId',
    meta: issuesFileContract.file['~orpc'].meta,
    input: issueFileInput,
    objectType: 'issue',
    find: ({ tx, actor }, asked) => findIssueFile(tx, actor, asked),
  })

const findIssueFile = (
  tx: Tx,
  actor: Actor,
  { id, fileId }: { id: number; fileId: number },
): Promise<FoundAttachment | undefined> =>
  selectIssues(tx, actor)
    .innerJoin('issue_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'i.tenant_id').onRef('f.issue_id', '=', 'i.id'),
    )
    .select(ATTACHED)
    .select(sql<FoundAttachment['format']>`f.format`.as('format'))
    .select(sql<FoundAttachment['scan']>`portal.issue_file_scan(f.tenant_id, f.id)`.as('scan'))
    .where('i.id', '=', id)
    .where('f.id', '=', fileId)
    .executeTakeFirst()
