import { fetchedPart } from '../../../platform/web/fetched-part.ts'

/** How the address names an order. */
export { orderAddress } from './order-address.ts'
/** What the dashboard writes of an order as the orders screens do. */
export { Amount, StatusBadge, Text } from './order-cells.tsx'
/** What statuses that are not known mean, for administrators. */
export const StatusesPanel = fetchedPart(() => import('./statuses-panel.tsx'))
export { together } from './together.ts'
export { useChangeText } from './use-change-text.ts'
export { useFigureText } from './use-figure-text.ts'
