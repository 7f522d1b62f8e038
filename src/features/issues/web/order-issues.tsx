import { useTranslations } from 'use-intl'
import { AboutIssues } from './about-issues.tsx'

type OrderIssuesProps = {
  order: { id: number; ordNo: string | null; primary: string | null; poNo: string | null }
}

/** What was reported about an order, and the way to report more. */
export default function OrderIssues({ order }: OrderIssuesProps) {
  const t = useTranslations('issues')
  const name = order.ordNo ?? order.primary ?? order.poNo ?? `id:${order.id}`
  return (
    <AboutIssues
      about={{ order: order.id }}
      links={{ order: { id: order.id, name } }}
      report={t('panel.report')}
      none={t('panel.none')}
    />
  )
}
