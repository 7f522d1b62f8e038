import { useQuery } from '@tanstack/react-query'
import { activeOrdersQuery } from './orders-queries.ts'

/** Active orders by the orders-page grouping (B1); null while it is not known. */
export const useActiveOrders = (): number | null => useQuery(activeOrdersQuery).data ?? null
