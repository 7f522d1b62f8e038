/** How the address names an order. */

/** What statuses that are not known mean, for administrators. */
export { StatusesPanel } from './lazy-panels.ts'
export { orderAddress } from './order-address.ts'
/** What the dashboard writes of an order as the orders screens do. */
export { Amount, StatusBadge } from './order-cells.tsx'
export { Text } from './text.tsx'
export { together } from './together.ts'
export { useChangeText } from './use-change-text.ts'
export { useFigureText } from './use-figure-text.ts'
