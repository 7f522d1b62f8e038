import { implement } from '@orpc/server'
import type { Brand } from '../../../platform/server/brand.ts'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { companyContract } from '../contract.ts'
import { changeCompany, changeLogo, getCompany } from './company.ts'

const os = implement(companyContract)
  .$context<RequestContext & { brand: Pick<Brand, 'fallback'> }>()
  .use(inTenant)

export const companyRoutes = os.router({
  get: os.get.handler(({ context }) => getCompany(context.tx, context.brand)),
  change: os.change.handler(({ context, input }) =>
    changeCompany(context.tx, input, context.brand, context.record),
  ),
  changeLogo: os.changeLogo.handler(({ context, input }) =>
    changeLogo(context.tx, input.logo, context.brand, context.record),
  ),
})
