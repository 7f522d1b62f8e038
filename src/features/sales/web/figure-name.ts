import { useTranslations } from 'use-intl'
import type { Figure, HistoryFilter } from './figure.ts'
import { usePeriod } from './use-period.ts'

/** What a figure is called, with its period: "AGH, 2023". */
export function useFigureName(): (
  figure: Figure,
  filter: HistoryFilter,
  window: readonly number[],
) => string {
  const t = useTranslations('sales.lines')
  const period = usePeriod()
  return (figure, { year, month }, window) => {
    if (figure.kind === 'total') return period({ year, month })
    if (figure.kind === 'year') return period({ year: figure.year, month })
    if (figure.kind === 'month') return period({ year, month: figure.month })
    const { product } = figure
    if (figure.kind === 'product') return t('productIn', { product, period: period({ year, month }) })
    if (figure.year !== null) return t('productIn', { product, period: period({ year: figure.year, month }) })
    const years = `${window[0] ?? ''}–${window.at(-1) ?? ''}`
    return t('productIn', {
      product,
      period: month === undefined ? years : t('monthOfYears', { month: period({ month }), years }),
    })
  }
}
