import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ingestionContract } from '../contract.ts'
import { getBatch } from './get-batch.ts'
import { listFeeds } from './list-feeds.ts'

const os = implement(ingestionContract).$context<RequestContext>().use(inTenant)

export const ingestionRoutes = os.router({
  feeds: os.feeds.handler(({ context }) => listFeeds(context.tx, context.actor)),
  batch: os.batch.handler(({ context, input }) => getBatch(context.tx, input.id)),
})
