import type { ChartData, ChartSeries } from '../../../../platform/web/charts/chart-data.ts'
import type { SalesTrend } from '../../contract.ts'
import { monthKey } from './analytics-figure.ts'

export type Unit = 'quantity' | 'amount'

/** Headings and names in the shown language. */
export type TrendWords = {
  month: string
  unit: string
  average: string
  toDate: string
  later: string
  forecast: string
  low: string
  high: string
  interval: string
}

type YearMonth = { year: number; month: number }

/** More would only be noise at this width; the table and the files have all. */
export const MOST_DRAWN = 60

/**
 * The newest months with their average, those that are still running or dated later apart from those that are over, and the
 * forecast with its interval behind them.
 */
export function trendChart(
  trend: SalesTrend,
  unit: Unit,
  words: TrendWords,
  format: ChartSeries['format'],
  name: (month: YearMonth, width: 'short' | 'long') => string,
  most = Number.POSITIVE_INFINITY,
): ChartData {
  const months = trend.months.slice(-most)
  const forecast = trend.forecast?.[unit]
  const known = new Set(months.map(monthKey))
  const ahead = forecast?.months.filter((month) => !known.has(monthKey(month))) ?? []
  const all: YearMonth[] = [...months, ...ahead]
  const predicted = new Map(forecast?.months.map((month) => [monthKey(month), month]))
  const line = (
    key: string,
    of: Partial<ChartSeries> & Pick<ChartSeries, 'name' | 'values'>,
  ): ChartSeries => ({
    key,
    format,
    ...of,
  })
  const those = (state: SalesTrend['months'][number]['state']) =>
    all.map((_, at) => (months[at]?.state === state ? (months[at]?.[unit] ?? null) : null))
  const expected = (side: 'value' | 'low' | 'high') =>
    all.map((month) => predicted.get(monthKey(month))?.[side] ?? null)
  const some = (one: ChartSeries) => one.values.some((value) => value !== null)
  return {
    categoryTitle: words.month,
    categories:
      months.length === 0
        ? []
        : all.map((month) => ({
            key: monthKey(month),
            label: name(month, 'short'),
            longLabel: name(month, 'long'),
            value: monthKey(month),
            closed: !known.has(monthKey(month)),
          })),
    series: [
      line('over', { name: words.unit, values: those('over'), color: 'c1' }),
      ...[
        line('average', {
          name: words.average,
          values: all.map((_, at) => months[at]?.average?.[unit] ?? null),
          color: 'c6',
          dashed: true,
        }),
        line('to_date', { name: words.toDate, values: those('to_date'), color: 'c2', dashed: true }),
        line('later', { name: words.later, values: those('later'), color: 'c5', dashed: true }),
        // Months that are only forecast have no lines.
        line('forecast', {
          name: words.forecast,
          values: expected('value'),
          color: 'c3',
          dashed: true,
          closed: true,
        }),
        line('low', {
          name: words.low,
          values: expected('low'),
          color: 'c3',
          edge: 'low',
          closed: true,
          legend: words.interval,
        }),
        line('high', {
          name: words.high,
          values: expected('high'),
          color: 'c3',
          edge: 'high',
          closed: true,
          legend: null,
        }),
      ].filter(some),
    ],
  }
}
