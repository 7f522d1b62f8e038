import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal, Request } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  post,
  query,
  RANDOM_ID,
} from './ask.ts'

const access = { permission: 'products.read', module: 'product' }
const writes = { permission: 'catalogue.write', module: 'product' }
const TERMS = { choice: true, minimumQuantity: null, leadWeeks: null, version: 0 }
const put = (tenant: number | string, product: number | string, body: unknown = TERMS): Request => ({
  method: 'PUT',
  path: `/api/v1/catalogue/${tenant}/${product}`,
  body,
})

const PRICE = { id: null, amount: '1.00', unit: null, validFrom: '2025-01-01', validTo: null, version: 0 }
const PRODUCT = {
  ...{ id: null, itemNo: 'kept', name: 'Kept', names: { 'fr-CA': null, de: null, es: null } },
  ...{
    category: null,
    class: null,
    unit: null,
    minimumQuantity: null,
    leadWeeks: null,
    active: true,
    version: 0,
  },
}
const shownIn = 'test/server/catalogue-kept.test.ts'
const priced = (tenant: number | string, product: number | string) => `/catalogue/${tenant}/${product}/prices`
/** Prices of a product in a client's catalogue: another client's are as absent as none. */
const ofPrices = (
  request: (path: string) => Request,
  bad: [string, (path: string) => Request][] = [],
): Expectation => ({
  access: writes,
  shownIn,
  calls: [
    {
      name: 'no such tenant',
      request: ({ ownProduct }) => request(priced(RANDOM_ID, ownProduct)),
      refusal: noPrices,
    },
    { name: 'no such product', request: ({ own }) => request(priced(own, RANDOM_ID)), refusal: noPrices },
    ...bad.map(([name, asked]) => ({ name, request: () => asked(priced(1, 1)), refusal: invalid })),
  ],
  alike: [
    {
      name: 'the other tenant',
      foreign: ({ other, ownProduct }) => request(priced(other, ownProduct)),
      random: ({ ownProduct }) => request(priced(RANDOM_ID, ownProduct)),
    },
  ],
})
/** Who may not see prices is told so first. */
const noPrices = (_: World, { permissions }: Principal): [number, string] =>
  permissions === 'all' || permissions.includes('prices.read')
    ? [404, 'not_found']
    : [403, 'permission_denied']

/** Every planted product is made, and nobody took one out. */
const seenBy = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    `select count(*) from product_access a join products p on p.id = a.product_id where ${where}
      and ($1::int[] is null or a.tenant_id = any ($1))`,
    [sees === 'all' ? null : sees],
  )

export const catalogueExpectations: Record<string, Expectation> = {
  'GET /catalogue': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/catalogue?limit=1000'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          const priced = body.items.filter((item: { price: unknown }) => item.price).length
          const may = asker.permissions === 'all' || asker.permissions.includes('prices.read')
          equal('with a price', priced, may ? count : 0)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/catalogue?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await seenBy(world, asker, `p.name like '${FOREIGN}%'`))
          return false
        },
      },
      ...badQueries('/catalogue', 'limit=0', 'class=mine', 'tenant=0', `search=${'x'.repeat(201)}`),
      ...badCursors('/catalogue', 3),
    ],
    alike: [
      ['search', () => query({ search: FOREIGN }), query({ search: NOTHING })],
      ['tenant', ({ other }: World) => query({ tenant: other }), query({ tenant: RANDOM_ID })],
      [
        'place in the list',
        () => query({ cursor: sealCursor([`${FOREIGN}-item`, 1, 1]) }),
        query({ cursor: sealCursor([`${FOREIGN}-x`, 1, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: (world: World) => get(`/catalogue?${(foreign as (world: World) => string)(world)}`),
      random: () => get(`/catalogue?${random}`),
    })),
  },
  'GET /catalogue/candidates': {
    access: writes,
    calls: [
      {
        name: 'what could be offered',
        request: () => get(`/catalogue/candidates?${query({ search: `${OWN}-item` })}`),
        // What one client alone has is offered by whoever looks after that client.
        check: ({ items }, { own }, { sees }) => {
          const seen = sees === 'all' || sees.includes(own)
          equal('items', items.length, seen ? 1 : 0)
          return seen
        },
      },
      ...badQueries('/catalogue/candidates', '', `search=${'x'.repeat(201)}`),
    ],
  },
  'GET /catalogue/{tenantId}/{productId}/prices': ofPrices(get, [
    ['no number', () => get('/catalogue/x/1/prices')],
  ]),
  'POST /catalogue/{tenantId}/{productId}/prices': ofPrices(
    (path) => post(path, PRICE),
    [
      ['nothing', (path) => post(path, {})],
      ['a price below 0', (path) => post(path, { ...PRICE, amount: '-1' })],
      ['days the wrong way', (path) => post(path, { ...PRICE, validTo: '2024-12-31' })],
    ],
  ),
  'POST /catalogue/{tenantId}/{productId}/prices/{id}/remove': ofPrices(
    (path) => post(`${path}/1/remove`, { version: 1 }),
    [['nothing', (path) => post(`${path}/1/remove`, {})]],
  ),
  'POST /catalogue/products': {
    access: writes,
    shownIn,
    calls: [
      {
        name: 'no such tenant',
        request: () => post('/catalogue/products', { ...PRODUCT, tenant: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      ...[{}, { ...PRODUCT, tenant: 1, class: 'gummy' }, { ...PRODUCT, tenant: 1, itemNo: ' ' }].map(
        (body, at) => ({
          name: `facts ${at}`,
          request: () => post('/catalogue/products', body),
          refusal: invalid,
        }),
      ),
    ],
    alike: [
      {
        name: 'the other tenant',
        foreign: ({ other }) => post('/catalogue/products', { ...PRODUCT, tenant: other }),
        random: () => post('/catalogue/products', { ...PRODUCT, tenant: RANDOM_ID }),
      },
    ],
  },
  'PUT /catalogue/{tenantId}/{productId}': {
    access: writes,
    shownIn: 'test/server/catalogue.test.ts',
    calls: [
      {
        name: 'no such tenant',
        request: ({ ownProduct }) => put(RANDOM_ID, ownProduct),
        refusal: [404, 'not_found'],
      },
      {
        name: 'no such product',
        request: ({ own }) => put(own, RANDOM_ID),
        refusal: [404, 'not_found'],
      },
      ...[{}, { ...TERMS, minimumQuantity: 0 }, { ...TERMS, leadWeeks: { from: 2, to: 1 } }].map(
        (body, at) => ({
          name: `terms ${at}`,
          request: () => put(1, 1, body),
          refusal: invalid,
        }),
      ),
    ],
    alike: [
      {
        name: 'the other tenant',
        foreign: ({ other, ownProduct }) => put(other, ownProduct, { ...TERMS, version: RANDOM_ID }),
        random: ({ ownProduct }) => put(RANDOM_ID, ownProduct, { ...TERMS, version: RANDOM_ID }),
      },
    ],
  },
}
