import { Skeleton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import css from './kpi-card.module.css'

type KpiCardProps = {
  label: string
  /** The formatted figure. Not given: the card waits for data. */
  value: string | undefined
  /** Period, unit, change, or what is counted. */
  sub?: ReactNode
  tone?: 'plain' | 'note'
  /** Opens or filters the rows behind the figure. */
  onOpen?: (() => void) | undefined
  /** The filter that this card sets is on. */
  active?: boolean
}

/** One figure with its name and what it means; with `onOpen` it leads to the rows behind it. */
export function KpiCard({ label, value, sub, tone = 'plain', onOpen, active }: KpiCardProps) {
  const className = tone === 'note' ? `${css.card} ${css.note}` : css.card
  const content = (
    <>
      <span className={css.label}>{label}</span>
      {value === undefined ? (
        <Skeleton height={35} width="60%" />
      ) : (
        <strong className={css.value} style={{ '--length': value.length } as CSSProperties}>
          {value}
        </strong>
      )}
      <span className={css.sub}>{value === undefined ? <Skeleton height={14} width="80%" /> : sub}</span>
    </>
  )
  if (!onOpen)
    return (
      <div className={className} aria-busy={value === undefined || undefined}>
        {content}
      </div>
    )
  return (
    <button
      type="button"
      className={className}
      onClick={onOpen}
      aria-pressed={active}
      aria-busy={value === undefined || undefined}
    >
      {content}
    </button>
  )
}
