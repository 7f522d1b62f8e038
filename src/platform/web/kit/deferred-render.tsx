import { type ComponentType, memo, useDeferredValue } from 'react'
import css from './deferred-render.module.css'

/**
 * A costly part of a screen, drawn after the rest: what was just chosen or typed is seen at once, and this part, busy until
 * then, follows in pieces that further input interrupts.
 */
export function withDeferredRender<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const Memoized = memo(Part) as unknown as ComponentType<Props>
  return function DeferredRender(props: Props) {
    const deferred = useDeferredValue(props)
    return (
      <div className={css.part} aria-busy={deferred !== props || undefined}>
        <Memoized {...deferred} />
      </div>
    )
  }
}
