import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import { viewsContract } from '../contract.ts'
import { changeView } from './change-view.ts'
import { createView } from './create-view.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'

const os = implement(viewsContract).$context<RequestContext>().use(inTenant)

export const viewsRoutes = os.router({
  list: os.list.handler(({ context, input }) => listViews(context.tx, context.actor, input)),
  create: os.create.handler(({ context, input }) =>
    createView(context.tx, context.actor, input, context.record),
  ),
  change: os.change.handler(({ context, input }) =>
    changeView(
      context.tx,
      context.actor,
      { ...input, version: knownVersion(context.ifMatch, input.version) },
      context.record,
    ),
  ),
  remove: os.remove.handler(({ context, input }) =>
    removeView(
      context.tx,
      context.actor,
      { ...input, version: knownVersion(context.ifMatch, input.version) },
      context.record,
    ),
  ),
})
