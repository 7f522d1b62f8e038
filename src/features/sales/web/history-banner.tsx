import { useTranslations } from 'use-intl'
import { SalesBanner } from './sales-banner.tsx'
import type { HistoryScreen } from './use-sales-history.ts'

/** What the screen shows comes by it. */
const UPSTREAM = ['sales-history']

export function HistoryBanner({ screen }: { screen: HistoryScreen }) {
  const t = useTranslations('sales')
  const { history } = screen
  return (
    <SalesBanner
      words={t}
      loading={t('loading')}
      screen={{ ...screen, data: history }}
      kinds={UPSTREAM}
      loaded={history && t('loaded', { count: history.totals.lines })}
    />
  )
}
