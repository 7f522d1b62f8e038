import type { SalesHistory } from '../contract.ts'
import type { Figure, HistoryFilter, LinesFilter, Shown } from './figure.ts'
import type { Against } from './opened-figure.ts'

/**
 * Which lines a figure is the sum of (D2): search acts on everything; the yearly figures keep their years and take the
 * month; the evolution's total is over its window.
 */
export function linesBehind(figure: Figure, filter: HistoryFilter, window: readonly number[]): LinesFilter {
  if (figure.kind === 'year') return { ...filter, year: figure.year }
  if (figure.kind === 'month') return { ...filter, month: figure.month }
  if (figure.kind === 'product') return { ...filter, product: figure.product }
  if (figure.kind === 'evolution') {
    const years =
      figure.year === null
        ? { year: undefined, fromYear: window[0], toYear: window.at(-1) }
        : { year: figure.year }
    return { ...filter, ...years, product: figure.product }
  }
  return filter
}

/** The figure as it stands on the screen; null when the screen does not show it (no longer among the top ones). */
export function shownFigure(figure: Figure, history: SalesHistory): Shown | null {
  if (figure.kind === 'total') {
    const { quantity, amount, lines, ...counts } = history.totals
    return { quantity, amount, lines, counts }
  }
  if (figure.kind === 'evolution') {
    const { years, products } = history.evolution
    const row = products.find(({ key }) => key === figure.product)
    const quantity = figure.year === null ? row?.total : row?.quantities[years.indexOf(figure.year)]
    return quantity === undefined ? null : { quantity, amount: null, lines: null }
  }
  const row =
    figure.kind === 'year'
      ? history.years.find(({ year }) => year === figure.year)
      : figure.kind === 'month'
        ? history.months.find(({ month }) => month === figure.month)
        : history.topProducts.find(({ key }) => key === figure.product)
  if (row) return { quantity: row.quantity, amount: row.amount, lines: null }
  // A year of the window without a line has its bar all the same.
  const empty = figure.kind === 'year' && history.evolution.years.includes(figure.year)
  return empty ? { quantity: 0, amount: '0.00', lines: null } : null
}

/** What a year of the evolution is compared with: the one before, where the table shows the change. */
export function againstYearBefore(
  figure: Figure,
  filter: HistoryFilter,
  history: SalesHistory | undefined,
  nameOf: (year: number) => string,
): Against | undefined {
  if (figure.kind !== 'evolution' || figure.year === null || !history) return undefined
  const { years, products } = history.evolution
  const row = products.find(({ key }) => key === figure.product)
  const change = row?.changes[years.indexOf(figure.year)]
  if (change === null || change === undefined) return undefined
  const before = { ...figure, year: figure.year - 1 }
  return {
    of: 'quantity',
    behind: linesBehind(before, filter, years),
    shown: shownFigure(before, history),
    change,
    periods: { current: nameOf(figure.year), previous: nameOf(before.year) },
  }
}
