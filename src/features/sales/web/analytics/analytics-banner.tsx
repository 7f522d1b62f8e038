import { useTranslations } from 'use-intl'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../../platform/web/kit/connection-banner.tsx'
import { salesFailure } from '../sales-failure.ts'
import type { AnalyticsScreen } from './use-sales-analytics.ts'

/** What the screen shows comes by it. */
const UPSTREAM = ['sales-history']

/** How many records stand behind the figures and from when they are, or why there are none (source, section 8). */
export function AnalyticsBanner({ screen }: { screen: AnalyticsScreen }) {
  const t = useTranslations('sales')
  const tAnalytics = useTranslations('salesAnalytics')
  const formats = useFormats()
  const { analytics, failure, staleFailure, updatedAt, refresh } = screen
  const refused = failure ?? (isProblem(staleFailure) ? staleFailure : null)
  const kept = analytics && t('stillShown', { time: formats.time(updatedAt) })
  const later = analytics?.laterLines ?? 0
  return (
    <ConnectionBanner
      loaded={
        analytics &&
        [
          t('loaded', { count: analytics.totals.lines }),
          later > 0 && tAnalytics('laterLines', { count: later }),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      loading={tAnalytics('loading')}
      error={refused && [salesFailure(tAnalytics, refused), kept].filter(Boolean).join(' ')}
      staleFailure={staleFailure}
      updatedAt={updatedAt}
      asOf={analytics?.asOf}
      kinds={UPSTREAM}
      // Without any figures, the card in their place offers it.
      onRetry={analytics && refresh}
    />
  )
}
