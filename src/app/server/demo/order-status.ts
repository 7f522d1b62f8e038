import type { Random } from './random.ts'

/** The statuses that upstream knows (source, section 4), beside the usual one, completed: what share of orders has them. */
const SHARES = {
  packaging: 0.07,
  cts: 0.07,
  blend: 0.07,
  'in progress': 0.07,
  'not started': 0.06,
  pending: 0.04,
  cancelled: 0.035,
  'finance hold': 0.025,
}
export type OrderStatus = keyof typeof SHARES | 'completed'

/** The statuses of a client's orders: each at least once. */
export function statusesOf(orders: number): OrderStatus[] {
  const statuses = (Object.keys(SHARES) as (keyof typeof SHARES)[]).flatMap((status) =>
    new Array<OrderStatus>(Math.ceil(orders * SHARES[status])).fill(status),
  )
  return [...statuses, ...new Array<OrderStatus>(Math.max(0, orders - statuses.length)).fill('completed')]
}

/** People type it: Not started, NOT STARTED, not started, Not Started. */
export function asTyped(random: Random, status: OrderStatus): string {
  const first = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const written = random.pick(['words', 'words', 'words', 'sentence', 'lower', 'upper'] as const)
  if (written === 'upper' || (status === 'cts' && written !== 'lower')) return status.toUpperCase()
  if (written === 'lower') return status
  return written === 'sentence' ? first(status) : status.split(' ').map(first).join(' ')
}
