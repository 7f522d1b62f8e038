import { useTranslations } from 'use-intl'
import { AboutIssues } from './about-issues.tsx'

/** What was reported about a lot, and the way to report more. */
export default function LotIssues({ lot }: { lot: { id: number; lotNo: string; itemNo: string } }) {
  const t = useTranslations('issues')
  return (
    <AboutIssues
      about={{ lot: lot.id }}
      links={{ lotNo: lot.lotNo, itemNo: lot.itemNo }}
      report={t('panel.report')}
      none={t('panel.noneOfLot')}
    />
  )
}
