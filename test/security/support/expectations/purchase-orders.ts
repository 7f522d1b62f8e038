import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal, Request } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  file,
  get,
  invalid,
  NOTHING,
  notJson,
  post,
  put,
  query,
  RANDOM_ID,
  wrongFiles,
} from './ask.ts'
import { attached } from './attached.ts'

const shownIn = 'test/server/purchase-orders.test.ts'
const PATH = '/purchase-orders'
const module = 'orders'
const reads = { permission: 'purchase_orders.read', module }
const writes = { permission: 'purchase_orders.write', module }
const approves = { permission: 'purchase_orders.approve', module }
const manages = { permission: 'purchase_orders.manage', module }
const draft = { poNo: 'x', requestedDate: null, shipTo: null, note: null, lines: [] }

const countFor = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from purchase_orders where ${where} and ($1::int[] is null or tenant_id = any ($1))`,
    [sees === 'all' ? null : sees],
  )
/** For those who look at several, a tenant must be named; members name their own or none. */
const ofTenant = ({ own }: World, { sees }: Principal) =>
  sees === 'all' || sees.includes(own) ? undefined : ([404, 'not_found'] as [number, string])

const files = (id: number | string) => `${PATH}/${id}/files`

/** One purchase order by its id: the other tenant's is as absent as none. */
const one = (
  access: Expectation['access'],
  request: (id: number | string) => Request,
  more: Call[] = [],
): Expectation => ({
  access,
  shownIn,
  calls: [
    { name: 'none', request: () => request(RANDOM_ID), refusal: [404, 'not_found'] },
    ...['0', 'x'].map((id): Call => ({ name: `id ${id}`, request: () => request(id), refusal: invalid })),
    ...more,
  ],
  alike: [
    {
      name: 'the other tenant’s',
      foreign: ({ foreignPurchaseOrder }) => request(foreignPurchaseOrder),
      random: () => request(RANDOM_ID),
    },
  ],
})

export const purchaseOrderExpectations: Record<string, Expectation> = {
  'GET /purchase-orders': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get(`${PATH}?limit=1000`),
        check: async (body, world, asker) => {
          const count = await countFor(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          equal('counts', body.counts.all, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`${PATH}?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await countFor(world, asker, `po_no like '${FOREIGN}%'`))
          return false
        },
      },
      ...badQueries(PATH, 'limit=0', 'sort=tenant_id', 'status=open', 'period=century', 'from=2025-02-30'),
      ...badQueries(PATH, `search=${'x'.repeat(201)}`, 'tenant=0'),
      ...badCursors(PATH, 2),
    ],
    alike: [
      ['search', () => query({ search: FOREIGN }), query({ search: NOTHING })],
      ['tenant', ({ other }: World) => query({ tenant: other }), query({ tenant: RANDOM_ID })],
      [
        'place in the list',
        () => query({ sort: 'poNo', cursor: sealCursor([`${FOREIGN}-PO1`, 1]) }),
        query({ sort: 'poNo', cursor: sealCursor([`${FOREIGN}-x`, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: (world: World) => get(`${PATH}?${(foreign as (world: World) => string)(world)}`),
      random: () => get(`${PATH}?${random}`),
    })),
  },
  'GET /purchase-orders/export': {
    access: reads,
    calls: [
      {
        name: 'own',
        request: () => get(`${PATH}/export?${query({ search: `${OWN}-PO` })}`),
        check: (text) => typeof text === 'string' && text.includes(`${OWN}-PO1`),
      },
      ...badQueries(`${PATH}/export`, 'format=pdf', 'status=open', 'sort=tenant_id'),
    ],
    alike: [
      {
        name: 'search',
        foreign: () => get(`${PATH}/export?${query({ search: FOREIGN })}`),
        random: () => get(`${PATH}/export?${query({ search: NOTHING })}`),
      },
    ],
  },
  'GET /purchase-orders/{id}/pdf': one(reads, (id) => get(`${PATH}/${id}/pdf`)),
  'GET /purchase-orders/summary': {
    access: reads,
    calls: [
      {
        name: 'plain',
        request: () => get(`${PATH}/summary`),
        check: async ({ statuses }, world, asker) => {
          const count = await countFor(world, asker)
          const all = statuses.reduce((sum: number, one: { count: number }) => sum + one.count, 0)
          equal('counted', all, count)
          return count > 0
        },
      },
      ...badQueries(`${PATH}/summary`, 'currency=x', 'status=open'),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => get(`${PATH}/summary?tenant=${other}`),
        random: () => get(`${PATH}/summary?tenant=${RANDOM_ID}`),
      },
    ],
  },
  'GET /purchase-orders/settings': {
    access: reads,
    calls: [
      {
        name: 'own',
        request: ({ own }) => get(`${PATH}/settings?tenant=${own}`),
        refusal: ofTenant,
        check: ({ addresses }) => {
          equal('addresses', addresses.length, 1)
          return true
        },
      },
      ...badQueries(`${PATH}/settings`, 'tenant=0'),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => get(`${PATH}/settings?tenant=${other}`),
        random: () => get(`${PATH}/settings?tenant=${RANDOM_ID}`),
      },
    ],
  },
  'PUT /purchase-orders/addresses': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'no such tenant',
        request: () => put(`${PATH}/addresses`, { tenant: RANDOM_ID, addresses: [], version: 0 }),
        refusal: [404, 'not_found'],
      },
      { name: 'nothing', request: () => put(`${PATH}/addresses`, {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) =>
          put(`${PATH}/addresses`, { tenant: other, addresses: [], version: RANDOM_ID }),
        random: () => put(`${PATH}/addresses`, { tenant: RANDOM_ID, addresses: [], version: RANDOM_ID }),
      },
    ],
  },
  'PUT /purchase-orders/approval-limit': {
    access: approves,
    shownIn,
    calls: [
      {
        name: 'an old version',
        request: () => put(`${PATH}/approval-limit`, { approvalLimit: '1.00', version: RANDOM_ID }),
        refusal: (_, { permissions, name }) =>
          permissions === 'all' || name.startsWith('administrator narrowed')
            ? [403, 'permission_denied']
            : [412, 'stale_version'],
      },
      {
        name: 'no money',
        request: () => put(`${PATH}/approval-limit`, { approvalLimit: 'x' }),
        refusal: invalid,
      },
    ],
  },
  'GET /purchase-orders/{id}': {
    ...one(reads, (id) => get(`${PATH}/${id}`)),
    calls: [
      {
        name: 'own',
        request: ({ ownPurchaseOrder }) => get(`${PATH}/${ownPurchaseOrder}`),
        refusal: ofTenant,
        check: ({ purchaseOrder, lines }) => {
          equal('which', purchaseOrder.poNo, `${OWN}-PO1`)
          return lines.length === 1
        },
      },
      ...one(reads, (id) => get(`${PATH}/${id}`)).calls,
    ],
  },
  'POST /purchase-orders/check': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'no such tenant',
        request: () =>
          post(`${PATH}/check`, { tenant: RANDOM_ID, poNo: null, requestedDate: null, lines: [] }),
        refusal: [404, 'not_found'],
      },
      { name: 'nothing', request: () => post(`${PATH}/check`, {}), refusal: invalid },
      notJson(`${PATH}/check`),
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) =>
          post(`${PATH}/check`, { tenant: other, poNo: null, requestedDate: null, lines: [] }),
        random: () =>
          post(`${PATH}/check`, { tenant: RANDOM_ID, poNo: null, requestedDate: null, lines: [] }),
      },
    ],
  },
  'POST /purchase-orders': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'no such tenant',
        request: () => post(PATH, { ...draft, tenant: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      { name: 'nothing', request: () => post(PATH, {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'tenant',
        foreign: ({ other }) => post(PATH, { ...draft, tenant: other }),
        random: () => post(PATH, { ...draft, tenant: RANDOM_ID }),
      },
    ],
  },
  'PUT /purchase-orders/{id}': one(writes, (id) => put(`${PATH}/${id}`, { ...draft, version: 1 }), [
    { name: 'nothing', request: () => put(`${PATH}/1`, {}), refusal: invalid },
  ]),
  'POST /purchase-orders/{id}/files': one(
    writes,
    (id) => file(`${files(id)}?name=x.csv`),
    wrongFiles(files(RANDOM_ID)),
  ),
  'GET /purchase-orders/{id}/files/{fileId}': attached(
    reads,
    'purchaseOrders',
    (id, fileId) => `${PATH}/${id}/files/${fileId}`,
    ({ sees }) => sees,
  ),
  'DELETE /purchase-orders/{id}/files/{fileId}': one(writes, (id) => ({
    method: 'DELETE',
    path: `/api/v1${PATH}/${id}/files/1`,
  })),
  'POST /purchase-orders/{id}/discard': one(writes, (id) => post(`${PATH}/${id}/discard`, { version: 1 })),
  'POST /purchase-orders/{id}/act': one(
    writes,
    (id) => post(`${PATH}/${id}/act`, { act: 'withdraw', version: 0 }),
    [{ name: 'an answer', request: () => post(`${PATH}/1/act`, { act: 'accept' }), refusal: invalid }],
  ),
  'POST /purchase-orders/{id}/decision': one(
    approves,
    (id) => post(`${PATH}/${id}/decision`, { approve: true, version: 0 }),
    [{ name: 'nothing', request: () => post(`${PATH}/1/decision`, {}), refusal: invalid }],
  ),
  'POST /purchase-orders/{id}/answer': one(
    manages,
    (id) => post(`${PATH}/${id}/answer`, { act: 'accept', version: 0 }),
    [
      {
        name: 'a client’s act',
        request: () => post(`${PATH}/1/answer`, { act: 'submit' }),
        refusal: invalid,
      },
    ],
  ),
  'GET /feed/purchase-orders': {
    access: { key: 'collect' },
    calls: [
      {
        name: 'plain',
        request: () => get('/feed/purchase-orders?limit=1000'),
        check: async ({ items }, world, asker) => {
          const count = await countFor(world, asker, 'feed_version is distinct from acknowledged_version')
          equal('items', items.length, count)
          return count > 0
        },
      },
      ...badQueries('/feed/purchase-orders', 'limit=0', 'limit=1001'),
    ],
  },
  'POST /feed/purchase-orders/acknowledge': {
    access: { key: 'collect' },
    calls: [
      {
        name: 'an old version',
        request: ({ ownPurchaseOrder }) =>
          post('/feed/purchase-orders/acknowledge', {
            items: [{ id: ownPurchaseOrder, version: RANDOM_ID }],
          }),
        check: ({ acknowledged }) => acknowledged === 0,
      },
      { name: 'nothing', request: () => post('/feed/purchase-orders/acknowledge', {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'the other tenant’s',
        foreign: ({ foreignPurchaseOrder }) =>
          post('/feed/purchase-orders/acknowledge', {
            items: [{ id: foreignPurchaseOrder, version: RANDOM_ID }],
          }),
        random: () =>
          post('/feed/purchase-orders/acknowledge', { items: [{ id: RANDOM_ID, version: RANDOM_ID }] }),
      },
    ],
  },
}
