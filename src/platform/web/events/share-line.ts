import type { LineState } from './line-state.ts'
import { openLine } from './open-line.ts'
import type { StreamMessage } from './parse-events.ts'

type Hearing = { hear: (message: StreamMessage) => void; show: (state: LineState) => void }
type News = { message: StreamMessage } | { state: LineState } | { asks: true }

/** The tab that listens repeats every message to the others, heartbeats too; silent for longer than that, it sleeps. */
const SILENT_AFTER_MS = 45_000

let hungUp = false
const lines = new Set<() => void>()

/** The page is on its way to the sign-in screen: no stream any more, also not the one that another tab gives up. */
export function hangUp() {
  hungUp = true
  for (const leave of lines) leave()
}

/**
 * One stream for all tabs of a browser that show the same (`scope`: person and tenant): browsers allow few connections.
 * One tab holds a lock, listens and repeats; when it goes, the next one does. Answers how to leave.
 */
export function shareLine(scope: string, hearing: Hearing): () => void {
  if (hungUp) return () => {}
  const end = join(scope, hearing)
  const leave = () => {
    if (lines.delete(leave)) end()
  }
  lines.add(leave)
  return leave
}

function join(scope: string, { hear, show }: Hearing): () => void {
  // Locks exist in secure contexts only; elsewhere every tab listens for itself.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return openLine({ hear, show })
  const name = `portal.events ${scope}`
  const channel = new BroadcastChannel(name)
  let left = false
  let waiting = new AbortController()
  let stopLeading: (() => void) | null = null
  let state: LineState = { status: 'connecting' }
  let heardAt = Date.now()
  const tell = (news: News) => channel.postMessage(news)

  const lead = () =>
    new Promise<void>((release) => {
      const close = openLine({
        hear: (message) => {
          tell({ message })
          hear(message)
        },
        show: (next) => {
          state = next
          tell({ state })
          show(next)
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
    if (!left) waitInLine()
  }
  function waitInLine() {
    waiting = new AbortController()
    void queue({ signal: waiting.signal })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    heardAt = Date.now()
    if ('asks' in data) {
      if (stopLeading) tell({ state })
    } else if (stopLeading) return
    else if ('state' in data) show(data.state)
    else hear(data.message)
  })
  const watch = window.setInterval(() => {
    if (stopLeading || Date.now() - heardAt < SILENT_AFTER_MS) return
    heardAt = Date.now()
    waiting.abort()
    void queue({ steal: true })
  }, 5_000)

  waitInLine()
  tell({ asks: true })
  return () => {
    left = true
    window.clearInterval(watch)
    waiting.abort()
    stopLeading?.()
    channel.close()
  }
}
