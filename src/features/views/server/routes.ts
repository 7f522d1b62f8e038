import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { viewsContract } from '../contract.ts'
import { changeView } from './change-view.ts'
import { createView } from './create-view.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'

const os = implement(viewsContract).$context<RequestContext>().use(inTenant)

/** `If-Match: "3"` says the same as `version: 3`. */
const known = (ifMatch: string | undefined, version: number | undefined) => {
  const [, tag] = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch ?? '') ?? []
  return tag === undefined ? version : Number(tag)
}

export const viewsRoutes = os.router({
  list: os.list.handler(({ context, input }) => listViews(context.tx, context.actor, input)),
  create: os.create.handler(({ context, input }) =>
    createView(context.tx, context.actor, input, context.record),
  ),
  change: os.change.handler(({ context, input }) =>
    changeView(
      context.tx,
      context.actor,
      { ...input, version: known(context.ifMatch, input.version) },
      context.record,
    ),
  ),
  remove: os.remove.handler(({ context, input }) =>
    removeView(
      context.tx,
      context.actor,
      { ...input, version: known(context.ifMatch, input.version) },
      context.record,
    ),
  ),
})
