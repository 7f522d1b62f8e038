import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { conversationsContract } from '../contract.ts'
import { getConversation, listMessages } from './get-conversation.ts'
import { listConversations, summariseConversations } from './list-conversations.ts'
import {
  assignConversation,
  noteOnConversation,
  openConversation,
  readConversation,
  sendMessage,
  settleConversation,
  tellTyping,
} from './write-conversations.ts'

const os = implement(conversationsContract).$context<RequestContext>().use(inTenant)

export const conversationsRoutes = os.router({
  summary: os.summary.handler(({ context: { tx, actor } }) => summariseConversations(tx, actor)),
  list: os.list.handler(({ context: { tx, actor }, input }) => listConversations(tx, actor, input)),
  get: os.get.handler(({ context: { tx, actor }, input }) => getConversation(tx, actor, input)),
  messages: os.messages.handler(({ context: { tx, actor }, input }) => listMessages(tx, actor, input)),
  open: os.open.handler(({ context: { tx, actor, record }, input }) =>
    openConversation(tx, actor, input, record),
  ),
  send: os.send.handler(({ context: { tx, actor, record }, input }) => sendMessage(tx, actor, input, record)),
  read: os.read.handler(({ context: { tx, actor, record }, input }) =>
    readConversation(tx, actor, input, record),
  ),
  typing: os.typing.handler(({ context: { tx }, input }) => tellTyping(tx, input)),
  note: os.note.handler(({ context: { tx, record }, input }) => noteOnConversation(tx, input, record)),
  assign: os.assign.handler(({ context: { tx, ifMatch, record }, input }) =>
    assignConversation(tx, input, { ifMatch, record }),
  ),
  settle: os.settle.handler(({ context: { tx, record }, input }) => settleConversation(tx, input, record)),
})
