import { useEffect } from 'react'

/** Gives the focus back to what had it, also when the overlay was loaded only as it opened. */
export function useReturnFocus(opened: boolean) {
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus({ preventScroll: true })
    }
  }, [opened])
}
