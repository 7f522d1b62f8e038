/** Each saves what it has now; `last`: the page is being left. */
export const openDrafts = new Set<(last: boolean) => Promise<void>>()
/** Everything that was typed goes to the server now: somebody signs out, works for another company, or leaves the page. */
export const flushDrafts = async (last = false): Promise<void> => {
  await Promise.all([...openDrafts].map((save) => save(last)))
}

/** Called once, when the app starts. */
export function watchLeaving() {
  window.addEventListener('pagehide', () => void flushDrafts(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushDrafts()
  })
}
