import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { productsContract } from '../contract.ts'
import { keepClassTerms, readClassTerms } from './class-terms.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'

const os = implement(productsContract).$context<RequestContext>().use(inTenant)

export const productsRoutes = os.router({
  classes: os.classes.handler(async ({ context }) => ({ items: await readClassTerms(context.tx) })),
  keepClass: os.keepClass.handler(({ context: { tx, record }, input }) => keepClassTerms(tx, input, record)),
  list: os.list.handler(({ context, input }) => listProducts(context.tx, input)),
  get: os.get.handler(({ context, input }) => getProduct(context.tx, input)),
})
