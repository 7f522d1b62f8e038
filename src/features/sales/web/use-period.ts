import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'

export type Period = { year?: number | undefined; month?: number | undefined }

/** The period that a figure covers, in words: "March 2024", "2024", "March, all years", "All years". */
export function usePeriod(): (period: Period) => string {
  const t = useTranslations('sales.period')
  const formats = useFormats()
  return ({ year, month }) => {
    const name = month === undefined ? '' : formats.month(month, 'long')
    if (year !== undefined)
      return month === undefined ? String(year) : t('monthOfYear', { month: name, year: String(year) })
    return month === undefined ? t('allYears') : t('monthOfAllYears', { month: name })
  }
}
