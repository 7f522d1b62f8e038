import { useTranslations } from 'use-intl'
import { ChartPanel } from '../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import type { SalesHistory } from '../contract.ts'
import type { Figure, HistoryFilter } from './figure.ts'
import { type ChartWords, monthChart, productChart, yearCharts } from './history-chart-data.ts'

export type HistoryChartProps = {
  history: SalesHistory | undefined
  filter: HistoryFilter
  period: string
  dimmed: boolean
  onOpen: (figure: Figure) => void
}

function useChartWords(): ChartWords {
  const t = useTranslations('sales')
  return {
    year: t('year'),
    month: t('month'),
    product: t('product'),
    quantity: t('quantity'),
    sales: t('totalSales'),
  }
}

type YearChartProps = Omit<HistoryChartProps, 'filter' | 'period'> & {
  unit: 'quantity' | 'amount'
  note: string | undefined
  height: number
}

/** Quantity or amount of each year of the evolution window (D1). */
export function YearChart({ history, unit, note, dimmed, height, onOpen }: YearChartProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const words = useChartWords()
  return (
    <ChartPanel
      title={t(unit === 'quantity' ? 'quantityPerYear' : 'salesPerYear')}
      note={[note, unit === 'amount' && history?.currency].filter(Boolean).join(' · ')}
      // The yearly figures keep their years (D2).
      regardless={[t('year')]}
      kind="columns"
      height={height}
      data={history && yearCharts(history, words, formats)[unit]}
      dimmed={dimmed}
      onOpen={(year) => onOpen({ kind: 'year', year: Number(year) })}
      empty={<EmptyState title={t('noYearlyData')} />}
      fileName={t(unit === 'quantity' ? 'files.quantityPerYear' : 'files.salesPerYear')}
    />
  )
}

export function MonthChart({ history, filter, period, dimmed, onOpen }: HistoryChartProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const words = useChartWords()
  return (
    <ChartPanel
      title={t('monthlyTrend')}
      note={period}
      kind="lines"
      height={320}
      data={history && monthChart(history, filter, words, formats)}
      dimmed={dimmed}
      onOpen={(month) => {
        // A month that the filter leaves out has no figure to open.
        if (filter.month === undefined || filter.month === Number(month))
          onOpen({ kind: 'month', month: Number(month) })
      }}
      empty={<EmptyState title={t('noMonthlyData')} />}
      fileName={t('files.monthlyTrend')}
    />
  )
}

export function ProductChart({ history, period, dimmed, onOpen }: HistoryChartProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const words = useChartWords()
  return (
    <ChartPanel
      title={t('topProducts')}
      note={period}
      kind="ranked"
      height={320}
      data={history && productChart(history, words, formats)}
      dimmed={dimmed}
      onOpen={(product) => onOpen({ kind: 'product', product })}
      empty={<EmptyState title={t('noProductData')} />}
      fileName={t('files.topProducts')}
    />
  )
}
