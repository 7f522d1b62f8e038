import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { productsContract } from '../contract.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'

const os = implement(productsContract).$context<RequestContext>().use(inTenant)

export const productsRoutes = os.router({
  list: os.list.handler(({ context, input }) => listProducts(context.tx, input)),
  get: os.get.handler(({ context, input }) => getProduct(context.tx, input)),
})
