import type { QueryClient } from '@tanstack/react-query'
import { roadmapLive } from '../../features/about/web/live.ts'
import { announcementsLive } from '../../features/announcements/web/live.ts'
import { assistantLive } from '../../features/assistant/web/live.ts'
import { catalogueLive } from '../../features/catalogue/web/live.ts'
import { conversationsLive } from '../../features/conversations/web/live.ts'
import { dashboardLive } from '../../features/dashboard/web/live.ts'
import { demoRequestsLive } from '../../features/demo-requests/web/live.ts'
import { documentsLive } from '../../features/documents/web/live.ts'
import { feedbackLive } from '../../features/feedback/web/live.ts'
import { financeLive } from '../../features/finance/web/live.ts'
import { feedsLive } from '../../features/ingestion/web/live.ts'
import { issuesLive } from '../../features/issues/web/live.ts'
import { lotsLive } from '../../features/lots/web/live.ts'
import { noticesLive } from '../../features/notices/web/live.ts'
import { ordersLive } from '../../features/orders/web/live.ts'
import { purchaseOrdersLive } from '../../features/purchase-orders/web/live.ts'
import { salesLive } from '../../features/sales/web/live.ts'
import { sessionLive } from '../../features/session/web/own-choices.ts'
import { onSessionState, type SessionState, sessionState } from '../../features/session/web/session-store.ts'
import { tenantsLive } from '../../features/tenants/web/live.ts'
import { trackingLive } from '../../features/tracking/web/live.ts'
import { upstreamLive } from '../../features/upstream/web/live.ts'
import { reportAccessChanged } from '../../platform/web/api/session-changes.ts'
import {
  onLiveConnectionState,
  setLiveConnectionState,
} from '../../platform/web/events/live-connection-state.ts'
import { type Change, createRefresher } from '../../platform/web/events/live-topics.ts'
import type { StreamMessage } from '../../platform/web/events/parse-events.ts'
import { shareLiveUpdates } from '../../platform/web/events/share-live-updates.ts'

/** Which topics change which queries: every feature with live screens declares its own. */
const FEATURES = [
  dashboardLive,
  ordersLive,
  trackingLive,
  financeLive,
  issuesLive,
  lotsLive,
  catalogueLive,
  purchaseOrdersLive,
  salesLive,
  feedsLive,
  tenantsLive,
  upstreamLive,
  sessionLive,
  announcementsLive,
  feedbackLive,
  roadmapLive,
  demoRequestsLive,
  documentsLive,
  noticesLive,
  assistantLive,
  conversationsLive,
]

/** Whose stream it is; null: nobody is at work, so there is none. */
const scopeOf = (state: SessionState): string | null =>
  state.status === 'in' && state.session.role !== null
    ? `${state.session.user.id} ${state.session.tenant?.id ?? 'all'} ${state.session.viewing?.until ?? ''}`
    : null

/** Keeps the screens true while somebody is signed in: a stream of their own for each person and tenant (G3, A7). */
export function startLive(queries: QueryClient) {
  const refresher = createRefresher(queries, FEATURES)
  let scope: string | null = null
  let leave = () => {}

  const hear = ({ event, data }: StreamMessage) => {
    if (event === 'change') refresher.change(data as Change)
    else if (event === 'resync') refresher.everything()
    // While it was away, also what this person may see can have changed.
    else if (event === 'ready' && data.again === true) reportAccessChanged()
  }
  const follow = () => {
    const now = scopeOf(sessionState())
    if (now === scope) return
    scope = now
    leave()
    refresher.stop()
    setLiveConnectionState({ status: 'connecting' })
    leave =
      now === null ? () => {} : shareLiveUpdates(now, { onMessage: hear, onState: setLiveConnectionState })
  }
  onSessionState(follow)
  onLiveConnectionState((state, before) => {
    if (state.status === 'online' && before.lostAt !== undefined) refresher.whatFailed()
  })
  follow()
}
