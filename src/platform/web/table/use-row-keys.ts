import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'

const CONTROLS = 'a, button, input, select, textarea, [role="menuitem"]'
const PAGE = 10

type RowKeys = {
  count: number
  region: RefObject<HTMLElement | null>
  reveal: (index: number) => void
  open: (index: number) => void
}

const indexOf = (target: EventTarget) =>
  Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)

/**
 * Arrows, Home, End and Page keys move from row to row, Enter opens, Escape goes back to the table's region.
 * One row is in the tab order (roving).
 */
export function useRowKeys({ count, region, reveal, open }: RowKeys) {
  const [active, setActive] = useState(0)
  const current = Math.min(active, Math.max(0, count - 1))
  // Keys can come faster than the focus moves: they count from where it is going.
  const goingTo = useRef(current)

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    goingTo.current = next
    setActive(next)
    reveal(next)
    const row = () => region.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)
    const focus = () => row()?.focus({ preventScroll: true })
    // A key that follows at once is meant for the row; a virtual one exists only after it was scrolled to.
    if (row()) focus()
    else requestAnimationFrame(focus)
  }

  const arrive = (index: number) => {
    goingTo.current = index
    setActive(index)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const onControl = (event.target as HTMLElement).closest(CONTROLS)
    const inRow = indexOf(event.target) >= 0
    const from = inRow ? goingTo.current : -1
    const moves: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + PAGE,
      PageUp: from - PAGE,
      Home: 0,
      End: count - 1,
    }
    const move = moves[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (move !== undefined && !(onControl && event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) goTo(move)
    else if (event.key === 'Enter' && !onControl && inRow) open(from)
    else if (event.key === 'Escape') region.current?.focus()
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const index = indexOf(event.target)
    // Marking text to copy it is not opening.
    if (index < 0 || (event.target as HTMLElement).closest(CONTROLS) || window.getSelection()?.toString())
      return
    arrive(index)
    open(index)
  }

  return { current, arrive, onKeyDown, onClick, focusRow: goTo }
}
