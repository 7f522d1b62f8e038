import { ingestionContract } from '../../features/ingestion/contract.ts'
import { ingestContract } from '../../features/ingestion/domain/ingest-contract.ts'
import { ingestionRoutes } from '../../features/ingestion/server/routes.ts'
import { ordersContract, ordersFileContract } from '../../features/orders/contract.ts'
import { ordersRoutes } from '../../features/orders/server/routes.ts'
import { salesContract } from '../../features/sales/contract.ts'
import { salesRoutes } from '../../features/sales/server/routes.ts'
import { sessionContract, sessionCookieContract } from '../../features/session/contract.ts'
import { sessionRoutes } from '../../features/session/server/routes.ts'
import { tenantsContract } from '../../features/tenants/contract.ts'
import { tenantsRoutes } from '../../features/tenants/server/routes.ts'

/** What the portal offers over HTTP. Also those that are answered outside the typed router: cookies, files, streams. */
export const contract = {
  session: { ...sessionContract, ...sessionCookieContract },
  tenants: tenantsContract,
  orders: { ...ordersContract, ...ordersFileContract },
  sales: salesContract,
  ingestion: { ...ingestionContract, ...ingestContract },
}

/** What the typed router answers. */
export const routes = {
  session: sessionRoutes,
  tenants: tenantsRoutes,
  orders: ordersRoutes,
  sales: salesRoutes,
  ingestion: ingestionRoutes,
}
