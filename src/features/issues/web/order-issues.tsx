import { useTranslations } from 'use-intl'
import { AboutIssues } from './about-issues.tsx'
import { type OrderNames, orderLink } from './report-links.ts'

/** What was reported about an order, and the way to report more. */
export default function OrderIssues({ order }: { order: OrderNames }) {
  const t = useTranslations('issues')
  return (
    <AboutIssues
      about={{ order: order.id }}
      links={{ order: orderLink(order) }}
      report={t('panel.report')}
      none={t('panel.none')}
    />
  )
}
