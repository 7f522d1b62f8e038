import type { Dashboard } from '../contract.ts'

type ActivityEvent = NonNullable<Dashboard['activity']>[number]
/** What one version of an order changed, in the order in which it was recorded. */
export type Activity = { last: ActivityEvent; changes: ActivityEvent[] }

/** Changes of one order at one moment are told together; the newest first, as they come. */
export function groupActivity(events: readonly ActivityEvent[]): Activity[] {
  const groups: Activity[] = []
  for (const event of events) {
    const open = groups.at(-1)
    if (open && open.last.orderId === event.orderId && open.last.at === event.at) open.changes.unshift(event)
    else groups.push({ last: event, changes: [event] })
  }
  return groups
}
