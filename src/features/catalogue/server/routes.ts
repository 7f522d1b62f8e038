import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { catalogueContract } from '../contract.ts'
import { dropPrice, keepPrice, listPrices } from './keep-prices.ts'
import { keepProduct } from './keep-product.ts'
import { listCatalogue } from './list-catalogue.ts'
import { findCandidates, offerProduct } from './offer-product.ts'

const os = implement(catalogueContract).$context<RequestContext & { today: string }>().use(inTenant)

export const catalogueRoutes = os.router({
  list: os.list.handler(({ context, input }) =>
    listCatalogue(context.tx, context.actor, input, context.today),
  ),
  candidates: os.candidates.handler(({ context, input }) => findCandidates(context.tx, input)),
  keepProduct: os.keepProduct.handler(({ context, input }) => keepProduct(context.tx, input, context.record)),
  prices: os.prices.handler(({ context, input }) =>
    listPrices(context.tx, context.actor, input, context.today),
  ),
  keepPrice: os.keepPrice.handler(({ context, input }) =>
    keepPrice(context.tx, context.actor, input, context.record),
  ),
  dropPrice: os.dropPrice.handler(({ context, input }) =>
    dropPrice(context.tx, context.actor, input, context.record),
  ),
  offer: os.offer.handler(({ context, input }) => offerProduct(context.tx, input, context.record)),
})
