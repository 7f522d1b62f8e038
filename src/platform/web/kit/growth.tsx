import { useTranslations } from 'use-intl'
import { useFormats } from '../format/use-formats.tsx'
import css from './growth.module.css'

export type Trend = 'growth' | 'stable' | 'decline' | 'new'

/** Above 5 growth, below −5 decline, else stable (D1). */
const trendOf = (percent: number): Trend => (percent > 5 ? 'growth' : percent < -5 ? 'decline' : 'stable')

/**
 * A change in per cent with the colour of its trend, which is also there as text for who cannot see it. What was nothing before
 * is new; its 0.0 % (D1) would read as no change.
 */
export function Growth({ percent, trend }: { percent: number | null; trend?: Trend }) {
  const t = useTranslations('ui.trend')
  const formats = useFormats()
  if (percent === null) return <span>{formats.growth(null)}</span>
  const shown = trend ?? trendOf(percent)
  return (
    <span className={css.growth} data-trend={shown}>
      {shown === 'new' ? (
        t('new')
      ) : (
        <>
          {formats.growth(percent)}
          <span className="visually-hidden">, {t(shown)}</span>
        </>
      )}
    </span>
  )
}
