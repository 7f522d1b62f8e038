import type { ContractRouterClient } from '@orpc/contract'
import type { EndpointMeta } from '../../../platform/contract/endpoint.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import { refuseUnlessAllowed } from '../../../platform/server/endpoint/in-tenant.ts'
import { catalogueContract } from '../../catalogue/contract.ts'
import { documentsContract } from '../../documents/contract.ts'
import { financeContract } from '../../finance/contract.ts'
import { issuesContract } from '../../issues/contract.ts'
import { lotsContract } from '../../lots/contract.ts'
import { ordersContract } from '../../orders/contract.ts'
import { purchaseOrdersContract } from '../../purchase-orders/contract.ts'
import { salesContract } from '../../sales/contract.ts'
import { trackingContract } from '../../tracking/contract.ts'

/**
 * What the assistant can look at: the endpoints that the screens ask, and nothing else. None of them changes anything. Each call
 * is one request of the asker's own session, with every check that a screen's request meets.
 */
const READ = {
  orders: { list: ordersContract.list, get: ordersContract.get },
  finance: {
    overview: financeContract.overview,
    invoices: financeContract.invoices,
    invoice: financeContract.invoice,
  },
  sales: {
    history: salesContract.history,
    current: salesContract.current,
    analytics: salesContract.analytics,
    comparison: salesContract.comparison,
  },
  lots: { list: lotsContract.list, get: lotsContract.get },
  tracking: { list: trackingContract.list, get: trackingContract.get },
  catalogue: { list: catalogueContract.list },
  documents: {
    documentation: documentsContract.documentation,
    factSheets: documentsContract.factSheets,
    quality: documentsContract.quality,
    legal: documentsContract.legal,
  },
  issues: { list: issuesContract.list, cards: issuesContract.cards },
  purchaseOrders: { list: purchaseOrdersContract.list, check: purchaseOrdersContract.check },
}
export type Reads = ContractRouterClient<typeof READ>
type Area = keyof typeof READ

/** Whether a read exists for this asker: by the permission and the module of its endpoint. */
export function mayRead<A extends Area>(actor: Actor, area: A, name: keyof (typeof READ)[A]): boolean {
  const endpoint = READ[area][name] as { '~orpc': { meta: EndpointMeta } }
  try {
    refuseUnlessAllowed(endpoint['~orpc'].meta, actor, undefined)
    return true
  } catch {
    return false
  }
}
