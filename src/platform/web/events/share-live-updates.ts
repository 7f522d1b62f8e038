import { connectLiveUpdates, type StreamHandlers } from './connect-live-updates.ts'
import type { LiveConnectionState } from './live-connection-state.ts'
import type { StreamMessage } from './parse-events.ts'

type News = { message: StreamMessage } | { state: LiveConnectionState } | { asks: true }

/** The tab that listens repeats every message to the others, heartbeats too; silent for longer than that, it sleeps. */
const SILENT_AFTER_MS = 45_000

let closed = false
const connections = new Set<() => void>()

/** The page is on its way to the sign-in screen: no stream any more, also not the one that another tab gives up. */
export function closeLiveUpdates() {
  closed = true
  for (const leave of connections) leave()
}

/**
 * One stream for all tabs of a browser that show the same (`scope`: person and tenant): browsers allow few connections.
 * One tab holds a lock, listens and repeats; when it goes, the next one does. Returns a function that leaves.
 */
export function shareLiveUpdates(scope: string, handlers: StreamHandlers): () => void {
  if (closed) return () => {}
  const end = join(scope, handlers)
  const leave = () => {
    if (connections.delete(leave)) end()
  }
  connections.add(leave)
  return leave
}

function join(scope: string, { onMessage, onState }: StreamHandlers): () => void {
  // Locks exist in secure contexts only; elsewhere every tab listens for itself.
  if (!('locks' in navigator) || !('BroadcastChannel' in window))
    return connectLiveUpdates({ onMessage, onState })
  const name = `portal.events ${scope}`
  const channel = new BroadcastChannel(name)
  let left = false
  let waiting = new AbortController()
  let stopLeading: (() => void) | null = null
  let state: LiveConnectionState = { status: 'connecting' }
  let heardAt = Date.now()
  const tell = (news: News) => channel.postMessage(news)

  const lead = () =>
    new Promise<void>((release) => {
      const close = connectLiveUpdates({
        onMessage: (message) => {
          tell({ message })
          onMessage(message)
        },
        onState: (next) => {
          state = next
          tell({ state })
          onState(next)
        },
      })
      stopLeading = () => {
        close()
        release()
        stopLeading = null
      }
      if (left) stopLeading()
    })

  async function queue(options: LockOptions): Promise<void> {
    // Refused when this tab leaves, or when another one takes over because this one slept.
    await navigator.locks.request(name, options, lead).catch(() => undefined)
    stopLeading?.()
    if (!left) waitForLock()
  }
  function waitForLock() {
    waiting = new AbortController()
    void queue({ signal: waiting.signal })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    heardAt = Date.now()
    if ('asks' in data) {
      if (stopLeading) tell({ state })
    } else if (stopLeading) return
    else if ('state' in data) onState(data.state)
    else onMessage(data.message)
  })
  const watch = window.setInterval(() => {
    if (stopLeading || Date.now() - heardAt < SILENT_AFTER_MS) return
    heardAt = Date.now()
    waiting.abort()
    void queue({ steal: true })
  }, 5_000)

  waitForLock()
  tell({ asks: true })
  return () => {
    left = true
    window.clearInterval(watch)
    waiting.abort()
    stopLeading?.()
    channel.close()
  }
}
