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

/** Under which key the message files have a status, on both sides. */
export const STATUS_KEYS = {
  'not started': 'notStarted',
  'in progress': 'inProgress',
  blend: 'blend',
  cts: 'cts',
  packaging: 'packaging',
  completed: 'completed',
  cancelled: 'cancelled',
  'finance hold': 'financeHold',
  pending: 'pending',
} as const satisfies Record<OrderStatus, string>
