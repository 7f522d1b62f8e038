import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import { usePeriod } from '../use-period.ts'
import type { CurrentFigure } from './current-figure.ts'
import { useComparedMonths } from './use-current-period.ts'

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
    const of = figure.kind === 'growth' ? (sales?.ytd.years.join('–') ?? '') : String(figure.year)
    const months = sales && compared(sales.ytd.throughMonth, filter, sales.ytd.years[1])
    const when = months ? t('months', { year: of, months }) : of
    if (figure.kind === 'ytd' || figure.code === undefined) return when
    const product = sales?.comparison.find(({ code }) => code === figure.code)?.product
    return tLines('productIn', { product: [figure.code, product].filter(Boolean).join(' '), period: when })
  }
}
