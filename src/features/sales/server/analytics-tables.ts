import type { PlainTable } from '../../../platform/server/export/plain-tables.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'
import type { SalesAnalytics, SalesComparison, SalesTrend } from '../contract.ts'
import { monthNumber, monthText, type YearMonth } from '../domain/months.ts'

type Words = ServerMessages['salesAnalytics']
type Shown = {
  analytics: SalesAnalytics
  trend: SalesTrend
  comparison: SalesComparison
  subject: { product?: string | undefined; customer?: string | undefined }
}

const monthOf = (month: YearMonth) => monthText(monthNumber(month))

/** What the screen shows, as tables; customers give way to months where they do on the screen. */
export function analyticsTables(
  { analytics, trend, comparison, subject }: Shown,
  words: Words,
): [PlainTable, ...PlainTable[]] {
  return [
    summary(analytics, words),
    quarters(analytics, words),
    ranked(
      words.sheets.products,
      [words.product, 'text', 40],
      analytics.topProducts.map(({ product, ...sums }) => ({ name: product, ...sums })),
      words,
    ),
    analytics.topMonths
      ? ranked(
          words.sheets.months,
          [words.month, 'month', 14],
          analytics.topMonths.map((row) => ({ name: monthOf(row), ...row })),
          words,
        )
      : ranked(
          words.sheets.customers,
          [words.customer, 'text', 40],
          analytics.topCustomers.map(({ customer, ...sums }) => ({ name: customer, ...sums })),
          words,
        ),
    months(trend, subject, words),
    ...(trend.seasonality ? [season(trend.seasonality, words)] : []),
    ...(trend.forecast ? [forecast(trend.forecast, words)] : []),
    compared(comparison, words),
    counts(comparison, words),
  ]
}

function summary({ totals, comparison, currency }: SalesAnalytics, words: Words): PlainTable {
  const { figures } = words
  const years = comparison.years.map(String).reverse().join(' / ')
  const [first, last] = [comparison.months[0], comparison.months.at(-1)]
  const period = first === undefined ? '' : `${years}, ${first}–${last}`
  return {
    sheet: words.sheets.summary,
    columns: [
      [words.figure, 'text', 30],
      [words.value, 'number', 20],
      [words.currency, 'text'],
      [words.change, 'number', 16],
      [words.compared, 'text', 24],
    ],
    rows: [
      [figures.quantity, totals.quantity, null, totals.quantityGrowth, period],
      [figures.revenue, totals.revenue, currency, totals.revenueGrowth, period],
      [figures.averagePerLine, totals.averagePerLine, currency, null, null],
      [figures.averagePerOrder, totals.averagePerOrder, currency, null, null],
      [figures.orders, totals.orders, null, null, null],
      [figures.ordersPerCustomer, totals.ordersPerCustomer, null, null, null],
      [figures.lines, totals.lines, null, null, null],
      [figures.customers, totals.customers, null, null, null],
      [figures.products, totals.products, null, null, null],
    ],
  }
}

const quarters = ({ quarters, currency }: SalesAnalytics, words: Words): PlainTable => ({
  sheet: words.sheets.quarters,
  columns: [
    [words.quarter, 'number'],
    [words.figures.revenue, 'money', 20],
    [words.currency, 'text'],
    [words.figures.quantity, 'number', 16],
    [words.figures.orders, 'number'],
    [words.figures.lines, 'number'],
    [words.change, 'number', 16],
  ],
  rows: quarters.map(({ quarter, amount, quantity, orders, lines, comparison }) => [
    quarter,
    amount,
    currency,
    quantity,
    orders,
    lines,
    comparison?.revenue.growth ?? null,
  ]),
})

const ranked = (
  sheet: string,
  column: PlainTable['columns'][number],
  rows: readonly { name: string; quantity: number; amount: string }[],
  words: Words,
): PlainTable => ({
  sheet,
  columns: [column, [words.figures.revenue, 'money', 20], [words.figures.quantity, 'number', 16]],
  rows: rows.map(({ name, amount, quantity }) => [name, amount, quantity]),
})

const months = (
  { months }: SalesTrend,
  { product, customer }: Shown['subject'],
  words: Words,
): PlainTable => ({
  sheet: words.sheets.trend,
  columns: [
    [words.month, 'month', 12],
    [words.figures.revenue, 'money', 20],
    [words.figures.quantity, 'number', 16],
    [words.averageRevenue, 'money', 24],
    [words.averageQuantity, 'number', 24],
    [words.state, 'text', 16],
    [words.product, 'text', 30],
    [words.customer, 'text', 30],
  ],
  rows: months.map(({ amount, quantity, average, state, ...month }) => [
    monthOf(month),
    amount,
    quantity,
    average?.amount ?? null,
    average?.quantity ?? null,
    words.states[state],
    product ?? words.all,
    customer ?? words.all,
  ]),
})

const season = (months: NonNullable<SalesTrend['seasonality']>, words: Words): PlainTable => ({
  sheet: words.sheets.seasonality,
  columns: [
    [words.month, 'number'],
    [words.seasonRevenue, 'number', 30],
    [words.seasonQuantity, 'number', 30],
  ],
  rows: months.map(({ month, amount, quantity }) => [month, amount, quantity]),
})

const forecast = ({ amount, quantity }: NonNullable<SalesTrend['forecast']>, words: Words): PlainTable => ({
  sheet: words.sheets.forecast,
  columns: [
    [words.month, 'month', 12],
    [words.figures.revenue, 'money', 20],
    [words.low, 'money', 20],
    [words.high, 'money', 20],
    [words.method, 'text', 34],
    [words.figures.quantity, 'number', 16],
    [words.low, 'number', 16],
    [words.high, 'number', 16],
    [words.method, 'text', 34],
  ],
  rows: amount.months.map((month, at) => {
    const units = quantity.months[at]
    return [
      monthOf(month),
      month.value,
      month.low,
      month.high,
      words.methods[amount.method],
      units?.value ?? null,
      units?.low ?? null,
      units?.high ?? null,
      words.methods[quantity.method],
    ]
  }),
})

const rangeOf = ({ from, to }: SalesComparison['period']) => `${from}–${to}`

function counts({ totals, period, against }: SalesComparison, words: Words): PlainTable {
  const { figures } = words
  return {
    sheet: words.sheets.counts,
    columns: [
      [words.figure, 'text', 30],
      [rangeOf(period), 'number', 20],
      [rangeOf(against), 'number', 20],
      [words.change, 'number', 16],
    ],
    rows: (['lines', 'orders', 'customers', 'products'] as const).map((of) => [
      figures[of],
      totals[of].current,
      totals[of].previous,
      totals[of].growth,
    ]),
  }
}

function compared(
  { totals, products, customers, period, against }: SalesComparison,
  words: Words,
): PlainTable {
  const [now, before] = [rangeOf(period), rangeOf(against)]
  const row = (list: string, name: string, { revenue, quantity }: SalesComparison['totals']['figures']) => [
    list,
    name,
    revenue.current,
    revenue.previous,
    revenue.growth,
    quantity.current,
    quantity.previous,
    quantity.growth,
  ]
  const part = (list: string, { items, others, rest }: SalesComparison['products']) => [
    ...items.map(({ name, figures }) => row(list, name, figures)),
    ...(others > 0 ? [row(list, words.others, rest)] : []),
  ]
  return {
    sheet: words.sheets.comparison,
    columns: [
      [words.list, 'text', 14],
      [words.name, 'text', 40],
      [`${words.figures.revenue}, ${now}`, 'money', 30],
      [`${words.figures.revenue}, ${before}`, 'money', 30],
      [words.change, 'number', 16],
      [`${words.figures.quantity}, ${now}`, 'number', 30],
      [`${words.figures.quantity}, ${before}`, 'number', 30],
      [words.change, 'number', 16],
    ],
    rows: [
      row(words.total, words.total, totals.figures),
      ...part(words.product, products),
      ...(customers ? part(words.customer, customers) : []),
    ],
  }
}
