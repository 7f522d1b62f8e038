import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import css from './evolution.module.css'

/** The change on the year before: the sign says it, the colour repeats it (thresholds of D1); a dash where there is none. */
export function YearlyChange({ percent }: { percent: number | null | undefined }) {
  const formats = useFormats()
  const trend = percent == null ? 'none' : percent > 5 ? 'growth' : percent < -5 ? 'decline' : 'stable'
  return (
    <small className={css.change} data-trend={trend}>
      {formats.growth(percent)}
    </small>
  )
}
