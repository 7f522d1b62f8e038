import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Order } from '../../contract.ts'
import { Amount, Day } from '../order-cells.tsx'
import { Text } from '../text.tsx'
import css from './order-detail.module.css'

/** All that came with the order beside its stages. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useTranslations('orders')
  const { seesAllTenants } = useAccess()
  const received = order.montantTotal?.trim()
  const facts: [Parameters<typeof t>[0] & `columns.${string}`, ReactNode][] = [
    ['columns.primary', <Text key="primary">{order.primary}</Text>],
    ['columns.ordNo', <Text key="ordNo">{order.ordNo}</Text>],
    ['columns.poNo', <Text key="poNo">{order.poNo}</Text>],
    ['columns.fNo', <Text key="fNo">{order.fNo}</Text>],
    ['columns.ref', <Text key="ref">{order.ref}</Text>],
    ['columns.clientName', <Text key="client">{order.clientName}</Text>],
    [
      'columns.amount',
      <span key="amount">
        <Amount order={order} />
        {received && <small>{t('asReceived', { text: received })}</small>}
      </span>,
    ],
    ['columns.orderDate', <Day key="orderDate">{order.orderDate}</Day>],
    ['columns.requestedDate', <Day key="requestedDate">{order.requestedDate}</Day>],
    ['columns.promisedDate', <Day key="promisedDate">{order.promisedDate}</Day>],
    ['columns.shipTo', <Text key="shipTo">{order.shipTo}</Text>],
  ]
  if (seesAllTenants) facts.unshift(['columns.tenantName', order.tenantName ?? t('columns.unassigned')])
  return (
    <Panel title={t('detail.facts')}>
      <dl className={css.facts}>
        {facts.map(([title, fact]) => [
          <dt key={`${title}-title`}>{t(title)}</dt>,
          <dd key={title}>{fact}</dd>,
        ])}
      </dl>
    </Panel>
  )
}
