import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { catalogueContract } from '../contract.ts'
import { listCatalogue } from './list-catalogue.ts'
import { findCandidates, offerProduct } from './offer-product.ts'

const os = implement(catalogueContract).$context<RequestContext & { today: string }>().use(inTenant)

export const catalogueRoutes = os.router({
  list: os.list.handler(({ context, input }) =>
    listCatalogue(context.tx, context.actor, input, context.today),
  ),
  candidates: os.candidates.handler(({ context, input }) => findCandidates(context.tx, input)),
  offer: os.offer.handler(({ context, input }) => offerProduct(context.tx, input, context.record)),
})
