import { SEARCH_GROUPS, type SearchGroup } from '../../../../src/features/search/contract.ts'
import type { Json } from '../../../support/client.ts'
import type { Principal } from '../principals.ts'
import { FOREIGN, OWN } from '../world.ts'
import { badQueries, type Call, type Expectation, equal, get, NOTHING, query } from './ask.ts'

const NEEDS: Partial<Record<SearchGroup, string>> = {
  orders: 'orders.read',
  purchaseOrders: 'purchase_orders.read',
  invoices: 'invoices.read',
  payments: 'invoices.read',
  shipments: 'tracking.read',
  lots: 'lots.read',
  products: 'products.read',
  documents: 'documents.read',
  documentRequests: 'documents.read',
  issues: 'issues.read',
  conversations: 'conversations.read',
  salesProducts: 'sales.read',
  salesCustomers: 'sales.read',
  clients: 'tenants.read',
}
const find = (q: string) => get(`/search?${query({ q })}`)
const groups = (body: Json): SearchGroup[] => body.groups.map(({ group }: { group: SearchGroup }) => group)

/** Every group of which the asker has the permission, and none of which not; documents of hidden modules are not there. */
const those = (mark: string, tenant: 'own' | 'other'): Call => ({
  name: mark,
  request: () => find(mark),
  check: (body, world, { permissions, modulesOff, readOnly, sees }: Principal) => {
    const theirs = sees === 'all' || sees.includes(world[tenant])
    const may = (group: SearchGroup) =>
      NEEDS[group] !== undefined && (permissions === 'all' || permissions.includes(NEEDS[group]))
    // Whoever came by a code sees no other people's conversations (A2).
    const open = (group: SearchGroup) =>
      (!modulesOff || ['clients', 'documentRequests'].includes(group)) &&
      !(['issues', 'conversations'].includes(group) && readOnly === 'temporary')
    const expected = SEARCH_GROUPS.filter((group) => theirs && may(group) && open(group))
    equal('groups', groups(body), expected)
    return expected.length > 0
  },
})

export const searchExpectations: Record<string, Expectation> = {
  'GET /search': {
    access: { signedIn: true },
    calls: [
      those(OWN, 'own'),
      those(FOREIGN, 'other'),
      {
        name: 'nothing',
        request: () => find(NOTHING),
        check: (body) => {
          equal('groups', body.groups, [])
          return false
        },
      },
      ...badQueries('/search', '', `q=${'x'.repeat(201)}`, 'q=%00'),
    ],
  },
}
