import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { useSalesFailure } from './use-sales-failure.ts'
import type { HistoryScreen } from './use-sales-history.ts'

/** What the screen shows comes by it. */
const UPSTREAM = ['sales-history']

/** How many records stand behind the figures and from when they are, or why there are none (source, section 8). */
export function HistoryBanner({ screen }: { screen: HistoryScreen }) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const failureText = useSalesFailure()
  const { history, failure, staleFailure, updatedAt, refresh } = screen
  const refused = failure ?? (isProblem(staleFailure) ? staleFailure : null)
  const error = refused && t('bannerError', { message: failureText(refused) })
  const kept = history && t('stillShown', { time: formats.time(updatedAt) })
  return (
    <ConnectionBanner
      loaded={history && t('loaded', { count: history.totals.lines })}
      loading={t('loading')}
      error={error && [error, kept].filter(Boolean).join(' ')}
      staleFailure={staleFailure}
      updatedAt={updatedAt}
      asOf={history?.asOf}
      kinds={UPSTREAM}
      // Without any figures, the card in their place offers it.
      onRetry={history && refresh}
    />
  )
}
