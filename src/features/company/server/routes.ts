import { implement } from '@orpc/server'
import type { Brand } from '../../../platform/server/brand.ts'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { companyContract } from '../contract.ts'
import { keepClosedDay, listClosedDays, removeClosedDay } from './closed-days.ts'
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
  closedDays: os.closedDays.handler(async ({ context }) => ({ items: await listClosedDays(context.tx) })),
  keepClosedDay: os.keepClosedDay.handler(({ context, input }) =>
    keepClosedDay(context.tx, input, context.record),
  ),
  removeClosedDay: os.removeClosedDay.handler(({ context, input }) =>
    removeClosedDay(context.tx, input.day, context.record),
  ),
})
