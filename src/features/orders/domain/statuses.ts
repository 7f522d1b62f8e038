/** The statuses that the source names; its groupings speak of these alone (J3). */
export const ORDER_STATUSES = [
  'not started',
  'in progress',
  'blend',
  'cts',
  'packaging',
  'completed',
  'cancelled',
  'finance hold',
  'pending',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
