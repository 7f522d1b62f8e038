import type { QueryClient } from '@tanstack/react-query'
import { noteServerTime, serverNow } from '../../../platform/web/api/server-clock.ts'
import { onSessionChange } from '../../../platform/web/api/session-changes.ts'
import { onSignedInAgain } from '../../../platform/web/api/sign-in-again.ts'
import type { Session } from '../contract.ts'
import { forgetTab, leaveForSignIn } from './forget-tab.ts'
import { askAgain, canGoOn, untilGoesOn } from './go-on.ts'
import { adoptSession, fetchSession, isEnrolmentAsked } from './look-up-session.ts'
import { refreshSession } from './refresh-session.ts'
import { onTabNews, tellTabs } from './session-channel.ts'
import { isRefreshDue, POLL_INTERVAL_MS } from './session-clock.ts'
import { onSessionState, sessionState, setSessionState } from './session-store.ts'

let refreshes = () => {}
/** Ahead of its time: somebody is here after all, or nobody was for too long, which the server decides. */
export const refreshNow = () => refreshes()

/** Keeps the session of this tab true: looks at the clock, listens to the server's answers and to the other tabs. */
export function startSessionLoop(queries: QueryClient): () => void {
  const stopped = new AbortController()

  const end = () => {
    const state = sessionState()
    if (state.status === 'out' || state.status === 'ended') return
    if (state.status === 'in' && canGoOn(state.session))
      return setSessionState({ status: 'ended', session: state.session })
    forgetTab(queries)
    setSessionState({ status: 'out', reason: 'ended' })
  }
  /** The session as it is now, from whichever tab: the same place is taken over, another one is a question (A7). */
  const receive = (now: Session) => {
    const state = sessionState()
    if (state.status !== 'in' && state.status !== 'moved' && state.status !== 'ended') return
    const { session } = state
    noteServerTime(now.at)
    if (session.user.id !== now.user.id) {
      forgetTab(queries)
      window.location.reload()
    } else if (session.viewing?.until !== now.viewing?.until) {
      // Nothing was begun there that a question would save: it goes along, and says so where a look is over.
      forgetTab(queries)
      void adoptSession(now, now.viewing ? undefined : session)
    } else if ((session.tenant?.id ?? null) === (now.tenant?.id ?? null))
      setSessionState({
        status: 'in',
        session: now,
        looked: state.status === 'in' ? state.looked : undefined,
      })
    else {
      forgetTab(queries)
      setSessionState({ status: 'moved', session, now })
    }
  }
  const ask = () =>
    fetchSession().then(
      (now) => (now ? receive(now) : end()),
      // Else it cannot be learnt now; the next look or the next answer will tell.
      (failure) => isEnrolmentAsked(failure) && window.location.reload(),
    )
  let refreshing = false
  const look = async () => {
    const state = sessionState()
    if (state.status !== 'in' || !isRefreshDue(serverNow(), Date.parse(state.session.expiresAt))) return
    await refresh()
  }
  const refresh = async () => {
    if (refreshing) return
    refreshing = true
    // What is neither an answer nor passing is met again at the next look.
    const refreshed = await refreshSession(stopped.signal).catch(() => undefined)
    refreshing = false
    if (refreshed === undefined || stopped.signal.aborted) return
    if (refreshed === null) {
      tellTabs({ kind: 'ended' })
      return end()
    }
    tellTabs({ kind: 'session', session: refreshed })
    receive(refreshed)
  }

  refreshes = () => void refresh()
  const timer = window.setInterval(look, POLL_INTERVAL_MS)
  let viewEnds: number | undefined
  const awaitViewEnd = () => {
    window.clearTimeout(viewEnds)
    const state = sessionState()
    if (state.status !== 'in' || !state.session.viewing) return
    const left = Date.parse(state.session.viewing.until) - serverNow()
    // The server's clock is known to the second.
    viewEnds = window.setTimeout(() => void ask(), Math.max(0, left) + 1000)
  }
  // A laptop that slept, a page that came back from the browser's memory.
  const wake = () => document.visibilityState === 'visible' && void look()
  const restored = (event: PageTransitionEvent) => event.persisted && void ask()
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', restored)
  let ended = false
  const goOn = () => {
    const { status } = sessionState()
    if (ended && status === 'in') askAgain(queries)
    ended = status === 'ended'
  }
  const unlisten = [
    onSignedInAgain(untilGoesOn),
    onSessionState(goOn),
    onSessionState(awaitViewEnd),
    onSessionChange((change) => (change === 'signed_out' ? end() : void ask())),
    onTabNews((news) => {
      if (news.kind === 'session') receive(news.session)
      else if (news.kind === 'signed-out') leaveForSignIn(queries)
      else if (sessionState().status === 'out') window.location.reload()
      else void ask()
    }),
  ]
  return () => {
    stopped.abort()
    window.clearInterval(timer)
    window.clearTimeout(viewEnds)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('pageshow', restored)
    for (const off of unlisten) off()
  }
}
