import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Json } from '../../../support/client.ts'
import { FOREIGN, OWN } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  countFor,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  put,
  query,
  RANDOM_ID,
} from './ask.ts'

/** One's own order by its number; 404 for whoever does not see it, as for none. */
const orderCalls = (path: string, check: (body: Json) => void): Call[] => [
  {
    name: 'own',
    request: () => get(`/orders/${OWN}-O1${path}`),
    refusal: (world, { sees }) =>
      sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
    check: (body) => {
      check(body)
      return true
    },
  },
  ...[`id:${RANDOM_ID}`, NOTHING, 'id:0', '%25'].map(
    (number): Call => ({
      name: number,
      request: () => get(`/orders/${number}${path}`),
      refusal: [404, 'not_found'],
    }),
  ),
  { name: 'too long', request: () => get(`/orders/${'x'.repeat(201)}${path}`), refusal: invalid },
]

const orderAlike = (path: string) => [
  {
    name: 'number',
    foreign: () => get(`/orders/${FOREIGN}-O1${path}`),
    random: () => get(`/orders/${NOTHING}-O1${path}`),
  },
]

const unlessBlind = (call: Call): Call => ({
  ...call,
  refusal: (world, asker) =>
    asker.permissions !== 'all' && !asker.permissions.includes('orders.read') && call.name !== 'too long'
      ? [403, 'permission_denied']
      : typeof call.refusal === 'function'
        ? call.refusal(world, asker)
        : call.refusal,
})

export const ordersExpectations: Record<string, Expectation> = {
  'GET /orders': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      {
        name: 'plain',
        request: () => get('/orders?limit=1000'),
        check: async (body, world, asker) => {
          const count = await countFor(world, asker, 'orders')
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          equal('all', body.counts.all, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/orders?${query({ search: `${FOREIGN}-O1` })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await countFor(world, asker, 'orders', `ord_no = '${FOREIGN}-O1'`))
          return false
        },
      },
      ...badQueries('/orders', 'limit=0', 'limit=1001', 'sort=tenant_id', 'sort=-', 'group=mine'),
      ...badQueries('/orders', `search=${'x'.repeat(201)}`, `status=${'x'.repeat(101)}`),
      ...badCursors('/orders', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['client name', query({ search: `${FOREIGN} Pharmacy` }), query({ search: `${NOTHING} Pharmacy` })],
      ['status', query({ status: `${FOREIGN} status` }), query({ status: `${NOTHING} status` })],
      [
        'place in the list',
        query({ sort: 'ordNo', cursor: sealCursor([`${FOREIGN}-O3`, 1]) }),
        query({ sort: 'ordNo', cursor: sealCursor([`${FOREIGN}-x`, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: () => get(`/orders?limit=3&${foreign}`),
      random: () => get(`/orders?limit=3&${random}`),
    })),
  },
  'GET /orders/export': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      {
        name: 'csv',
        request: () => get('/orders/export?format=csv'),
        check: async (body, world, asker) => {
          const lines = (body as string).trim().split(/\r?\n/).length - 1
          equal('rows', lines, await countFor(world, asker, 'orders'))
          return lines > 0
        },
      },
      {
        name: 'xlsx',
        request: () => get('/orders/export?format=xlsx'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries(
        '/orders/export',
        'format=pdf',
        'sort=tenant_id',
        'group=mine',
        `search=${'x'.repeat(201)}`,
      ),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`/orders/export?${query({ search: FOREIGN })}`),
        random: () => get(`/orders/export?${query({ search: NOTHING })}`),
      },
    ],
  },
  'GET /orders/{ordNo}': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      ...orderCalls('', ({ order, timeline, lines }) => {
        equal('the order', order.ordNo, `${OWN}-O1`)
        equal('its history and lines', [timeline.total, lines.length], [1, 1])
      }),
    ],
    alike: orderAlike(''),
  },
  'GET /orders/{ordNo}/timeline': {
    access: { permission: 'orders.read', module: 'orders' },
    calls: [
      ...orderCalls('/timeline', ({ items }) => equal('what is told', items[0]?.field, 'created')),
      ...badQueries(`/orders/${OWN}-O1/timeline`, 'limit=0', 'limit=1001'),
    ],
    alike: orderAlike('/timeline'),
  },
  // Who reads documents, but no orders, learns nothing of one by them.
  'GET /orders/{ordNo}/documents': {
    access: { permission: 'documents.read', module: 'orders' },
    calls: [
      ...orderCalls('/documents', ({ items, total }) => {
        equal('what can be opened', items.length, total)
        if (items.some(({ title }: Json) => !title.startsWith(OWN)))
          throw new Error('another company’s document')
      }).map(unlessBlind),
      ...badQueries(`/orders/${OWN}-O1/documents`, 'limit=0', 'limit=1001'),
      ...badCursors(`/orders/${OWN}-O1/documents`, 3).map(unlessBlind),
    ],
    alike: orderAlike('/documents'),
  },
  'PUT /orders/{ordNo}/lots/{lotNo}/wish': {
    access: { permission: 'orders.read', module: 'orders' },
    shownIn: 'test/server/lot-documents.test.ts',
    calls: [
      ...[`id:${RANDOM_ID}`, NOTHING].map(
        (number): Call => ({
          name: number,
          request: () => put(`/orders/${number}/lots/${OWN}-lot/wish`, { wished: true }),
          refusal: [404, 'not_found'],
        }),
      ),
      {
        name: 'a lot that stands on none of its lines',
        request: () => put(`/orders/${OWN}-O1/lots/${NOTHING}/wish`, { wished: true }),
        refusal: [404, 'not_found'],
      },
      { name: 'nothing said', request: () => put(`/orders/${OWN}-O1/lots/x/wish`, {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'number of the order',
        foreign: () => put(`/orders/${FOREIGN}-O1/lots/x/wish`, { wished: true }),
        random: () => put(`/orders/${NOTHING}-O1/lots/x/wish`, { wished: true }),
      },
      {
        name: 'number of the lot',
        foreign: () => put(`/orders/${OWN}-O1/lots/${FOREIGN}-lot/wish`, { wished: true }),
        random: () => put(`/orders/${OWN}-O1/lots/${NOTHING}-lot/wish`, { wished: true }),
      },
    ],
  },
}
