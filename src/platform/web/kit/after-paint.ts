/** A page that nobody sees is not painted. */
const UNSEEN_MS = 100

/** Does it when the next paint is done; the answer takes it back. */
export function afterPaint(task: () => void): () => void {
  let timer = window.setTimeout(task, UNSEEN_MS)
  const frame = requestAnimationFrame(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(task)
  })
  return () => {
    cancelAnimationFrame(frame)
    window.clearTimeout(timer)
  }
}
