import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import { afterPaint } from './after-paint.ts'
import { useReturnFocus } from './use-return-focus.ts'

type Opened = { opened: boolean }

/**
 * What lies over the page once something was pressed: no screen begins with it, so its frame comes after the screen. It is there,
 * closed, when the screen is painted, or else fetched as it opens. Gives the focus back when it closes.
 */
export function overlay<Props extends Opened>(load: () => Promise<{ default: (props: Props) => ReactNode }>) {
  const Frame = lazyComponent(load)
  return function Overlay(props: Props) {
    const { opened } = props
    const [near, setNear] = useState(opened)
    if (opened && !near) setNear(true)
    useEffect(() => afterPaint(() => setNear(true)), [])
    useReturnFocus(opened)
    return (
      near && (
        <Suspense fallback={null}>
          <Frame {...props} />
        </Suspense>
      )
    )
  }
}
