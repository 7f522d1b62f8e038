import type { Principal, Refusal } from '../principals.ts'
import { badQueries, countFor, type Expectation, equal, get } from './ask.ts'

/** Whoever has no access yet has nothing to hear of. */
const noCompany = (_: unknown, { sees }: Principal): Refusal | undefined =>
  sees !== 'all' && sees.length === 0 ? [403, 'permission_denied'] : undefined

export const dashboardExpectations: Record<string, Expectation> = {
  'GET /dashboard': {
    access: { permission: 'dashboard.read', module: 'dashboard' },
    calls: [
      {
        name: 'plain',
        request: () => get('/dashboard'),
        check: async ({ cards, recentOrders }, world, asker) => {
          const may = (permission: string) =>
            asker.permissions === 'all' || asker.permissions.includes(permission)
          const orders = await countFor(world, asker, 'orders')
          equal('orders', cards.totalOrders?.count, may('orders.read') ? orders : undefined)
          equal('recent orders', recentOrders?.length, may('orders.read') ? Math.min(20, orders) : undefined)
          const sold = cards.totalQuantity && Number(cards.totalQuantity.amount) !== 0
          equal(
            'sales',
            sold,
            may('sales.read') ? (await countFor(world, asker, 'sales_history')) > 0 : undefined,
          )
          return orders > 0
        },
      },
      ...badQueries('/dashboard', 'part=finance', 'currency=cad'),
    ],
  },
  'GET /dashboard/export': {
    access: { permission: 'dashboard.read', module: 'dashboard' },
    calls: [
      {
        name: 'xlsx',
        request: () => get('/dashboard/export'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries('/dashboard/export', 'currency=cad'),
    ],
  },
  'GET /feeds': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/feeds'),
        check: (body, _world, asker) => {
          const may = (topic: string) =>
            !asker.modulesOff && (asker.permissions === 'all' || asker.permissions.includes(`${topic}.read`))
          const kinds: string[] = body.items.map(({ kind }: { kind: string }) => kind)
          equal('orders', kinds.includes('orders'), may('orders'))
          equal('sales', kinds.includes('sales-history'), may('sales'))
          return kinds.length > 0
        },
      },
    ],
  },
  'GET /events': {
    access: { signedIn: true },
    calls: [
      {
        name: 'from the beginning',
        request: () => get('/events?lastEventId=0-0'),
        refusal: noCompany,
        check: (body, world, asker) => {
          const changes = (body as string).matchAll(/^data: ({"topic":"orders".*})$/gm)
          const heard = new Set([...changes].map(([, data]) => JSON.parse(data as string).tenant as number))
          const planted = [world.own, world.other]
          const may = asker.permissions === 'all' || asker.permissions.includes('orders.read')
          const seen = planted.filter((id) => asker.sees === 'all' || asker.sees.includes(id))
          equal(
            'the tenants heard of',
            planted.filter((id) => heard.has(id)),
            may && !asker.modulesOff ? seen : [],
          )
          return heard.size > 0
        },
      },
      {
        name: 'an id of no event',
        request: () => get('/events?lastEventId=x'),
        refusal: noCompany,
        check: (body) => {
          equal('a resync', (body as string).includes('event: resync'), true)
          return false
        },
      },
      ...badQueries('/events', `lastEventId=${'1'.repeat(41)}`).map((call) => ({
        ...call,
        refusal: (world: unknown, asker: Principal) => noCompany(world, asker) ?? (call.refusal as Refusal),
      })),
    ],
  },
}
