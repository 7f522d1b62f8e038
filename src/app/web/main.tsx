import '../../platform/web/theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { startSessionLoop } from '../../features/session/web/session-loop.ts'
import { onSessionState, sessionState } from '../../features/session/web/session-store.ts'
import { trackUserActivity } from '../../platform/web/api/user-activity.ts'
import { keepDraftsIn } from '../../platform/web/forms/draft-store.ts'
import { watchLeaving } from '../../platform/web/forms/open-drafts.ts'
import { showLanguage } from '../../platform/web/i18n/language.ts'
import { afterPaint } from '../../platform/web/kit/after-paint.ts'
import { fetchDialogs } from '../../platform/web/kit/dialog.tsx'
import { fetchSheets } from '../../platform/web/kit/sheet.tsx'
import { createQueryClient } from '../../platform/web/query/query-client.ts'
import { loadFirstScreen } from './first-screen.ts'
import { startLive } from './live.ts'
import { createPortalRouter } from './router.tsx'

trackUserActivity()
keepDraftsIn(async () => (await import('../../features/drafts/web/published.ts')).drafts)
watchLeaving()
// On its way while the words are fetched; its failure is met, and said, by the route that asks.
knowSession().catch(() => undefined)
const words = showLanguage()
const queries = createQueryClient()
const router = createPortalRouter(queries)
await Promise.all([words, loadFirstScreen(router)])

let status = sessionState().status
onSessionState(() => {
  if (sessionState().status === status) return
  const before = status
  status = sessionState().status
  // The page stays as it is while somebody signs in over it.
  if (status === 'ended' || (before === 'ended' && status === 'in')) return
  // The guards of the routes decide anew: a session that ended leads to the sign-in screen.
  void router.invalidate()
})
startSessionLoop(queries)
startLive(queries)

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app')
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
// No screen begins with a dialog or a sheet, and what opens the first one finds its frame here.
afterPaint(() => {
  fetchDialogs()
  fetchSheets()
})
