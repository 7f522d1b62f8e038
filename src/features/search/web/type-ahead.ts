/** What was typed, and whether Enter came after it. */
export type Typed = { text: string; entered: boolean }

/** A dialog that has not come by then says why itself. */
const AT_MOST_MS = 15_000

/**
 * Keeps what is typed between the keys that open a dialog and its field, which has yet to be fetched: it would go to where the focus
 * was, or nowhere. `onEscape`: whoever typed does not want it any more.
 */
export function keepTyping(onEscape: () => void): () => Typed {
  let typed: Typed = { text: '', entered: false }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typed.entered) return
    if (event.key === 'Escape') onEscape()
    else if (event.key === 'Enter') typed.entered = typed.text !== ''
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1)
    else if ([...event.key].length === 1) typed.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    clearTimeout(late)
    window.removeEventListener('keydown', onKey, true)
  }
  const late = setTimeout(stop, AT_MOST_MS)
  window.addEventListener('keydown', onKey, true)
  return () => {
    stop()
    const taken = typed
    typed = { text: '', entered: false }
    return taken
  }
}
