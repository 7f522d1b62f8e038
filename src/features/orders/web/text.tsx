import { DASH } from '../../../platform/web/format/formats.ts'
import css from './text.module.css'

/** Stands where there is no value. */
export const Nothing = () => <span className={css.none}>{DASH}</span>

/** Text as received, whole on hover where it is cut. */
export function Text({ children, strong = false }: { children: string | null; strong?: boolean }) {
  const text = children?.trim()
  if (!text) return <Nothing />
  return (
    <span title={text.length > 24 ? text : undefined} className={strong ? css.strong : undefined}>
      {text}
    </span>
  )
}
