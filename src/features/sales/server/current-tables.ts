import type { PlainTable } from '../../../platform/server/export/plain-tables.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'
import type { CurrentSales } from '../contract.ts'

type Words = ServerMessages['currentSales']

/** What the screen shows, as tables; `month`: the one that is filtered by. */
export function currentTables(sales: CurrentSales, words: Words, month: number | undefined) {
  const { totals, ytd, currency } = sales
  const [previous, current] = ytd.years.map(String) as [string, string]
  const compared =
    (month ?? 1) <= ytd.throughMonth ? `${previous} / ${current}, ${month ?? `1–${ytd.throughMonth}`}` : null
  const summary: PlainTable = {
    sheet: words.sheets.summary,
    columns: [
      [words.figure, 'text', 34],
      [words.value, 'number', 20],
      [words.before, 'number', 20],
      [words.growth, 'number', 14],
      [words.currency, 'text'],
      [words.period, 'text', 24],
    ],
    rows: [
      [words.figures.revenue, totals.revenue, null, null, currency, null],
      [words.figures.quantity, totals.quantity, null, null, null, null],
      [words.figures.lines, totals.lines, null, null, null, null],
      [words.figures.orders, totals.orders, null, null, null, null],
      [words.figures.averagePerLine, totals.averagePerLine, null, null, currency, null],
      [words.figures.averagePerOrder, totals.averagePerOrder, null, null, currency, null],
      [
        words.figures.ytdQuantity,
        ytd.quantity.current,
        ytd.quantity.previous,
        ytd.quantity.growth,
        null,
        compared,
      ],
      [
        words.figures.ytdRevenue,
        ytd.revenue.current,
        ytd.revenue.previous,
        ytd.revenue.growth,
        currency,
        compared,
      ],
    ],
  }
  const years = (unit: string, kind: 'number' | 'money'): PlainTable['columns'] => [
    [`${unit} ${previous}`, kind, 18],
    [`${unit} ${current}`, kind, 18],
  ]
  const months: PlainTable = {
    sheet: words.sheets.months,
    columns: [
      [words.month, 'number'],
      ...years(words.quantity, 'number'),
      ...years(words.revenue, 'money'),
      [words.currency, 'text'],
    ],
    rows: ytd.months.map(({ month, previous: before, current: now }) => [
      month,
      before.quantity,
      now?.quantity ?? null,
      before.revenue,
      now?.revenue ?? null,
      currency,
    ]),
  }
  const trend: PlainTable = {
    sheet: words.sheets.trend,
    columns: [
      [words.month, 'number'],
      [words.quantity, 'number', 18],
      [words.revenue, 'money', 18],
      [words.currency, 'text'],
    ],
    rows: sales.months.map(({ month, quantity, revenue }) => [month, quantity, revenue, currency]),
  }
  const products: PlainTable = {
    sheet: words.sheets.products,
    columns: [
      [words.product, 'text', 48],
      [words.quantity, 'number', 18],
      [words.revenue, 'money', 18],
      [words.currency, 'text'],
    ],
    rows: sales.topProducts.map(({ product, quantity, revenue }) => [product, quantity, revenue, currency]),
  }
  const comparison: PlainTable = {
    sheet: words.sheets.comparison,
    columns: [
      [words.code, 'text', 24],
      [words.product, 'text', 48],
      ...years(words.quantity, 'number'),
      [words.quantityGrowth, 'number', 18],
      ...years(words.revenue, 'money'),
      [words.revenueGrowth, 'number', 18],
      [words.currency, 'text'],
    ],
    rows: sales.comparison.map((sku) => [
      sku.code,
      sku.product,
      sku.previous.quantity,
      sku.current.quantity,
      sku.quantityGrowth,
      sku.previous.revenue,
      sku.current.revenue,
      sku.revenueGrowth,
      currency,
    ]),
  }
  return { summary, months, trend, products, comparison }
}
