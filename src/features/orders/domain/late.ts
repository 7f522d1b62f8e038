import type { OrderStatus } from './statuses.ts'

/** Done, or never to be done: neither is late, whatever was promised. */
const SETTLED: readonly OrderStatus[] = ['completed', 'cancelled']

const DAY_MS = 86_400_000

/**
 * By how many calendar days an order is past its promised date (J21); 0: it is not late. Of a status that means none of the source's
 * nobody knows whether it is done: such an order is never called late.
 */
export function daysLate(
  { status, promisedDate }: { status: OrderStatus | null; promisedDate: string | null },
  today: string,
): number {
  if (status === null || SETTLED.includes(status) || promisedDate === null) return 0
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(promisedDate)) / DAY_MS))
}
