import type { Outbox, OutboxEvent, StreamAccess, Typing } from '../database/open-outbox.ts'
import type { Log } from '../log.ts'
import type { EventMetrics } from './event-metrics.ts'
import { openEventStream } from './event-stream.ts'
import { canReceive } from './event-visibility.ts'
import { followOutbox } from './follow-outbox.ts'
import {
  ACCESS_CHANGED,
  changeMessage,
  HEARTBEAT,
  readyMessage,
  reconnectMessage,
  resyncMessage,
  typingMessage,
} from './messages.ts'
import { comparePositions, parsePosition } from './position.ts'
import { type Reader, readMissed, recallMissed } from './resume.ts'
import { createTypingThrottle } from './typing-throttle.ts'

const HEARTBEAT_MS = 25_000
/** Rights are looked at this often, for all streams in one query; no event goes out on older ones than that and one look. */
const POLL_INTERVAL_MS = 2_000
const STALLED_MS = 60_000
const TICK_MS = 1_000
/** Browsers share one stream among their tabs; what is beyond that is forgotten connections, so the oldest gives way. */
const STREAMS_PER_SESSION = 12
const STREAMS_PER_PERSON = 40
const REPLACED_AFTER_MS = 60_000
/** A stream that begins hears what happened this long before: its screens may have asked just then. */
const BEGINS_MS_AGO = 10_000

/** What a conversation needs (A8). */
const TYPING_NEEDS = { module: 'chat', permission: 'conversations.read' }

export type EventHub = ReturnType<typeof createEventHub>

/** Everything that one process streams: one reader of the outbox, one look at rights, any number of streams. */
export function createEventHub(parts: {
  outbox: Outbox
  log: Log
  metrics: EventMetrics
  now?: () => number
}) {
  const { outbox, log, metrics, now = Date.now } = parts
  const readers = new Set<Reader>()
  let lookedAt = 0
  let stopped = false
  const typings = createTypingThrottle()

  const follower = followOutbox({ outbox, log, metrics, now, busy: () => readers.size > 0, prepare, deliver })
  const unwatch = outbox.watchTyping((typing) => void tellTyping(typing))
  const timer = setInterval(() => void tick(), TICK_MS)
  timer.unref()

  async function prepare(): Promise<void> {
    if (readers.size > 0 && now() - lookedAt >= POLL_INTERVAL_MS) await look()
  }

  function deliver(event: OutboxEvent) {
    let message: Uint8Array | undefined
    for (const reader of readers) {
      if (!reader.live || comparePositions(event, reader.sentTo) <= 0 || !canReceive(event, reader.access))
        continue
      message ??= changeMessage(event)
      send(reader, message)
    }
  }

  /** On rights that were looked at lately, as every event; what cannot be told now is not worth telling later. */
  async function tellTyping(typing: Typing): Promise<void> {
    if (!typings.admits(typing, now())) return
    const addressed = {
      ...{ tenantId: typing.tenantId, topic: `typing.${typing.side}`, ...TYPING_NEEDS },
      ...{ audience: null, payload: {} },
    }
    try {
      await prepare()
    } catch (fault) {
      return log.warn({ fault: String(fault) }, 'who writes was not told')
    }
    const message = typingMessage(typing)
    for (const reader of readers)
      if (reader.live && reader.access.userId !== typing.userId && canReceive(addressed, reader.access))
        send(reader, message)
  }

  function send(reader: Reader, message: Uint8Array) {
    reader.stream.push(message)
    reader.sentAt = now()
    metrics.sent()
  }

  /** Ends the streams of sessions that ended, or that may see something else now (G3: within 5 s). */
  async function look(): Promise<void> {
    const began = now()
    const asked = [...readers]
    const found = await outbox.accessOf([...new Set(asked.map(({ access }) => access.sessionId))])
    const known = new Map(found.map((access) => [access.sessionId, access]))
    lookedAt = began
    for (const { access, stream } of asked) {
      const present = known.get(access.sessionId)
      if (!present || !sameAccess(present, access)) stream.endWith(ACCESS_CHANGED)
    }
  }

  async function tick(): Promise<void> {
    for (const { stream } of readers) if (stream.stalledFor() >= STALLED_MS) stream.cut()
    for (const reader of readers)
      if (reader.stream.isIdle() && now() - reader.sentAt >= HEARTBEAT_MS) send(reader, HEARTBEAT)
    if (readers.size === 0 || now() - lookedAt < POLL_INTERVAL_MS) return
    // Without the database no event comes either; what cannot be looked at now is looked at before the next one goes out.
    await look().catch((fault) => log.warn({ fault: String(fault) }, 'rights of streams not looked at'))
  }

  function makeRoom(access: StreamAccess) {
    const of = (key: 'sessionId' | 'userId') =>
      [...readers].filter((reader) => reader.access[key] === access[key])
    for (const [streams, most] of [
      [of('sessionId'), STREAMS_PER_SESSION],
      [of('userId'), STREAMS_PER_PERSON],
    ] as const)
      if (streams.length >= most) streams[0]?.stream.endWith(reconnectMessage(REPLACED_AFTER_MS))
  }

  return {
    /** A stream for this person from `lastEventId` on; without one, from a few seconds ago. `cut` ends the connection. */
    async open(
      access: StreamAccess,
      lastEventId: string | undefined,
      cut: () => void,
    ): Promise<ReadableStream<Uint8Array>> {
      await follower.started()
      makeRoom(access)
      const stream = openEventStream({
        newest: follower.newest,
        now,
        cut,
        onEnd: () => {
          readers.delete(reader)
          metrics.streams(readers.size)
        },
      })
      const reader: Reader = { access, stream, live: false, sentTo: { xid: 0, id: 0 }, sentAt: now() }
      readers.add(reader)
      metrics.streams(readers.size)
      if (stopped) stream.endWith(reconnectMessage(1000))
      else void begin(reader, lastEventId)
      return stream.body
    },
    tick,
    /** Tells every stream to come back, to whichever server is there then, and ends them. */
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      unwatch()
      for (const { stream } of readers)
        stream.endWith(reconnectMessage(500 + Math.round(Math.random() * 1000)))
      await follower.stop()
    },
  }

  /** What it missed, then "ready", then whatever comes. */
  async function begin(reader: Reader, lastEventId: string | undefined) {
    const { access } = reader
    const from = lastEventId === undefined ? undefined : parsePosition(lastEventId)
    let read: Awaited<ReturnType<typeof readMissed>> | undefined
    try {
      read = from && (await readMissed({ outbox, follower, access, from }))
    } catch (fault) {
      // The database is away: nothing is known to be missed, so it is asked again in a moment.
      log.warn({ fault: String(fault) }, 'a stream could not be resumed')
      return reader.stream.endWith(reconnectMessage(1000))
    }
    // From here to the end at one go, so that no event falls between memory and what is live.
    const recalled = read
      ? recallMissed(follower, access, { position: read.upTo })
      : lastEventId === undefined
        ? recallMissed(follower, access, { moment: now() - BEGINS_MS_AGO })
        : null
    reader.sentTo = follower.newest()
    reader.live = true
    if (recalled === null) {
      metrics.resync()
      send(reader, resyncMessage(reader.sentTo))
    } else {
      const missed = [...(read?.events ?? []), ...recalled]
      if (missed.length > 0) send(reader, Buffer.concat(missed.map(changeMessage)))
    }
    send(reader, readyMessage(reader.sentTo))
  }
}

const sameAccess = (one: StreamAccess, other: StreamAccess): boolean =>
  one.userId === other.userId &&
  one.kind === other.kind &&
  one.tenantId === other.tenantId &&
  one.role === other.role &&
  one.isAdmin === other.isAdmin &&
  one.mode === other.mode &&
  sameSet(one.tenantIds, other.tenantIds) &&
  sameSet(one.permissions, other.permissions) &&
  sameSet(one.hiddenModules, other.hiddenModules)

const sameSet = (one: readonly unknown[] | null, other: readonly unknown[] | null): boolean =>
  JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)
