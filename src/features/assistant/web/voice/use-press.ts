import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'

/** Held for longer than this, letting go ends it; a short press goes on until the next one. */
const HELD_MS = 500

type Press = { active: boolean; onBegin: () => void; onEnd: () => void }

/** A button that is pressed twice, or held: by pointer, by Space and Enter, and by the click of an aid. */
export function usePress({ active, onBegin, onEnd }: Press) {
  const since = useRef<number | null>(null)
  const down = () => {
    since.current = active ? null : performance.now()
    if (active) onEnd()
    else onBegin()
  }
  const up = () => {
    const held = since.current !== null && performance.now() - since.current > HELD_MS
    since.current = null
    if (held) onEnd()
  }
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      // Let go beside it, it is let go all the same.
      event.currentTarget.setPointerCapture(event.pointerId)
      down()
    },
    onPointerUp: up,
    onPointerCancel: up,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isKey(event)) return
      event.preventDefault()
      if (!event.repeat) down()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isKey(event)) return
      event.preventDefault()
      up()
    },
    // Pointer and keys have said it already; an aid only clicks.
    onClick: (event: MouseEvent) => {
      if (event.detail !== 0) return
      if (active) onEnd()
      else onBegin()
    },
  }
}
