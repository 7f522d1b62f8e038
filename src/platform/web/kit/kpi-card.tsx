import { Skeleton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import css from './kpi-card.module.css'

type KpiCardProps = {
  label: string
  /** The formatted figure. Not given: the card waits for data. */
  value: string | undefined
  /** Period, unit, change, or what is counted. */
  sub?: ReactNode
  /** How many lines that takes: as many wait for data. */
  subLines?: number
  tone?: 'plain' | 'note'
  /** Opens or filters the rows behind the figure. */
  onOpen?: (() => void) | undefined
  /** The link to another screen with the rows behind it, around the card's content. */
  link?: (props: { className: string; children: ReactNode }) => ReactNode
  /** The filter that this card sets is on. */
  active?: boolean
  /** Stands at the card's foot with buttons of its own, beside what the card opens. */
  foot?: ReactNode
}

/** Of more characters, a phone has no room for two cards side by side: those of a grid stand below each other then. */
const MOST_BESIDE = 15

/** One figure with its name and what it means; with `onOpen` or `link` it leads to the rows behind it. */
export function KpiCard({
  label,
  value,
  sub,
  subLines = 1,
  tone = 'plain',
  onOpen,
  link,
  active,
  foot,
}: KpiCardProps) {
  const className = (tone === 'note' ? `${css.card} ${css.note}` : css.card) ?? ''
  const content = (
    <>
      <span className={css.label}>{label}</span>
      {value === undefined ? (
        <Skeleton height={35} width="60%" />
      ) : (
        <strong
          className={css.value}
          style={{ '--length': value.length } as CSSProperties}
          data-alone={value.length > MOST_BESIDE || undefined}
        >
          {value}
        </strong>
      )}
      <span className={css.sub}>
        {value === undefined ? <Skeleton height={subLines > 1 ? 22 * subLines - 2 : 14} width="80%" /> : sub}
      </span>
    </>
  )
  if (link && value !== undefined)
    return foot ? (
      <div className={className}>
        {link({ className: css.face ?? '', children: content })}
        <div className={css.foot}>{foot}</div>
      </div>
    ) : (
      link({ className, children: content })
    )
  if (!onOpen)
    return (
      <div className={className} aria-busy={value === undefined || undefined}>
        {content}
        {foot && <div className={css.foot}>{foot}</div>}
      </div>
    )
  if (foot)
    return (
      <div className={className}>
        <button type="button" className={css.face} onClick={onOpen}>
          {content}
        </button>
        <div className={css.foot}>{foot}</div>
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
