import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Outbox, OutboxEvent, Position } from '../database/open-outbox.ts'
import type { Log } from '../log.ts'
import type { EventMetrics } from './event-metrics.ts'
import { createRecentEvents } from './recent.ts'

/** Fewer than may wait for a reader, so that one that reads is never taken for a slow one. */
const PAGE = 64
const REMEMBERED = 5_000
const POLL_MS = 500
const POLL_UNWATCHED_MS = 2_000
/** After a wake that found nothing: the row may still be above the horizon. */
const RETRY_DELAYS_MS = [5, 10, 20, 40, 80, 160, 250]
const HELD_BACK_MS = 5_000

export type OutboxFollower = ReturnType<typeof followOutbox>

/**
 * Reads the outbox to its end, again and again, and hands each page on in order. NOTIFY only wakes it. It goes on from the
 * last event that it read, never from a horizon: after a crash of the database a transaction may have a lower number
 * than one that was seen under way.
 */
export function followOutbox(parts: {
  outbox: Outbox
  log: Log
  metrics: EventMetrics
  now: () => number
  /** Somebody listens. */
  busy: () => boolean
  /** Comes before every page; when it fails the page is read again. */
  prepare: () => Promise<void>
  deliver: (event: OutboxEvent) => void
}) {
  const { outbox, log, metrics, now, busy, prepare, deliver } = parts
  const recent = createRecentEvents({ xid: 0, id: 0 }, REMEMBERED)
  let at: Position | undefined
  let stopped = false
  let failing = false
  let retries = RETRY_DELAYS_MS.length
  let awaken: (() => void) | undefined
  let awake = false
  let begun = () => {}
  const beginning = new Promise<void>((done) => {
    begun = done
  })
  const held = { horizon: 0, since: now(), told: false }

  function wake() {
    awake = true
    retries = 0
    awaken?.()
  }
  const deafen = outbox.listen(wake)

  async function readOn(): Promise<boolean> {
    if (!at) {
      const { newest } = await outbox.position()
      recent.clear(newest)
      at = newest
      begun()
    }
    const page = await outbox.readAfter(at, PAGE)
    watchHorizon(page)
    if (page.events.length === 0) return false
    await prepare()
    // At one go: a stream that begins meanwhile finds an event either in memory or on its way, never in neither.
    for (const event of page.events) {
      recent.add(event, now())
      at = { xid: event.xid, id: event.id }
      deliver(event)
    }
    const last = page.events.at(-1) as OutboxEvent
    metrics.lag((now() - Date.parse(last.createdAt)) / 1000)
    return page.events.length === PAGE
  }

  /** A transaction that lasts holds back everybody's events. */
  function watchHorizon({ horizon, running }: { horizon: number; running: boolean }) {
    if (!running || horizon !== held.horizon) Object.assign(held, { horizon, since: now(), told: false })
    const ms = now() - held.since
    metrics.heldBack(ms >= HELD_BACK_MS ? ms / 1000 : 0)
    if (ms < HELD_BACK_MS || held.told) return
    held.told = true
    log.warn({ transaction: horizon }, 'a long transaction holds back events')
  }

  async function follow() {
    while (!stopped) {
      awake = false
      try {
        const more = await readOn()
        failing = false
        if (more) {
          await nextTurn()
          continue
        }
      } catch (fault) {
        if (!failing) log.warn({ fault: String(fault) }, 'events cannot be read')
        failing = true
      }
      if (!awake && !stopped) await rest()
    }
  }

  function rest(): Promise<void> {
    const pause = RETRY_DELAYS_MS[retries++] ?? (busy() ? POLL_MS : POLL_UNWATCHED_MS)
    return new Promise((done) => {
      const timer = setTimeout(done, failing ? POLL_MS : pause)
      awaken = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  const following = follow()
  return {
    recent,
    newest: (): Position => at ?? { xid: 0, id: 0 },
    /** Waits until it knows where it is; rejects when the database does not say so in time. */
    async started(): Promise<void> {
      if (!at) await inTime(beginning)
    },
    async stop() {
      stopped = true
      awaken?.()
      await Promise.all([following, deafen()])
    },
  }
}

async function inTime(beginning: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(
      () => failed(Object.assign(new Error('the outbox cannot be read'), { code: '57P03' })),
      2_000,
    )
  })
  await Promise.race([beginning, late]).finally(() => clearTimeout(timer))
}
