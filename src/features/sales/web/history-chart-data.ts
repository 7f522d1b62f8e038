import type { ChartData, ChartSeries } from '../../../platform/web/charts/chart-data.ts'
import type { Formats } from '../../../platform/web/format/formats.ts'
import type { SalesHistory } from '../contract.ts'
import { monthNumber, monthText } from '../domain/months.ts'
import type { HistoryFilter } from './figure.ts'

/** Headings and names in the shown language. */
export type ChartWords = { year: string; month: string; product: string; quantity: string; sales: string }

const quantities = (words: ChartWords, formats: Formats, values: ChartSeries['values']): ChartSeries => ({
  key: 'quantity',
  name: words.quantity,
  values,
  format: (value) => formats.count(Number(value)),
})

/** One chart per unit: quantity and amount share their years, never an axis. A year without sales counts as zero. */
export function yearCharts(
  history: SalesHistory,
  words: ChartWords,
  formats: Formats,
): { quantity: ChartData; amount: ChartData } {
  const { years } = history.evolution
  const rows = years.map((year) => history.years.find((row) => row.year === year))
  const none = rows.every((row) => row === undefined)
  const categories = none
    ? []
    : years.map((year) => ({ key: String(year), label: String(year), value: year }))
  const chart = (series: ChartSeries): ChartData => ({
    categoryTitle: words.year,
    categories,
    series: [series],
  })
  return {
    quantity: chart(
      quantities(
        words,
        formats,
        rows.map((row) => row?.quantity ?? 0),
      ),
    ),
    amount: chart({
      key: 'amount',
      name: words.sales,
      color: 'c2',
      values: rows.map((row) => row?.amount ?? '0.00'),
      format: (value) => formats.moneyWhole(String(value), history.currency),
    }),
  }
}

/**
 * January to December. A month that the filter leaves out, and a month that the newest year has not seen yet, is
 * missing and not zero: the line must not fall where nothing is known.
 */
export function monthChart(
  history: SalesHistory,
  filter: HistoryFilter,
  words: ChartWords,
  formats: Formats,
): ChartData {
  const { months, yearsAvailable } = history
  const last = months.findLast(({ quantity, amount }) => quantity !== 0 || amount !== '0.00')?.month ?? 0
  const until = filter.year !== undefined && filter.year === yearsAvailable[0] ? last : 12
  const known = (month: number) => month <= until && (filter.month === undefined || month === filter.month)
  return {
    categoryTitle: words.month,
    categories: last === 0 ? [] : months.map(({ month }) => monthCategory(month, filter.year, formats)),
    series: [
      quantities(
        words,
        formats,
        months.map(({ month, quantity }) => (known(month) ? quantity : null)),
      ),
    ],
  }
}

/** Without a year it is a month of all years, which is no date. */
const monthCategory = (month: number, year: number | undefined, formats: Formats) => ({
  key: String(month),
  label: formats.month(month),
  longLabel: formats.month(month, 'long'),
  ...(year !== undefined && { value: monthText(monthNumber({ year, month })) }),
})

export const productChart = (history: SalesHistory, words: ChartWords, formats: Formats): ChartData => ({
  categoryTitle: words.product,
  categories: history.topProducts.map(({ key, product }) => ({ key, label: product })),
  series: [
    quantities(
      words,
      formats,
      history.topProducts.map(({ quantity }) => quantity),
    ),
  ],
})
