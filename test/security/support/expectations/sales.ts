import { FOREIGN } from '../world.ts'
import { badQueries, countFor, type Expectation, equal, get, NOTHING, query } from './ask.ts'

const salesFilters = ['search', 'product', 'customer']

const sales = (path: string, extra: string[]): Expectation => ({
  access: { permission: 'sales.read', module: 'sales' },
  calls: [
    {
      name: 'plain',
      request: () => get(path),
      check: async (body, world, asker) => {
        const sums = body.totals ?? body.sums
        equal(
          'lines',
          sums.lines,
          await countFor(world, asker, 'sales_history', `currency = '${body.currency ?? 'CAD'}'`),
        )
        return sums.lines > 0
      },
    },
    ...badQueries(
      path,
      'month=13',
      'month=0',
      'year=1',
      'currency=cad',
      `search=${'x'.repeat(201)}`,
      ...extra,
    ),
  ],
  alike: salesFilters
    .filter((filter) => filter === 'search' || path.includes('lines'))
    .flatMap((filter) =>
      ['', ' Capsules', ' Pharmacy', '-item', '-inv-2023-1'].map((rest) => ({
        name: `${filter}${rest}`,
        foreign: () => get(`${path}?${query({ [filter]: FOREIGN + rest })}`),
        random: () => get(`${path}?${query({ [filter]: NOTHING + rest })}`),
      })),
    ),
})

export const salesExpectations: Record<string, Expectation> = {
  'GET /sales/history': sales('/sales/history', []),
  'GET /sales/lines': {
    ...sales('/sales/lines', ['quarter=5', 'limit=0', 'dataset=all']),
  },
}
