import { useEffect, useRef } from 'react'
import css from './hint-layer.module.css'
import { placeNear } from './place-near.ts'

const SHOW_AFTER_MS = 250
const HIDE_AFTER_MS = 120

const hostOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null

/**
 * Shows the `data-hint` of what is pointed at or focused; one layer for the whole page, so that a table of a thousand
 * marks costs nothing. It can be pointed at and Escape takes it away (WCAG 1.4.13). The hint is for the eye: the
 * element itself carries the same text for screen readers (a label, a description).
 */
export function HintLayer() {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = layer.current
    if (!box?.showPopover) return
    let host: HTMLElement | null = null
    let timer = 0

    const show = (next: HTMLElement) => {
      if (!next.isConnected) return
      host = next
      box.textContent = next.dataset.hint ?? ''
      // Opened anew: a dialog or a menu may have come into the top layer since.
      if (box.matches(':popover-open')) box.hidePopover()
      box.showPopover()
      placeNear(box, next.getBoundingClientRect(), 'center')
    }
    const hide = () => {
      window.clearTimeout(timer)
      host = null
      if (box.matches(':popover-open')) box.hidePopover()
    }
    const point = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      const next = hostOf(event.target)
      if (next === host || event.target === box) return window.clearTimeout(timer)
      window.clearTimeout(timer)
      timer = window.setTimeout(next ? () => show(next) : hide, next ? SHOW_AFTER_MS : HIDE_AFTER_MS)
    }
    const focus = (event: FocusEvent) => {
      const next = hostOf(event.target)
      hide()
      // Later: the focus also moves while the browser opens or closes another popover, and then none may be shown.
      if (next && (event.target as Element).matches(':focus-visible'))
        timer = window.setTimeout(show, 0, next)
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && host) hide()
    }
    const listen = (change: 'addEventListener' | 'removeEventListener') => {
      document[change]('pointerover', point as EventListener)
      document[change]('pointerdown', hide)
      document[change]('focusin', focus as EventListener)
      document[change]('focusout', hide)
      document[change]('keydown', leave as EventListener)
      window[change]('scroll', hide, true)
    }
    listen('addEventListener')
    return () => {
      window.clearTimeout(timer)
      listen('removeEventListener')
    }
  }, [])
  return <div ref={layer} popover="manual" className={css.layer} aria-hidden />
}
