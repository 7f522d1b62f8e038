import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { AnalyticsShown } from './analytics-behind.ts'
import type { AnalyticsFilter, Figure, TrendOf } from './analytics-figure.ts'
import { usePeriods } from './use-periods.ts'

/** What a figure is called, with its period: "AGH, Q2 2024". */
export function useFigureName(): (
  figure: Figure,
  filter: AnalyticsFilter,
  of: TrendOf,
  shown: AnalyticsShown,
) => string {
  const t = useTranslations('salesAnalytics.period')
  const compare = useTranslations('salesAnalytics.compare')
  const formats = useFormats()
  const { period, month, range } = usePeriods()
  const trend = useTranslations('salesAnalytics.trend')
  return (figure, filter, of, { analytics, compared, ...shown }) => {
    if (figure.kind === 'compared' || figure.kind === 'change') {
      const names = compared && [compared.period, compared.against].map(range)
      const months =
        figure.kind === 'change' ? names?.join(' / ') : names?.[figure.side === 'current' ? 0 : 1]
      const { others } = figure
      const name = others
        ? compare('others', { count: compared?.[others]?.others ?? 0 })
        : (figure.product ?? figure.customer)
      return name === undefined ? (months ?? '') : t('nameIn', { name, period: months ?? '' })
    }
    if (figure.kind === 'growth') {
      const years = [...(analytics?.comparison.years ?? [])].reverse().join(' / ')
      return figure.quarter === undefined
        ? years
        : t('ofYear', { part: t('quarter', { quarter: figure.quarter }), year: years })
    }
    if (figure.kind === 'total') return period(filter)
    if (figure.kind === 'quarter') return period({ year: filter.year, quarter: figure.quarter })
    if (figure.kind === 'product') return t('nameIn', { name: figure.product, period: period(filter) })
    if (figure.kind === 'customer') return t('nameIn', { name: figure.customer, period: period(filter) })
    const whose = figure.kind !== 'month' ? [of.product, of.customer].filter(Boolean).join(', ') : ''
    const when =
      figure.kind === 'season'
        ? t('nameIn', { name: formats.month(figure.month, 'long'), period: t('allYears') })
        : figure.kind === 'average'
          ? t('nameIn', {
              name: trend('average', { count: shown.trend?.averageOver ?? 0 }),
              period: month(figure),
            })
          : month(figure)
    return whose ? t('nameIn', { name: whose, period: when }) : when
  }
}
