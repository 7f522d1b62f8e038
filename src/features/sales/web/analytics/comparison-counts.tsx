import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import type { SalesComparison } from '../../contract.ts'
import type { Figure, Side } from './analytics-figure.ts'
import css from './comparison.module.css'

const COUNTS = ['orders', 'lines', 'customers', 'products'] as const

type ComparisonCountsProps = {
  totals: SalesComparison['totals']
  /** Opens the lines of a period, or those of both that a change is of. */
  onOpen: ((figure: Figure) => void) | undefined
}

/** What both periods count beside their sums; each opens the lines that are counted. */
export function ComparisonCounts({ totals, onOpen }: ComparisonCountsProps) {
  const t = useTranslations('salesAnalytics.compare.counts')
  const formats = useFormats()
  const figure = (side: Side, text: ReactNode) =>
    onOpen ? (
      <button type="button" onClick={() => onOpen({ kind: 'compared', side })}>
        {text}
      </button>
    ) : (
      text
    )
  return (
    <ul className={css.counts}>
      {COUNTS.map((count) => {
        const { current, previous, growth, trend } = totals[count]
        return (
          <li key={count}>
            {t(count)} {figure('current', <b>{formats.count(current)}</b>)} /{' '}
            {figure('previous', formats.count(previous))}{' '}
            <Growth
              percent={growth}
              trend={trend}
              label={t(count)}
              onOpen={onOpen && (() => onOpen({ kind: 'change', of: count }))}
            />
          </li>
        )
      })}
    </ul>
  )
}
