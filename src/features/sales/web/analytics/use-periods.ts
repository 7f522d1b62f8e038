import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { readMonth, type YearMonth } from '../../domain/months.ts'

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
