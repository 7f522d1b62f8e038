import { tabOnly } from '../../platform/web/browser-storage.ts'

const KEY = 'portal.tab.reloaded'
const ONCE_IN_MS = 60_000

/**
 * After a new version the old page asks for parts that are gone: load the page anew, at most once a minute. The failure
 * goes its way all the same, so that the router knows it for what it is.
 */
export function reloadWhenOutdated() {
  window.addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(tabOnly.read(KEY) ?? 0) < ONCE_IN_MS) return
    tabOnly.write(KEY, String(Date.now()))
    window.location.reload()
  })
}
