import { useTranslations } from 'use-intl'
import type { ChartData, ChartSeries } from '../../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../../platform/web/charts/chart-panel.tsx'
import { toDateApart } from '../../../../platform/web/charts/to-date.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import type { CurrentSales } from '../../contract.ts'
import { monthNumber, monthText } from '../../domain/months.ts'
import type { HistoryFilter } from '../figure.ts'
import type { CurrentFigure } from './current-figure.ts'

type CurrentChartProps = {
  sales: CurrentSales | undefined
  filter: HistoryFilter
  period: string
  dimmed: boolean
  onOpen: (figure: CurrentFigure) => void
}

const CHART_HEIGHT = 320

/** Revenue month by month: of both compared years, or of the one that is filtered by. A month opens its lines. */
export function MonthChart({ sales, filter, period, dimmed, onOpen }: CurrentChartProps) {
  const t = useTranslations('currentSales')
  const tSales = useTranslations('sales')
  const chart = useMonthChart(sales, filter)
  const formats = useFormats()
  const years = sales && filter.year === undefined && sales.ytd.years.join('–')
  const month = filter.month !== undefined && formats.month(filter.month, 'long')
  const note = (years ? [years, month, sales.currency] : [period, sales?.currency])
    .filter(Boolean)
    .join(' · ')
  return (
    <ChartPanel
      title={t('monthlyTrend')}
      note={note}
      kind="lines"
      height={CHART_HEIGHT}
      legend
      data={chart}
      dimmed={dimmed}
      onOpen={(month, series) => {
        // A month that the filter leaves out has no figure to open.
        if (filter.month === undefined || filter.month === Number(month))
          onOpen({ kind: 'month', month: Number(month), ...yearOf(series, sales) })
      }}
      opensSeries={filter.year === undefined}
      empty={<EmptyState title={tSales('noMonthlyData')} />}
      fileName={t('files.monthlyTrend')}
    />
  )
}

/** The year of one of two lines. */
const yearOf = (series: string | undefined, sales: CurrentSales | undefined) => {
  const year = sales?.ytd.years[series === 'previous' ? 0 : 1]
  return series === undefined || year === undefined ? {} : { year }
}

/** A month that the filter leaves out, or that has not begun, is missing and not zero. */
function useMonthChart(sales: CurrentSales | undefined, filter: HistoryFilter): ChartData | undefined {
  const t = useTranslations('currentSales')
  const tSales = useTranslations('sales')
  const tCharts = useTranslations('charts')
  const formats = useFormats()
  if (!sales) return undefined
  const { ytd, currency } = sales
  const [previous, current] = ytd.years
  const format = (value: number | string) => formats.moneyWhole(String(value), currency)
  const shown = (month: number) => filter.month === undefined || filter.month === month
  const begun = (month: number) => ytd.months[month - 1]?.current != null
  const values = (revenue: (at: number) => string | null | undefined) =>
    sales.months.map(({ month }) => (shown(month) ? (revenue(month - 1) ?? null) : null))
  const ofBoth = filter.year === undefined
  const inProgress = (month: number) =>
    month > ytd.throughMonth && begun(month) && (ofBoth || filter.year === current)
  const apart = (line: ChartSeries) => toDateApart(line, (at) => !inProgress(at + 1), tCharts('toDate'))
  const series = ofBoth
    ? [
        ...apart({
          key: 'current',
          name: String(current),
          values: values((at) => ytd.months[at]?.current?.revenue),
          format,
        }),
        {
          key: 'previous',
          name: String(previous),
          values: values((at) => ytd.months[at]?.previous.revenue),
          format,
          color: 'c6' as const,
          dashed: true,
        },
      ]
    : apart({
        key: 'revenue',
        name: String(filter.year),
        values: values((at) =>
          filter.year === current && !begun(at + 1) ? null : sales.months[at]?.revenue,
        ),
        format,
      })
  const nothing = series.every((one) => one.values.every((value) => value === null || Number(value) === 0))
  return {
    categoryTitle: tSales('month'),
    categories: nothing
      ? []
      : sales.months.map(({ month }) => {
          const name = formats.month(month, 'long')
          return {
            key: String(month),
            label: formats.month(month),
            longLabel: inProgress(month) ? t('toDate', { month: name }) : name,
            // One that is still in progress is not to be taken for a whole one.
            ...(filter.year !== undefined &&
              !inProgress(month) && { value: monthText(monthNumber({ year: filter.year, month })) }),
          }
        }),
    series,
  }
}

export function ProductChart({ sales, period, dimmed, onOpen }: CurrentChartProps) {
  const t = useTranslations('currentSales')
  const tSales = useTranslations('sales')
  const formats = useFormats()
  const data: ChartData | undefined = sales && {
    categoryTitle: t('product'),
    categories: sales.topProducts.map(({ key, product }) => ({ key, label: product })),
    series: [
      {
        key: 'revenue',
        name: t('revenue'),
        values: sales.topProducts.map(({ revenue }) => revenue),
        format: (value) => formats.moneyWhole(String(value), sales.currency),
      },
    ],
  }
  return (
    <ChartPanel
      title={t('topProducts')}
      note={[period, sales?.currency].filter(Boolean).join(' · ')}
      kind="ranked"
      height={CHART_HEIGHT}
      data={data}
      dimmed={dimmed}
      onOpen={(product) => onOpen({ kind: 'product', product })}
      empty={<EmptyState title={tSales('noProductData')} />}
      fileName={t('files.topProducts')}
    />
  )
}
