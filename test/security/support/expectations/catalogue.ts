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
