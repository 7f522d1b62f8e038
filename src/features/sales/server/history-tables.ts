import type { PlainTable } from '../../../platform/server/export/plain-tables.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'
import type { SalesHistory } from '../contract.ts'

type Words = ServerMessages['salesHistory']

/** What the screen shows, as tables. */
export function historyTables(history: SalesHistory, words: Words) {
  const { totals, currency, evolution } = history
  const summary: PlainTable = {
    sheet: words.sheets.summary,
    columns: [
      [words.figure, 'text', 34],
      [words.value, 'number', 20],
      [words.currency, 'text'],
    ],
    rows: [
      [words.figures.quantity, totals.quantity, null],
      [words.figures.amount, totals.amount, currency],
      [words.figures.lines, totals.lines, null],
      [words.figures.orders, totals.orders, null],
      [words.figures.averagePerLine, totals.averagePerLine, currency],
      [words.figures.averagePerOrder, totals.averagePerOrder, currency],
    ],
  }
  const sold: PlainTable['columns'] = [
    [words.quantity, 'number', 18],
    [words.amount, 'money', 20],
    [words.currency, 'text'],
  ]
  const years: PlainTable = {
    sheet: words.sheets.years,
    columns: [[words.year, 'number'], ...sold],
    rows: history.years.toReversed().map(({ year, quantity, amount }) => [year, quantity, amount, currency]),
  }
  const months: PlainTable = {
    sheet: words.sheets.months,
    columns: [[words.month, 'number'], ...sold],
    rows: history.months.map(({ month, quantity, amount }) => [month, quantity, amount, currency]),
  }
  const products: PlainTable = {
    sheet: words.sheets.products,
    columns: [[words.product, 'text', 48], ...sold],
    rows: history.topProducts.map(({ product, quantity, amount }) => [product, quantity, amount, currency]),
  }
  const changes: PlainTable = {
    sheet: words.sheets.evolution,
    columns: [
      [words.product, 'text', 48],
      ...evolution.years.flatMap((year, at): PlainTable['columns'] => [
        [`${words.quantity} ${year}`, 'number', 18],
        // The first year of the window has none before it.
        ...((at > 0 ? [[`${words.change} ${year}`, 'number', 18]] : []) as PlainTable['columns']),
      ]),
      [words.total, 'number', 18],
    ],
    rows: evolution.products.map((row) => [
      row.product,
      ...evolution.years.flatMap((_, at) => [
        row.quantities[at] ?? null,
        ...(at > 0 ? [row.changes[at] ?? null] : []),
      ]),
      row.total,
    ]),
  }
  return { summary, years, months, products, evolution: changes }
}
