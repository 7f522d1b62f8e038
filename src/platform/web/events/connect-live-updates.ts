import { NetworkError } from '../api/failures.ts'
import { portalFetch } from '../api/portal-fetch.ts'
import type { LiveConnectionState } from './live-connection-state.ts'
import { createEventParser, type StreamMessage } from './parse-events.ts'

const AGAIN_AFTER_MS = [1_000, 2_000, 5_000, 10_000]
/** A heartbeat comes every 25 s; ten more and the connection counts as dead. */
const DEAD_AFTER_MS = 35_000
const CONNECT_WITHIN_MS = 10_000
/** The stream has no end of its own. */
const WITHOUT_END_MS = 2_000_000_000

export type StreamHandlers = {
  onMessage: (message: StreamMessage) => void
  onState: (state: LiveConnectionState) => void
}
type End = { reached: boolean; afterMs?: number; unanswered?: boolean }

/**
 * A stream of events that is always on its way back: after 1, 2, 5, then every 10 seconds (G3). `ready` says whether it is
 * there `again`. Returns a function that ends it.
 */
export function connectLiveUpdates({ onMessage, onState }: StreamHandlers): () => void {
  const stopped = new AbortController()
  let lastEventId: string | null = null
  let heardAt = 0
  let again = false
  let cut = () => {}
  let hurry = () => {}

  async function listen(): Promise<End> {
    const attempt = new AbortController()
    cut = () => attempt.abort()
    let end: End = { reached: false }
    const receive = (message: StreamMessage) => {
      if (message.id !== null) lastEventId = message.id
      if (message.event === 'ready') {
        end = { reached: true }
        onState({ status: 'online' })
      }
      if (message.event === 'reconnect') end = { reached: true, afterMs: Number(message.data.afterMs) }
      // Not all at once, when a role of many people changed.
      if (message.event === 'access') end = { reached: true, afterMs: 100 + Math.random() * 500 }
      onMessage(message.event === 'ready' ? { ...message, data: { again } } : message)
      again ||= message.event === 'ready'
    }
    let watch = window.setTimeout(cut, CONNECT_WITHIN_MS)
    const alive = () => {
      heardAt = Date.now()
      window.clearTimeout(watch)
      watch = window.setTimeout(cut, DEAD_AFTER_MS)
    }
    try {
      const headers = new Headers(lastEventId === null ? {} : { 'last-event-id': lastEventId })
      const signal = AbortSignal.any([stopped.signal, attempt.signal])
      const response = await portalFetch('/api/v1/events', { headers, signal }, { timeoutMs: WITHOUT_END_MS })
      const parse = createEventParser(receive)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
        alive()
        parse(next.value)
      }
      return end
    } catch (failure) {
      return { ...end, unanswered: failure instanceof NetworkError }
    } finally {
      window.clearTimeout(watch)
    }
  }

  async function keep() {
    for (let failures = 0; !stopped.signal.aborted; ) {
      const end = await listen()
      if (stopped.signal.aborted) return
      failures = end.reached ? 0 : failures + 1
      const offline = !navigator.onLine || (end.unanswered && failures > 2)
      // A stream that was asked to come back in a moment is not lost.
      if (end.afterMs === undefined || end.afterMs > 2_000 || failures > 0)
        onState({ status: offline ? 'offline' : 'reconnecting', lostAt: Date.now() })
      const later = AGAIN_AFTER_MS[Math.min(failures, AGAIN_AFTER_MS.length) - 1] ?? AGAIN_AFTER_MS[0] ?? 0
      await pause(end.afterMs ?? later)
    }
  }
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      const timer = window.setTimeout(done, ms)
      hurry = () => {
        window.clearTimeout(timer)
        done()
      }
    })

  const lose = () => {
    onState({ status: 'offline', lostAt: Date.now() })
    cut()
  }
  const comeBack = () => hurry()
  // Timers sleep with a laptop, and in tabs that nobody looks at.
  const look = () => {
    if (document.visibilityState === 'visible' && heardAt > 0 && Date.now() - heardAt > DEAD_AFTER_MS) cut()
  }
  window.addEventListener('offline', lose)
  window.addEventListener('online', comeBack)
  document.addEventListener('visibilitychange', look)
  void keep()
  return () => {
    stopped.abort()
    hurry()
    window.removeEventListener('offline', lose)
    window.removeEventListener('online', comeBack)
    document.removeEventListener('visibilitychange', look)
  }
}
