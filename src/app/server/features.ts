import { ordersContract } from '../../features/orders/contract.ts'
import { ordersRoutes } from '../../features/orders/server/routes.ts'
import { sessionContract } from '../../features/session/contract.ts'
import { sessionRoutes } from '../../features/session/server/routes.ts'
import { tenantsContract } from '../../features/tenants/contract.ts'
import { tenantsRoutes } from '../../features/tenants/server/routes.ts'

/** What the portal offers over HTTP: each feature's contract and what answers it. */
export const contract = {
  session: sessionContract,
  tenants: tenantsContract,
  orders: ordersContract,
}

export const routes = {
  session: sessionRoutes,
  tenants: tenantsRoutes,
  orders: ordersRoutes,
}
