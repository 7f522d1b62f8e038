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
import { attachInput, conversationFileInput, conversationsFileContract } from '../contract.ts'
import { selectConversations } from './conversation-rows.ts'
import { attachToConversation } from './write-conversations.ts'

type App = Hono<{ Variables: RequestVariables }>

export const mountConversationUploads = (
  app: App,
  parts: AttachmentParts,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  mountAttaching(app, parts, guards, {
    path: '/api/v1/conversations/:id/files',
    meta: conversationsFileContract.attach['~orpc'].meta,
    input: attachInput,
    refuseUnopened: async ({ tx, actor }, { id }) => {
      const found = await selectConversations(tx, actor)
        .select('c.id')
        .where('c.id', '=', id)
        .executeTakeFirst()
      if (!found) throw refuse(404, 'not_found')
    },
    attach: ({ tx, actor, record }, asked, file) => attachToConversation(tx, actor, asked, file, record),
  })

export const mountConversationFiles = (app: App, parts: AttachmentParts) =>
  mountAttached(app, parts, {
    path: '/api/v1/conversations/:id/files/:fileId',
    meta: conversationsFileContract.file['~orpc'].meta,
    input: conversationFileInput,
    objectType: 'conversation',
    find: ({ tx, actor }, asked) => findFile(tx, actor, asked),
  })

const findFile = (
  tx: Tx,
  actor: Actor,
  { id, fileId }: { id: number; fileId: number },
): Promise<FoundAttachment | undefined> =>
  selectConversations(tx, actor)
    .innerJoin('conversation_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').onRef('f.conversation_id', '=', 'c.id'),
    )
    .select(ATTACHED)
    .select(sql<FoundAttachment['format']>`f.format`.as('format'))
    .select(sql<FoundAttachment['scan']>`portal.conversation_file_scan(f.tenant_id, f.id)`.as('scan'))
    .where('c.id', '=', id)
    .where('f.id', '=', fileId)
    .executeTakeFirst()
