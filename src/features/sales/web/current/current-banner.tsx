import { useTranslations } from 'use-intl'
import { SalesBanner } from '../sales-banner.tsx'
import type { CurrentScreen } from './use-current-sales.ts'

/** What the screen shows comes by it. */
const UPSTREAM = ['current-sales']

export function CurrentBanner({ screen }: { screen: CurrentScreen }) {
  const t = useTranslations('currentSales')
  const { sales } = screen
  const later = sales?.ytd.laterLines ?? 0
  return (
    <SalesBanner
      words={t}
      loading={t('loading')}
      screen={{ ...screen, data: sales }}
      kinds={UPSTREAM}
      loaded={
        sales &&
        [t('loaded', { count: sales.totals.lines }), later > 0 && t('laterLines', { count: later })]
          .filter(Boolean)
          .join(' · ')
      }
    />
  )
}
