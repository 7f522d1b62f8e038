import type { OutboxEvent, Position } from '../database/open-outbox.ts'
import { comparePositions } from './position.ts'

/** The newest events in memory, so that a stream that comes back soon costs no query. `floor`: everything after it is here. */
export function createRecentEvents(floor: Position, most: number) {
  let events: { event: OutboxEvent; heardAt: number }[] = []

  return {
    add(event: OutboxEvent, heardAt: number) {
      events.push({ event, heardAt })
      // In large steps: moving the array for each event would cost more than it holds.
      if (events.length < most * 1.5) return
      const gone = events.splice(0, events.length - most)
      floor = (gone.at(-1) as { event: OutboxEvent }).event
    },
    /** Whether everything after this position is still here. */
    covers: (position: Position) => comparePositions(position, floor) >= 0,
    after: (position: Position): OutboxEvent[] =>
      events.map(({ event }) => event).filter((event) => comparePositions(event, position) > 0),
    /** What came since a moment, for streams that begin: their screens may have asked just before it. */
    since: (moment: number): OutboxEvent[] =>
      events.filter(({ heardAt }) => heardAt >= moment).map(({ event }) => event),
    clear(at: Position) {
      events = []
      floor = at
    },
  }
}
