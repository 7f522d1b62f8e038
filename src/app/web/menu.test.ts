import { expect, test } from 'vitest'
import type { Access } from '../../platform/web/access/access.tsx'
import type { NavigationItem } from '../../platform/web/navigation.ts'
import { firstScreen, itemAt, menuFor } from './menu.ts'

const icon = () => null
const item = (
  to: string,
  group: NavigationItem['group'],
  order: number,
  rest: Partial<NavigationItem> = {},
) => ({ to, group, order, label: 'orders', icon, ...rest }) as NavigationItem

const items = [
  item('/sales', 'money', 2, { permission: 'sales.read', module: 'sales' }),
  item('/finance', 'money', 1, { module: 'finance' }),
  item('/orders', 'buy', 1, { permission: 'orders.read', module: 'orders' }),
  item('/about-us', 'help', 1),
]
const access = (rest: Partial<Access>): Access => ({
  user: { name: '', email: '' },
  role: 'viewer',
  roleNames: {},
  seesAllTenants: false,
  tenant: null,
  permissions: ['orders.read', 'sales.read'],
  modules: { orders: true, sales: true, finance: true },
  ...rest,
})
const shown = (who: Access) =>
  menuFor(who, items).map(({ group, items: own }) => [group, own.map(({ to }) => to)])

test('groups and items stand in their order', () => {
  expect(shown(access({}))).toEqual([
    ['buy', ['/orders']],
    ['money', ['/finance', '/sales']],
    ['help', ['/about-us']],
  ])
})

test('a hidden module, a missing one and a missing permission take the item and its empty group away', () => {
  expect(shown(access({ modules: { orders: false, sales: true } }))).toEqual([
    ['money', ['/sales']],
    ['help', ['/about-us']],
  ])
  expect(shown(access({ permissions: [] }))).toEqual([
    ['money', ['/finance']],
    ['help', ['/about-us']],
  ])
})

test.each([
  ['/', '/'],
  ['/orders', '/orders'],
  ['/orders/SO-1', '/orders'],
  ['/orders/tracking', '/orders/tracking'],
  ['/orders-old', undefined],
  ['/finance', undefined],
])('%s belongs to %s', (pathname, to) => {
  const own = [item('/', 'home', 1), item('/orders', 'buy', 1), item('/orders/tracking', 'buy', 2)]
  expect(itemAt(pathname, menuFor(access({}), own))).toBe(to)
})

test('whoever may see nothing else begins within the layout, not at the form outside of it', () => {
  const session = { ...access({ permissions: [], modules: {} }) }
  expect(firstScreen({ status: 'in', session } as never)).toMatch(/^\/(security|notifications)$/)
})
