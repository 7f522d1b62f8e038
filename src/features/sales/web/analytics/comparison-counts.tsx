import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import type { SalesComparison } from '../../contract.ts'
import css from './comparison.module.css'

const COUNTS = ['orders', 'lines', 'customers', 'products'] as const

/** What both periods count beside their sums. */
export function ComparisonCounts({ totals }: { totals: SalesComparison['totals'] }) {
  const t = useTranslations('salesAnalytics.compare.counts')
  const formats = useFormats()
  return (
    <ul className={css.counts}>
      {COUNTS.map((count) => {
        const { current, previous, growth, trend } = totals[count]
        return (
          <li key={count}>
            {t(count)} <b>{formats.count(current)}</b> / {formats.count(previous)}{' '}
            <Growth percent={growth} trend={trend} />
          </li>
        )
      })}
    </ul>
  )
}
