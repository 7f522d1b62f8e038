import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { DASH } from '../format/formats.ts'
import { useFormats } from '../format/use-formats.tsx'
import css from './growth.module.css'

export type Trend = 'growth' | 'stable' | 'decline' | 'new'

/** Above 5 growth, below −5 decline, else stable (D1). */
const trendOf = (percent: number): Trend => (percent > 5 ? 'growth' : percent < -5 ? 'decline' : 'stable')

type GrowthProps = {
  percent: number | null
  trend?: Trend
  /** Opens what is behind both sides of the change. */
  onOpen?: (() => void) | undefined
  /** What a button of it carries beyond; `label`: of what it is the change, for who hears it alone. */
  label?: string
} & Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus'> & { 'data-cell'?: string }

/** A change in per cent as it is read; from nothing it is new. */
export function useGrowthText(): (percent: number | null, isNew: boolean) => string {
  const t = useTranslations('ui.trend')
  const formats = useFormats()
  return (percent, isNew) => (isNew ? t('new') : formats.growth(percent))
}

/**
 * A change in per cent with the colour of its trend, which is also there as text for who cannot see it. What was nothing before
 * is new; its 0.0 % (D1) would read as no change.
 */
export function Growth({ percent, trend, onOpen, ...more }: GrowthProps) {
  const t = useTranslations('ui.trend')
  const textOf = useGrowthText()
  if (percent === null) return <span>{DASH}</span>
  const shown = trend ?? trendOf(percent)
  const { label, ...button } = more
  const text = textOf(percent, shown === 'new')
  // New is its own trend.
  const trendWord = shown === 'new' ? '' : `, ${t(shown)}`
  const content = (
    <>
      {text}
      {trendWord && <span className="visually-hidden">{trendWord}</span>}
    </>
  )
  if (!onOpen)
    return (
      <span className={css.growth} data-trend={shown}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      className={css.growth}
      data-trend={shown}
      aria-label={label && `${label}: ${text}${trendWord}`}
      onClick={onOpen}
      {...button}
    >
      {content}
    </button>
  )
}
