import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { StageDot } from '../../../platform/web/kit/stage-dot.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Order } from '../contract.ts'
import { isDone, stageColour, statusTone } from '../domain/order-status.ts'
import { useStatusName } from './use-status-name.ts'

const text = (value: string | null | undefined) => (value ? <span title={value}>{value}</span> : DASH)

function Stage({ received }: { received: string | null }) {
  const colour = stageColour(received)
  return <StageDot color={colour === 'none' || colour === 'other' ? null : colour} text={received} />
}

function Done({ received }: { received: string | null }) {
  const t = useTranslations('orders')
  if (!isDone(received)) return text(received)
  return <IconCheck size={18} stroke={2} role="img" aria-label={t('done')} />
}

/**
 * The source's thirteen columns in its order; the second Primary is headed Client and shows the client's name (C2).
 * The others that upstream sends can be chosen.
 */
export function useOrderColumns(): readonly Column<Order>[] {
  const t = useTranslations('orders.columns')
  const hint = useTranslations('orders.hints')
  const formats = useFormats()
  const statusName = useStatusName()
  const { seesAllTenants } = useAccess()
  const amount = (order: Order) =>
    // Text such as "TBD" is no amount: it is shown as it came.
    order.montantTotal === null || /\d/.test(order.montantTotal)
      ? formats.money(order.montantTotal === null ? null : order.amount, order.currency)
      : order.montantTotal
  const columns: Column<Order>[] = [
    { id: 'primary', title: t('primary'), cell: (order) => text(order.primary) },
    { id: 'ordNo', title: t('ordNo'), cell: (order) => <b>{text(order.ordNo)}</b>, fixed: true },
    { id: 'poNo', title: t('poNo'), cell: (order) => text(order.poNo), card: 'fact' },
    { id: 'fNo', title: t('fNo'), cell: (order) => text(order.fNo) },
    { id: 'clientName', title: t('clientName'), cell: (order) => text(order.clientName), card: 'fact' },
    {
      id: 'ordStat',
      title: t('ordStat'),
      cell: ({ ordStat }) =>
        ordStat ? <Badge tone={statusTone(ordStat)}>{statusName(ordStat)}</Badge> : DASH,
      card: 'corner',
    },
    { id: 'amount', title: t('amount'), cell: amount, align: 'end', card: 'fact' },
    { id: 'blT', title: t('blT'), hint: hint('blT'), cell: (order) => <Stage received={order.blT} /> },
    { id: 'ctsT', title: t('ctsT'), hint: hint('ctsT'), cell: (order) => <Stage received={order.ctsT} /> },
    { id: 'bbT', title: t('bbT'), hint: hint('bbT'), cell: (order) => <Stage received={order.bbT} /> },
    { id: 'pbl', title: t('pbl'), hint: hint('pbl'), cell: (order) => <Done received={order.pbl} /> },
    { id: 'pcts', title: t('pcts'), hint: hint('pcts'), cell: (order) => <Done received={order.pcts} /> },
    { id: 'pbb', title: t('pbb'), hint: hint('pbb'), cell: (order) => <Done received={order.pbb} /> },
    { id: 'ref', title: t('ref'), cell: (order) => text(order.ref), startsHidden: true },
    {
      id: 'orderDate',
      title: t('orderDate'),
      cell: (order) => formats.date(order.orderDate),
      startsHidden: true,
    },
    {
      id: 'requestedDate',
      title: t('requestedDate'),
      cell: (order) => formats.date(order.requestedDate),
      startsHidden: true,
    },
    {
      id: 'promisedDate',
      title: t('promisedDate'),
      cell: (order) => formats.date(order.promisedDate),
      startsHidden: true,
    },
    { id: 'shipTo', title: t('shipTo'), cell: (order) => text(order.shipTo), startsHidden: true },
  ]
  const tenant: Column<Order> = {
    id: 'tenantName',
    title: t('tenantName'),
    cell: (order) => text(order.tenantName ?? t('unassigned')),
  }
  return seesAllTenants ? [tenant, ...columns] : columns
}
