import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { HistoryFilter } from '../figure.ts'

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
