import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import type { SalesTrend } from '../../contract.ts'
import css from './analytics.module.css'
import type { AnalyticsFilter } from './analytics-figure.ts'
import type { Unit } from './trend-data.ts'
import { usePeriods } from './use-periods.ts'

/** How the forecast was made and how far off it was, or why there is none. */
export function ForecastWords({
  trend,
  unit,
  filter,
}: {
  trend: SalesTrend
  unit: Unit
  filter: AnalyticsFilter
}) {
  const t = useTranslations('salesAnalytics.forecast')
  const formats = useFormats()
  const periods = usePeriods()
  const forecast = trend.forecast?.[unit]
  if (!forecast) {
    const filtered = filter.year !== undefined || filter.quarter !== undefined
    return (
      <p className={css.words}>
        {filtered ? t('filtered') : t('tooShort', { needed: 36, count: trend.monthsOver })}
      </p>
    )
  }
  const { method, window, backTest, confidence } = forecast
  const off = (error: number | null) => (error === null ? null : formats.percent(error))
  const [error, naive] = [off(backTest.error), off(backTest.naiveError)]
  return (
    <p className={css.words}>
      {t('method', { method: t(`methods.${method}`) })}{' '}
      {t('window', {
        from: periods.month(window.from),
        to: periods.month(window.to),
        count: window.months,
      })}{' '}
      {error !== null &&
        (method === 'same_month_last_year'
          ? t('naiveError', { origins: backTest.origins, error })
          : t('error', { origins: backTest.origins, error, naive: naive ?? '' }))}{' '}
      {t('interval', { confidence: formats.share(confidence) })}
    </p>
  )
}
