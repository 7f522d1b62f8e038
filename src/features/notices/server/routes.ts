import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { noticesContract } from '../contract.ts'
import { choose, getChoices } from './notice-choices.ts'
import { listNotices, markRead, summariseNotices } from './read-notices.ts'

const os = implement(noticesContract).$context<RequestContext & { language: ServerLanguage }>().use(inTenant)

export const noticesRoutes = os.router({
  summary: os.summary.handler(({ context }) => summariseNotices(context.tx, context)),
  list: os.list.handler(({ context, input }) => listNotices(context.tx, input, context)),
  read: os.read.handler(({ context, input }) => markRead(context.tx, context.actor, input, context.record)),
  choices: os.choices.handler(({ context }) => getChoices(context.tx, context.actor)),
  choose: os.choose.handler(({ context, input }) => choose(context.tx, context.actor, input, context.record)),
})
