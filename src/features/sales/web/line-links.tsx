import { Link } from '@tanstack/react-router'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { invoiceAddress } from '../../finance/web/published.ts'
import { orderAddress, Text } from '../../orders/web/published.ts'
import type { CurrentSalesLine, SalesLine } from '../contract.ts'

/** `row`: keys open the whole row, so the link is no further stop of the Tab key. */
type LinkProps<Line> = { line: Line; row: boolean }

/** The number of a line's invoice, and the way to it where it is here. */
export function InvoiceNo({ line: { invoiceId: id, invoiceNo }, row }: LinkProps<SalesLine>) {
  const { seesAllTenants } = useAccess()
  if (id === null) return <Text>{invoiceNo}</Text>
  return (
    <Link
      to="/finance/invoices/$number"
      params={{ number: invoiceAddress({ id, number: invoiceNo }, seesAllTenants) }}
      {...(row && { tabIndex: -1 })}
    >
      <Text>{invoiceNo}</Text>
    </Link>
  )
}

/** The number of a line's sales order, and the way to it where it is here. */
export function SalesOrderNo({ line: { orderId: id, so }, row }: LinkProps<CurrentSalesLine>) {
  const { seesAllTenants } = useAccess()
  if (id === null) return <Text>{so}</Text>
  return (
    <Link
      to="/orders/$ordNo"
      params={{ ordNo: orderAddress({ id, ordNo: so }, seesAllTenants) }}
      {...(row && { tabIndex: -1 })}
    >
      <Text>{so}</Text>
    </Link>
  )
}
