import { FOREIGN } from '../world.ts'
import { badQueries, countFor, type Expectation, equal, get, NOTHING, query } from './ask.ts'

const salesFilters = ['search', 'product', 'customer']

const sales = (
  path: string,
  extra: string[],
  { module = 'sales', table = 'sales_history' } = {},
): Expectation => ({
  access: { permission: 'sales.read', module },
  calls: [
    {
      name: 'plain',
      request: () => get(path),
      check: async (body, world, asker) => {
        const sums = body.totals ?? body.sums
        equal(
          'lines',
          sums.lines,
          await countFor(world, asker, table, `currency = '${body.currency ?? 'CAD'}'`),
        )
        return sums.lines > 0
      },
    },
    ...badQueries(path, 'year=1', 'currency=cad', `search=${'x'.repeat(201)}`, ...extra),
  ],
  alike: salesFilters
    .filter((filter) => filter === 'search' || !/history|analytics|current/.test(path))
    .flatMap((filter) =>
      ['', ' Capsules', ' Pharmacy', '-item', '-inv-2023-1'].map((rest) => ({
        name: `${filter}${rest}`,
        foreign: () => get(`${path}?${query({ [filter]: FOREIGN + rest })}`),
        random: () => get(`${path}?${query({ [filter]: NOTHING + rest })}`),
      })),
    ),
})

/** No line is counted there, but every month adds up to what the asker may see. */
const trend: Expectation = {
  ...sales('/sales/trend', ['quarter=5'], { module: 'sales-analytics' }),
  calls: [
    {
      name: 'plain',
      request: () => get('/sales/trend?currency=CAD'),
      check: async ({ months }, world, asker) => {
        const shown = months.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0)
        equal('months', shown !== 0, (await countFor(world, asker, 'sales_history', `currency = 'CAD'`)) > 0)
        return shown !== 0
      },
    },
    ...badQueries('/sales/trend', 'year=1', 'quarter=5', 'currency=cad', `product=${'x'.repeat(501)}`),
  ],
}

/** Names that the asker's lines have, and no others. */
const names: Expectation = {
  access: { permission: 'sales.read', module: 'sales-analytics' },
  calls: [
    {
      name: 'plain',
      request: () => get('/sales/names?of=products'),
      check: async ({ items }, world, asker) => {
        equal('names', items.length > 0, (await countFor(world, asker, 'sales_history', 'true')) > 0)
        return items.length > 0
      },
    },
    ...badQueries('/sales/names', 'of=prices', `of=products&search=${'x'.repeat(201)}`),
  ],
  alike: ['products', 'customers'].flatMap((of) =>
    ['', ' Capsules', ' Pharmacy', '-item'].map((rest) => ({
      name: `${of}${rest}`,
      foreign: () => get(`/sales/names?${query({ of, search: FOREIGN + rest })}`),
      random: () => get(`/sales/names?${query({ of, search: NOTHING + rest })}`),
    })),
  ),
}

/** Two years against each other: as many lines as the asker may see of them. */
const comparison: Expectation = {
  ...sales('/sales/comparison', [], { module: 'sales-analytics' }),
  calls: [
    {
      name: 'plain',
      request: () => get('/sales/comparison?currency=CAD&from=1999-01&to=2098-12'),
      check: async ({ totals }, world, asker) => {
        const { current } = totals.lines
        equal('lines', current, await countFor(world, asker, 'sales_history', `currency = 'CAD'`))
        return current > 0
      },
    },
    ...badQueries('/sales/comparison', 'from=2024-01', 'from=2024-02&to=2024-01', 'to=x', 'currency=cad'),
  ],
}

export const salesExpectations: Record<string, Expectation> = {
  'GET /sales/history': sales('/sales/history', ['month=13', 'month=0']),
  'GET /sales/current': sales('/sales/current', ['month=13', 'month=0', 'year=99999'], {
    table: 'current_sales',
  }),
  'GET /sales/current/export': {
    access: { permission: 'sales.read', module: 'sales' },
    calls: [
      {
        name: 'xlsx',
        request: () => get('/sales/current/export'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries('/sales/current/export', 'month=13', 'currency=cad', 'format=pdf'),
    ],
  },
  'GET /sales/history/export': {
    access: { permission: 'sales.read', module: 'sales' },
    calls: [
      {
        name: 'xlsx',
        request: () => get('/sales/history/export'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries('/sales/history/export', 'month=13', 'currency=cad', 'format=pdf'),
    ],
  },
  'GET /sales/lines/export': {
    access: { permission: 'sales.read', module: 'sales' },
    calls: [
      {
        name: 'csv',
        request: () => get('/sales/lines/export?currency=CAD'),
        check: async (body: string, world, asker) => {
          const lines = await countFor(world, asker, 'sales_history', `currency = 'CAD'`)
          equal('lines', body.trim().split('\r\n').length - 1, lines)
          return lines > 0
        },
      },
      ...badQueries('/sales/lines/export', 'month=13', 'currency=cad', 'format=pdf', 'dataset=all'),
    ],
    alike: salesFilters.map((filter) => ({
      name: filter,
      foreign: () => get(`/sales/lines/export?${query({ [filter]: FOREIGN })}`),
      random: () => get(`/sales/lines/export?${query({ [filter]: NOTHING })}`),
    })),
  },
  'GET /sales/lines': sales('/sales/lines', [
    'month=13',
    'month=0',
    'quarter=5',
    'limit=0',
    'dataset=all',
    'throughMonth=13',
    `code=${'x'.repeat(101)}`,
  ]),
  'GET /sales/lines/counts': {
    access: { permission: 'sales.read', module: 'sales' },
    calls: [
      {
        name: 'plain',
        request: () => get('/sales/lines/counts?currency=CAD'),
        check: async ({ orders }, world, asker) => {
          const numbers = await world.superuser.value<number>(
            `select count(distinct s.invoice_no)
               from (select tenant_id, invoice_no, currency from sales_history
                     union all select 0, invoice_no, currency from unassigned_sales_history) s
              where s.currency = 'CAD' and s.invoice_no <> '' and ($1::int[] is null or s.tenant_id = any ($1))`,
            [asker.sees === 'all' ? null : asker.sees],
          )
          equal('orders', orders, numbers)
          return orders > 0
        },
      },
      ...badQueries('/sales/lines/counts', 'month=13', 'quarter=5', 'currency=cad', 'others=products'),
    ],
    alike: salesFilters.map((filter) => ({
      name: filter,
      foreign: () => get(`/sales/lines/counts?${query({ [filter]: FOREIGN })}`),
      random: () => get(`/sales/lines/counts?${query({ [filter]: NOTHING })}`),
    })),
  },
  'GET /sales/analytics': sales('/sales/analytics', ['quarter=0', 'quarter=5'], {
    module: 'sales-analytics',
  }),
  'GET /sales/names': names,
  'GET /sales/trend': trend,
  'GET /sales/comparison': comparison,
  'GET /sales/analytics/export': {
    access: { permission: 'sales.read', module: 'sales-analytics' },
    calls: [
      {
        name: 'xlsx',
        request: () => get('/sales/analytics/export'),
        check: (body) => body.startsWith('PK'),
      },
      ...badQueries('/sales/analytics/export', 'quarter=5', 'currency=cad', 'from=2024-01'),
    ],
  },
}
