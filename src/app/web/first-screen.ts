import type { AnyRouter } from '@tanstack/react-router'
import { broughtNoSession } from '../../features/session/web/look-up-session.ts'

/** Milliseconds that the first screen may take before the shell is shown without it: drawing it twice takes longer than that. */
const WAIT_MS = 1_000

/**
 * Loads the screen of the address that the page began with, so that the page is drawn once, with it: its scripts are fetched beside
 * the session, which decides whether they are shown. Waits a little longer than for a later screen, as nothing is shown yet that
 * would have to answer; then the shell is drawn without it.
 */
export async function loadFirstScreen(router: AnyRouter): Promise<void> {
  if (!broughtNoSession()) {
    const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
    for (const route of routes) void router.loadRouteChunk(route)
  }
  const { defaultPendingMs } = router.options
  router.options.defaultPendingMs = WAIT_MS
  const waited = new Promise((done) => setTimeout(done, WAIT_MS))
  // What fails here is tried again, and said, by the router once it is drawn.
  await Promise.race([router.load().catch(() => undefined), waited])
  router.options.defaultPendingMs = defaultPendingMs
}
