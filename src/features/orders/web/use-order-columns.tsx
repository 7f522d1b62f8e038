import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Order, OrderSort } from '../contract.ts'
import { FoundLine } from './found-line.tsx'
import { Amount, Day, DoneMark, Stage, Status } from './order-cells.tsx'
import { OrderLink } from './order-link.tsx'
import { Text } from './text.tsx'

type OrderColumn = Column<Order> & { id: OrderSort }

/**
 * The source's thirteen columns in its order, whose second "Primary" is the client's name; then what upstream sends
 * beyond them, hidden until it is chosen. First the company, for those who look at several. `typed`: what is searched for.
 */
export function useOrderColumns(typed?: string): readonly OrderColumn[] {
  const t = useTranslations('orders')
  const { seesAllTenants } = useAccess()
  const column = (
    id: OrderSort,
    cell: OrderColumn['cell'],
    more: Partial<OrderColumn> = {},
  ): OrderColumn => ({ id, title: t(`columns.${id}`), cell, ...more })
  const stage = (id: 'blT' | 'ctsT' | 'bbT') =>
    column(id, (order) => <Stage text={order[id]} />, { hint: t(`hints.${id}`) })
  const done = (id: 'pbl' | 'pcts' | 'pbb') =>
    column(id, (order) => <DoneMark text={order[id]} />, { hint: t(`hints.${id}`) })
  const hidden = { startsHidden: true }

  const columns: OrderColumn[] = [
    column('primary', (order) => <OrderLink order={order}>{order.primary}</OrderLink>),
    column(
      'ordNo',
      (order) => (
        <>
          <OrderLink order={order} strong>
            {order.ordNo}
          </OrderLink>
          <FoundLine line={order.line} typed={typed} brief />
        </>
      ),
      { fixed: true, line: ({ line }) => <FoundLine line={line} typed={typed} /> },
    ),
    column('poNo', (order) => <Text>{order.poNo}</Text>, { card: 'fact' }),
    column('fNo', (order) => <Text>{order.fNo}</Text>),
    column('clientName', (order) => <Text>{order.clientName}</Text>, { card: 'fact' }),
    column('ordStat', (order) => <Status order={order} />, { card: 'corner' }),
    column('amount', (order) => <Amount order={order} />, { align: 'end', card: 'fact' }),
    stage('blT'),
    stage('ctsT'),
    stage('bbT'),
    done('pbl'),
    done('pcts'),
    done('pbb'),
    column('ref', (order) => <Text>{order.ref}</Text>, hidden),
    column('orderDate', (order) => <Day>{order.orderDate}</Day>, hidden),
    column('requestedDate', (order) => <Day>{order.requestedDate}</Day>, hidden),
    column('promisedDate', (order) => <Day>{order.promisedDate}</Day>, hidden),
    column('shipTo', (order) => <Text>{order.shipTo}</Text>, hidden),
  ]
  if (!seesAllTenants) return columns
  return [
    column('tenantName', (order) => <Text>{order.tenantName ?? t('columns.unassigned')}</Text>),
    ...columns,
  ]
}
