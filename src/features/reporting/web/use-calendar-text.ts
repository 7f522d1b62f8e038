import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { ReportingCalendar } from '../contract.ts'

/** The calendar in a sentence: as of which day, and which months year-to-date compares (D1). */
export function useCalendarText(): (calendar: ReportingCalendar) => string {
  const t = useTranslations('reportingCalendar')
  const formats = useFormats()
  return ({ asOf, currentYear, throughMonth, inProgress }) =>
    [
      t('asOf', { date: formats.dateLong(asOf) }),
      throughMonth === 0
        ? t('nothingYet', { year: String(currentYear) })
        : t('toDate', {
            year: String(currentYear),
            before: String(currentYear - 1),
            month: formats.month(throughMonth, 'long'),
          }),
      ...(inProgress && !inProgress.closed
        ? [t('inProgress', { month: formats.month(inProgress.month, 'long'), year: String(inProgress.year) })]
        : []),
    ].join(' ')
}
