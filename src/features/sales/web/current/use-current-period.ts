import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import { usePeriod } from '../use-period.ts'
import type { CurrentFigure } from './current-figure.ts'

/** The months that are compared, in words (D1): "January to August", or the one that is filtered by. */
export function useComparedMonths(): (throughMonth: number, filter: HistoryFilter, year: number) => string {
  const t = useTranslations('currentSales')
  const formats = useFormats()
  return (throughMonth, { month }, year) => {
    if (month !== undefined && month > throughMonth)
      return t('ytdLeftOut', { month: formats.month(month, 'long') })
    if (throughMonth === 0) return t('ytdNone', { year: String(year) })
    if (month !== undefined) return t('ytdMonth', { month: formats.month(month, 'long') })
    if (throughMonth === 1) return formats.month(1, 'long')
    return t('ytdThrough', { first: formats.month(1, 'long'), last: formats.month(throughMonth, 'long') })
  }
}

/** What a figure is called, with its period: "AGH, 2025". */
export function useCurrentFigureName() {
  const t = useTranslations('currentSales.figure')
  const tLines = useTranslations('sales.lines')
  const formats = useFormats()
  const period = usePeriod()
  const compared = useComparedMonths()
  return (figure: CurrentFigure, filter: HistoryFilter, sales: CurrentSales | undefined): string => {
    const { year, month } = filter
    if (figure.kind === 'total') return period({ year, month })
    if (figure.kind === 'month') {
      const one = figure.year ?? year
      const years = sales?.ytd.years.join('–')
      return one === undefined && years
        ? tLines('monthOfYears', { month: formats.month(figure.month, 'long'), years })
        : period({ year: one, month: figure.month })
    }
    if (figure.kind === 'product')
      return tLines('productIn', { product: figure.product, period: period({ year, month }) })
    const of = String(figure.year)
    const months = sales && compared(sales.ytd.throughMonth, filter, sales.ytd.years[1])
    const when = months ? t('months', { year: of, months }) : of
    if (figure.kind === 'ytd') return when
    const product = sales?.comparison.find(({ code }) => code === figure.code)?.product
    return tLines('productIn', { product: [figure.code, product].filter(Boolean).join(' '), period: when })
  }
}
