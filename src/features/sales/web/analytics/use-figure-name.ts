import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { SalesComparison } from '../../contract.ts'
import { readMonth, type YearMonth } from '../../domain/months.ts'
import type { AnalyticsFilter, Figure, TrendOf } from './analytics-figure.ts'

type Period = { year?: number | undefined; quarter?: number | undefined }

/** Periods of this screen in words: "Q2 2024", "2024", "Q2, all years", "all years"; and a month: "March 2024". */
export function usePeriods() {
  const t = useTranslations('salesAnalytics.period')
  const formats = useFormats()
  const month = ({ year, month }: YearMonth, width: 'short' | 'long' = 'long'): string =>
    t('ofYear', { part: formats.month(month, width), year: String(year) })
  return {
    /** From one month to another, as the API writes them. */
    range: ({ from, to }: { from: string; to: string }): string =>
      from === to
        ? month(readMonth(from), 'short')
        : t('fromTo', { from: month(readMonth(from), 'short'), to: month(readMonth(to), 'short') }),
    month,
    period: ({ year, quarter }: Period): string => {
      if (quarter === undefined) return year === undefined ? t('allYears') : String(year)
      const name = t('quarter', { quarter })
      return year === undefined
        ? t('quarterOfAllYears', { quarter: name })
        : t('ofYear', { part: name, year: String(year) })
    },
    /** January to August, or one month alone. */
    months: (months: readonly number[]): string => {
      const [first, last] = [months[0] ?? 1, months.at(-1) ?? 1]
      return first === last
        ? formats.month(first)
        : t('fromTo', { from: formats.month(first), to: formats.month(last) })
    },
  }
}

/** What a figure is called, with its period: "AGH, Q2 2024". */
export function useFigureName(): (
  figure: Figure,
  filter: AnalyticsFilter,
  of: TrendOf,
  compared: SalesComparison | undefined,
) => string {
  const t = useTranslations('salesAnalytics.period')
  const compare = useTranslations('salesAnalytics.compare')
  const formats = useFormats()
  const { period, month, range } = usePeriods()
  return (figure, filter, of, compared) => {
    if (figure.kind === 'compared') {
      const months = compared && range(figure.side === 'current' ? compared.period : compared.against)
      const { others } = figure
      const name = others
        ? compare('others', { count: compared?.[others]?.others ?? 0 })
        : (figure.product ?? figure.customer)
      return name === undefined ? (months ?? '') : t('nameIn', { name, period: months ?? '' })
    }
    if (figure.kind === 'total') return period(filter)
    if (figure.kind === 'quarter') return period({ year: filter.year, quarter: figure.quarter })
    if (figure.kind === 'product') return t('nameIn', { name: figure.product, period: period(filter) })
    if (figure.kind === 'customer') return t('nameIn', { name: figure.customer, period: period(filter) })
    const whose = figure.kind !== 'month' ? [of.product, of.customer].filter(Boolean).join(', ') : ''
    const when =
      figure.kind === 'season'
        ? t('nameIn', { name: formats.month(figure.month, 'long'), period: t('allYears') })
        : month(figure)
    return whose ? t('nameIn', { name: whose, period: when }) : when
  }
}
