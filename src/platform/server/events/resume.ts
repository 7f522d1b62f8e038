import type { Outbox, OutboxEvent, Position, StreamAccess } from '../database/open-outbox.ts'
import type { EventStream } from './event-stream.ts'
import { canReceive } from './event-visibility.ts'
import type { OutboxFollower } from './follow-outbox.ts'
import { comparePositions } from './position.ts'

/** More than this is no less work than looking at everything again. */
const MOST_READ = 2_000

export type Reader = {
  access: StreamAccess
  stream: EventStream
  /** Hears of new events; before, what it missed is being looked up. */
  live: boolean
  /** Everything up to here was sent, or is not for this person. */
  sentTo: Position
  sentAt: number
}

/**
 * What a stream missed since `from`, as far as memory does not reach back: from the table. `upTo`: nothing below it is left
 * out; what comes after it is in memory. Null: too much, or not known any more.
 */
export async function readMissed(parts: {
  outbox: Outbox
  follower: OutboxFollower
  access: StreamAccess
  from: Position
}): Promise<{ events: OutboxEvent[]; upTo: Position } | null> {
  const { outbox, follower, access, from } = parts
  // Of a database that is not this one any more.
  if (comparePositions(from, follower.newest()) > 0) return null
  if (follower.recent.covers(from)) return { events: [], upTo: from }
  const { pruned } = await outbox.position()
  if (comparePositions(from, pruned) < 0) return null
  const tenants = access.kind === 'admin' ? null : [0, ...(access.tenantIds ?? [])]
  const { events, horizon } = await outbox.readAfter(from, MOST_READ, tenants)
  if (events.length === MOST_READ) return null
  return { events: events.filter((event) => canReceive(event, access)), upTo: { xid: horizon, id: 0 } }
}

/** The rest, from memory. To be used at once: it is complete up to the event that was delivered last. */
export function recallMissed(
  { recent }: OutboxFollower,
  access: StreamAccess,
  after: { position: Position } | { moment: number },
): OutboxEvent[] | null {
  if ('position' in after && !recent.covers(after.position)) return null
  const events = 'position' in after ? recent.after(after.position) : recent.since(after.moment)
  return events.filter((event) => canReceive(event, access))
}
