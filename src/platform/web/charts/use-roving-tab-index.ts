import { type KeyboardEvent, useState } from 'react'

type RovingTabIndex = {
  count: number
  /** The arrow to the mark before, and that to the next one. */
  keys: readonly [before: string, next: string]
  open: ((index: number) => void) | undefined
}

/**
 * The marks of a drawing are one stop in the tab order: arrows, Home and End move between them, Enter and space open. All of them
 * are children of one element, each with what this answers for its place.
 */
export function useRovingTabIndex({ count, keys: [before, next], open }: RovingTabIndex) {
  const [focused, setFocused] = useState(0)
  const last = count - 1
  const press = (event: KeyboardEvent<SVGElement>, index: number) => {
    const to = { [next]: index + 1, [before]: index - 1, Home: 0, End: last }[event.key]
    if (to !== undefined) {
      const marks = event.currentTarget.parentElement?.querySelectorAll<SVGElement>('[data-band]')
      marks?.[Math.max(0, Math.min(last, to))]?.focus()
    } else if ((event.key === 'Enter' || event.key === ' ') && open) open(index)
    else return
    event.preventDefault()
  }
  return (index: number) => ({
    'data-band': true,
    tabIndex: index === Math.min(focused, last) ? 0 : -1,
    onFocus: () => setFocused(index),
    onKeyDown: (event: KeyboardEvent<SVGElement>) => press(event, index),
  })
}
