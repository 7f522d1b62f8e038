import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Json } from '../../../support/client.ts'
import type { Principal, Request } from '../principals.ts'
import { FOREIGN, OWN, type World } from '../world.ts'
import {
  type Access,
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  NOTHING,
  query,
  RANDOM_ID,
} from './ask.ts'

const wish = (lotNo: string, body: object): Request => ({
  method: 'PUT',
  path: `/api/v1/lots/${lotNo}/wish`,
  body,
})
const access: Access = { permission: 'lots.read', module: 'qaqc' }

/** Lots that the asker's tenants have access to; administrators see those of nobody, too. */
const seenBy = ({ superuser }: World, { sees }: Principal, where = 'true') =>
  superuser.value<number>(
    sees === 'all'
      ? `select count(*) from lots where ${where}`
      : `select count(*) from lots x where ${where}
           and exists (select from lot_access a where a.lot_id = x.id and a.tenant_id = any ($1))`,
    sees === 'all' ? [] : [sees],
  )

type Check = (body: Json, world: World, asker: Principal) => Promise<void> | void

/** One's own lot by its number; 404 for whoever has none of it on a line, as for one that is not there. */
const ofLot = (address: (lotNo: string) => string, check: Check): Pick<Expectation, 'calls' | 'alike'> => ({
  calls: [
    {
      name: 'own',
      request: () => get(address(`${OWN}-lot`)),
      refusal: (world, { sees }) =>
        sees === 'all' || sees.includes(world.own) ? undefined : [404, 'not_found'],
      check: async (body, world, asker) => {
        await check(body, world, asker)
        return true
      },
    },
    ...[`id:${RANDOM_ID}`, NOTHING, 'id:0', '%25'].map(
      (number): Call => ({
        name: number,
        request: () => get(address(number)),
        refusal: [404, 'not_found'],
      }),
    ),
    { name: 'too long', request: () => get(address('x'.repeat(201))), refusal: invalid },
  ],
  alike: [
    {
      name: 'number',
      foreign: () => get(address(`${FOREIGN}-lot`)),
      random: () => get(address(`${NOTHING}-lot`)),
    },
  ],
})

export const lotsExpectations: Record<string, Expectation> = {
  'GET /lots': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get('/lots?limit=1000'),
        check: async (body, world, asker) => {
          const count = await seenBy(world, asker)
          equal('total', body.total, count)
          equal('items', body.items.length, count)
          return count > 0
        },
      },
      {
        name: 'search',
        request: () => get(`/lots?${query({ search: FOREIGN })}`),
        check: async (body, world, asker) => {
          equal('total', body.total, await seenBy(world, asker, `lot_no like '${FOREIGN}%'`))
          return false
        },
      },
      ...badQueries('/lots', 'limit=0', 'state=lost', `search=${'x'.repeat(201)}`),
      ...badCursors('/lots', 2),
    ],
    alike: [
      ['search', query({ search: FOREIGN }), query({ search: NOTHING })],
      ['name of a product', query({ search: `${FOREIGN} Caps` }), query({ search: `${NOTHING} Caps` })],
      [
        'place in the list',
        query({ cursor: sealCursor(['2025-01-02', 1]) }),
        query({ cursor: sealCursor(['2025-01-02', 0]) }),
      ],
    ].map(([name, foreign, random]) => ({
      name: name as string,
      foreign: () => get(`/lots?${foreign}`),
      random: () => get(`/lots?${random}`),
    })),
  },
  'GET /lots/{lotNo}': {
    access,
    ...ofLot(
      (lotNo) => `/lots/${lotNo}`,
      ({ lot, results, lines }, _, asker) => {
        equal('results', results.length, 3)
        equal(
          'lines',
          lines?.length,
          asker.permissions === 'all' || asker.permissions.includes('orders.read') ? 3 : undefined,
        )
        equal('what was made', lot.made !== null, asker.sees === 'all')
      },
    ),
  },
  'PUT /lots/{lotNo}/wish': {
    access,
    shownIn: 'test/server/certificates.test.ts',
    calls: [
      ...[`id:${RANDOM_ID}`, NOTHING].map(
        (number): Call => ({
          name: number,
          request: () => wish(number, { wished: true }),
          refusal: [404, 'not_found'],
        }),
      ),
      { name: 'nothing said', request: () => wish(NOTHING, {}), refusal: invalid },
    ],
    alike: [
      {
        name: 'number',
        foreign: () => wish(`${FOREIGN}-lot`, { wished: true }),
        random: () => wish(`${NOTHING}-lot`, { wished: true }),
      },
    ],
  },
  'GET /lots/{lotNo}/trends': {
    access,
    ...ofLot(
      (lotNo) => `/lots/${lotNo}/trends`,
      ({ tests }) => equal('tests', tests.length, 3),
    ),
  },
  'GET /lot-results/export': {
    access,
    ...ofLot(
      (lotNo) => `/lot-results/export?lotNo=${lotNo}`,
      (body) => equal('rows', (body as string).trim().split(/\r?\n/).length - 1, 3),
    ),
  },
}
