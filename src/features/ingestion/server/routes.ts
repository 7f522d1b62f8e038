import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ingestionContract } from '../contract.ts'
import { getBatch } from './get-batch.ts'

const os = implement(ingestionContract).$context<RequestContext>().use(inTenant)

export const ingestionRoutes = os.router({
  batch: os.batch.handler(({ context, input }) => getBatch(context.tx, input.id)),
})
