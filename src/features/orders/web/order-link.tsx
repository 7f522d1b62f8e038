import { Link } from '@tanstack/react-router'
import { useAccess } from '../../../platform/web/access/access.tsx'
import type { Order } from '../contract.ts'
import { orderAddress } from './order-address.ts'
import { Text } from './text.tsx'

type OrderLinkProps = { order: Order; strong?: boolean; children: string | null }

/** A number that opens its order. Keys open the whole row: the link is no further stop of the Tab key. */
export function OrderLink({ order, strong = false, children }: OrderLinkProps) {
  const { seesAllTenants } = useAccess()
  if (!children?.trim()) return <Text>{children}</Text>
  return (
    <Link to="/orders/$ordNo" params={{ ordNo: orderAddress(order, seesAllTenants) }} tabIndex={-1}>
      <Text strong={strong}>{children}</Text>
    </Link>
  )
}
