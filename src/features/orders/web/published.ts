/** How the address names an order. */
export { orderAddress } from './order-address.ts'
/** What the dashboard writes of an order as the orders screens do. */
export { Amount, Text } from './order-cells.tsx'
export { together } from './together.ts'
export { useChangeText } from './use-change-text.ts'
export { useFigureText } from './use-figure-text.ts'
export { useStatusName } from './use-status-name.ts'
