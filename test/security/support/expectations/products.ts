import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Principal } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  put,
  query,
  RANDOM_ID,
} from './ask.ts'

/** Products that the asker's tenants have access to; administrators see those of nobody, too. */
const seenBy = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    sees === 'all'
      ? `select count(*) from products where ${where}`
      : `select count(*) from products p where ${where}
           and exists (select from product_access a where a.product_id = p.id and a.tenant_id = any ($1))`,
    sees === 'all' ? [] : [sees],
  )

const TERMS = {
  minimum: { quantity: 100, unit: 'KG' },
  leadWeeks: { from: 6, to: 8 },
  owner: null,
  statedOn: null,
  version: RANDOM_ID,
}
const keepClass = (name: string, body: unknown) => put(`/product-classes/${name}`, body)

export const productsExpectations: Record<string, Expectation> = {
  'GET /product-classes': {
    access: { permission: 'products.read', module: 'product' },
    calls: [
      {
        name: 'all',
        request: () => get('/product-classes'),
        check: ({ items }) => {
          equal(
            'minimums',
            items.map(({ minimum }: { minimum: object }) => minimum),
            [
              { quantity: 100, unit: 'KG' },
              { quantity: 150, unit: 'UN' },
              { quantity: 5000, unit: 'UN' },
            ],
          )
          return true
        },
      },
    ],
  },
  'PUT /product-classes/{class}': {
    access: { permission: 'company.manage' },
    shownIn: 'test/server/class-terms.test.ts',
    calls: [
      {
        name: 'a version that is not',
        request: () => keepClass('blend', TERMS),
        refusal: [412, 'stale_version'],
      },
      { name: 'no class', request: () => keepClass('x', TERMS), refusal: invalid },
      ...[
        {},
        { ...TERMS, minimum: { quantity: 0, unit: 'KG' } },
        { ...TERMS, minimum: { quantity: 1, unit: ' ' } },
        { ...TERMS, leadWeeks: { from: 9, to: 8 } },
        { ...TERMS, statedOn: '2025-02-30' },
      ].map((body, at) => ({
        name: `terms ${at}`,
        request: () => keepClass('blend', body),
        refusal: invalid,
      })),
    ],
  },
  'GET /products': {
    access: { permission: 'products.read', module: 'product' },
    calls: [
      {
        name: 'plain',
        request: () => get('/products?limit=1000'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/products?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await seenBy(world, asker, `name like '${FOREIGN}%'`))
          return false
        },
      },
      ...badQueries('/products', 'limit=0', 'class=mine', 'active=1', `search=${'x'.repeat(201)}`),
      ...badCursors('/products', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['category', query({ category: `${FOREIGN} category` }), query({ category: `${NOTHING} category` })],
      [
        'place in the list',
        query({ cursor: sealCursor([`${FOREIGN}-item`, 1]) }),
        query({ cursor: sealCursor([`${FOREIGN}-x`, 1]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: () => get(`/products?${foreign}`),
      random: () => get(`/products?${random}`),
    })),
  },
  'GET /products/{id}': {
    access: { permission: 'products.read', module: 'product' },
    calls: [
      {
        name: 'own',
        request: (world) => get(`/products/${world.ownProduct}`),
        refusal: (world, { sees }) =>
          sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
        check: (body) => {
          equal('item', body.itemNo, `${OWN}-item`)
          return true
        },
      },
      { name: 'none', request: () => get(`/products/${RANDOM_ID}`), refusal: [404, 'not_found'] },
      ...['0', 'x', '1.5'].map((id) => ({
        name: id,
        request: () => get(`/products/${id}`),
        refusal: invalid,
      })),
    ],
    alike: [
      {
        name: 'product',
        foreign: (world) => get(`/products/${world.foreignProduct}`),
        random: () => get(`/products/${RANDOM_ID}`),
      },
    ],
  },
}
