/** A dialog that has not come by then says why itself. */
const AT_MOST_MS = 15_000

let typed = ''
let leave: () => void
let late: number | undefined

function onKey(event: KeyboardEvent) {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Escape') leave()
  else if (key === 'Enter') typed += '\n'
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key[1]) return
  else typed += key
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Keeps what is typed between the keys that open the palette and its field, which has yet to be fetched: it would go to where the
 * focus was, or nowhere. `onEscape`: whoever typed does not want it any more.
 */
export function keepTyping(onEscape: () => void) {
  leave = onEscape
  late = window.setTimeout(takeTyped, AT_MOST_MS)
  window.addEventListener('keydown', onKey, true)
}

/** Keeps no more, and answers what it kept; Enter is the end of a line. */
export function takeTyped(): string {
  clearTimeout(late)
  window.removeEventListener('keydown', onKey, true)
  const taken = typed
  typed = ''
  return taken
}
