import { type ComponentType, memo, useDeferredValue } from 'react'
import css from './drawn-later.module.css'

/**
 * A costly part of a screen, drawn after the rest: what was just chosen or typed is seen at once, and this part, busy until
 * then, follows in pieces that further input interrupts.
 */
export function drawnLater<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const Kept = memo(Part) as unknown as ComponentType<Props>
  return function DrawnLater(props: Props) {
    const drawn = useDeferredValue(props)
    return (
      <div className={css.part} aria-busy={drawn !== props || undefined}>
        <Kept {...drawn} />
      </div>
    )
  }
}
