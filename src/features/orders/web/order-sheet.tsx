import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import type { Order } from '../contract.ts'
import { stageColour } from '../domain/order-status.ts'
import { Amount, Day, DoneMark, Stage, Status, Text } from './order-cells.tsx'
import css from './order-sheet.module.css'
import { useOrderName } from './use-order-name.ts'

type OrderSheetProps = { row: Order; opened: boolean; onClose: () => void }

/** All that is known of one order, also what the table has no room for. */
export default function OrderSheet({ row: order, opened, onClose }: OrderSheetProps) {
  const t = useTranslations('orders')
  const orderName = useOrderName()
  const { seesAllTenants } = useAccess()
  const received = order.montantTotal?.trim()
  const facts: [Parameters<typeof t>[0] & `columns.${string}`, ReactNode][] = [
    ['columns.ordStat', <Status key="status">{order.ordStat}</Status>],
    ['columns.primary', <Text key="primary">{order.primary}</Text>],
    ['columns.poNo', <Text key="poNo">{order.poNo}</Text>],
    ['columns.fNo', <Text key="fNo">{order.fNo}</Text>],
    ['columns.ref', <Text key="ref">{order.ref}</Text>],
    ['columns.clientName', <Text key="client">{order.clientName}</Text>],
    [
      'columns.amount',
      <span key="amount">
        <Amount order={order} />
        {received && <small className={css.received}>{t('asReceived', { text: received })}</small>}
      </span>,
    ],
    ['columns.orderDate', <Day key="orderDate">{order.orderDate}</Day>],
    ['columns.requestedDate', <Day key="requestedDate">{order.requestedDate}</Day>],
    ['columns.promisedDate', <Day key="promisedDate">{order.promisedDate}</Day>],
    ['columns.shipTo', <Text key="shipTo">{order.shipTo}</Text>],
  ]
  if (seesAllTenants) facts.unshift(['columns.tenantName', order.tenantName ?? t('columns.unassigned')])
  return (
    <Sheet opened={opened} title={orderName(order)} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(([title, fact]) => [
          <dt key={`${title}-title`}>{t(title)}</dt>,
          <dd key={title}>{fact}</dd>,
        ])}
      </dl>
      <Stages order={order} />
    </Sheet>
  )
}

const STAGES = [
  ['blending', 'blT', 'pbl'],
  ['encapsulation', 'ctsT', 'pcts'],
  ['packaging', 'bbT', 'pbb'],
] as const

/** The stages in words: here is room for the text behind each colour. */
function Stages({ order }: { order: Order }) {
  const t = useTranslations('orders')
  return (
    <table className={css.stages}>
      <thead>
        <tr>
          {(['stage', 'progress', 'done'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`stages.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {STAGES.map(([stage, progress, done]) => (
          <tr key={stage}>
            <th scope="row">{t(`stages.${stage}`)}</th>
            <td>
              <Progress text={order[progress]} />
            </td>
            <td>
              <DoneMark text={order[done]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Progress({ text }: { text: string | null }) {
  const coloured = !['none', 'other'].includes(stageColour(text))
  return (
    <span className={css.progress}>
      <Stage text={text} />
      {coloured && <span aria-hidden>{text?.trim()}</span>}
    </span>
  )
}
