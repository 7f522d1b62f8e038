import type { AnyRouter } from '@tanstack/react-router'
import { broughtNoSession } from '../../features/session/web/look-up-session.ts'

/** Milliseconds that the first screen may take before the shell is shown without it: drawing it twice takes longer than that. */
const PATIENCE = 1_000

/**
 * Fetches the scripts of the address that the page began with, beside the session, which decides whether they are shown; and waits
 * for them a little longer than for those of a later screen, as nothing is shown yet that would have to answer.
 */
export function hastenFirstScreen(router: AnyRouter) {
  if (broughtNoSession()) return
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of routes) void router.loadRouteChunk(route)

  const { defaultPendingMs } = router.options
  router.options.defaultPendingMs = PATIENCE
  const stop = router.subscribe('onResolved', () => {
    stop()
    router.options.defaultPendingMs = defaultPendingMs
  })
}
