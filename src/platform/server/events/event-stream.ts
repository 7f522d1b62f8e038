import type { Position } from '../database/open-outbox.ts'
import { resyncMessage } from './messages.ts'

/** Messages that wait for a slow reader; with one more all of them give way to a single "resync". */
const MOST_WAITING = 100
const LAST_WORD_MS = 5000

export type EventStream = ReturnType<typeof openEventStream>

/**
 * One reader's bytes: nothing is made before it is asked for, and never more than `MOST_WAITING` messages wait. `newest`
 * says up to where a resync covers; `cut` ends the connection of a reader that does not read; `onEnd` comes once.
 */
export function openEventStream(parts: {
  newest: () => Position
  now: () => number
  cut: () => void
  onEnd: () => void
}) {
  let waiting: Uint8Array[] = []
  let lagging = false
  let ending = false
  let ended = false
  let asked: (() => void) | undefined
  let lastReadAt = parts.now()
  let closing: NodeJS.Timeout | undefined

  function end() {
    if (ended) return
    ended = true
    clearTimeout(closing)
    waiting = []
    asked?.()
    parts.onEnd()
  }
  function cut() {
    end()
    parts.cut()
  }
  function take(): Uint8Array {
    const pieces = lagging ? [resyncMessage(parts.newest()), ...waiting] : waiting
    lagging = false
    waiting = []
    return Buffer.concat(pieces)
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        lastReadAt = parts.now()
        while (!ended && !lagging && waiting.length === 0)
          await new Promise<void>((wake) => {
            asked = wake
          })
        asked = undefined
        lastReadAt = parts.now()
        if (!ended) controller.enqueue(take())
        if (ended || ending) {
          end()
          controller.close()
        }
      },
      cancel: end,
    },
    // Nothing ahead of the reader: what waits is counted here.
    { highWaterMark: 0 },
  )

  return {
    body,
    push(message: Uint8Array) {
      if (ended || ending || lagging) return
      if (waiting.length >= MOST_WAITING) {
        waiting = []
        lagging = true
      } else waiting.push(message)
      asked?.()
    },
    /** What waited is not sent any more: the right to it may be gone. */
    endWith(message: Uint8Array) {
      if (ended || ending) return
      ending = true
      lagging = false
      waiting = [message]
      closing = setTimeout(cut, LAST_WORD_MS)
      closing.unref()
      asked?.()
    },
    cut,
    /** Nothing waits, so that a sign of life makes sense. */
    isIdle: () => !ended && !lagging && waiting.length === 0,
    /** Milliseconds since the reader last asked while something waits for it. */
    stalledFor: () => (lagging || waiting.length > 0 ? parts.now() - lastReadAt : 0),
  }
}
