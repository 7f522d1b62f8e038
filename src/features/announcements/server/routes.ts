import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import { announcementsContract } from '../contract.ts'
import { getAnnouncement, listAnnouncements } from './list-announcements.ts'
import { dismissAnnouncement, shownAnnouncements } from './shown-announcements.ts'
import { changeAnnouncement, createAnnouncement, withdrawAnnouncement } from './write-announcements.ts'

const os = implement(announcementsContract)
  .$context<RequestContext & { language: ServerLanguage }>()
  .use(inTenant)

export const announcementsRoutes = os.router({
  shown: os.shown.handler(({ context }) => shownAnnouncements(context.tx, context.actor, context.language)),
  dismiss: os.dismiss.handler(({ context, input }) =>
    dismissAnnouncement(context.tx, context.actor, input, context.record),
  ),
  list: os.list.handler(({ context, input }) => listAnnouncements(context.tx, input, context.language)),
  get: os.get.handler(({ context, input }) => getAnnouncement(context.tx, input)),
  create: os.create.handler(({ context, input }) =>
    createAnnouncement(context.tx, context.actor, input, context.record),
  ),
  change: os.change.handler(({ context, input }) => changeAnnouncement(context.tx, input, context.record)),
  withdraw: os.withdraw.handler(({ context, input }) =>
    withdrawAnnouncement(context.tx, input, context.record),
  ),
})
