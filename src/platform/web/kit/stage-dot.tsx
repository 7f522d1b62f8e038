import { DASH } from '../format/formats.ts'
import css from './stage-dot.module.css'

export type StageColor = 'green' | 'yellow' | 'red' | 'blue'

/** A stage as a coloured mark; its received text is the alternative and shows on hover. No colour: the text itself. */
export function StageDot({ color, text }: { color: StageColor | null; text: string | null }) {
  const said = text?.trim()
  if (!said || said === '-' || said === DASH) return <span className={css.none}>{DASH}</span>
  if (!color) return <span>{said}</span>
  return <span className={`${css.dot} ${css[color]}`} role="img" aria-label={said} data-hint={said} />
}
