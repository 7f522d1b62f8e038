import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { PoDetail } from '../contract.ts'
import css from './po.module.css'

/** All that was said beside the lines, the order that came of it, and others with the same number. */
export function PoFacts({ detail }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const { purchaseOrder, duplicates } = detail
  const facts: [string, ReactNode][] = [
    [t('columns.poNo'), purchaseOrder.poNo ?? DASH],
    [t('columns.number'), purchaseOrder.number === null ? DASH : String(purchaseOrder.number)],
    [t('columns.date'), formats.dateTime(purchaseOrder.date)],
    [t('columns.requestedDate'), formats.date(purchaseOrder.requestedDate)],
    ...(purchaseOrder.promisedDate
      ? [[t('columns.promisedDate'), formats.date(purchaseOrder.promisedDate)] as [string, ReactNode]]
      : []),
    ...(detail.earliestDate
      ? [[t('facts.earliest'), formats.date(detail.earliestDate)] as [string, ReactNode]]
      : []),
    [t('facts.shipTo'), detail.shipTo ?? DASH],
    [t('facts.note'), detail.note ?? DASH],
    ...(purchaseOrder.byStaff ? [[t('facts.enteredBy'), t('byStaff')] as [string, ReactNode]] : []),
    ...(detail.issue
      ? [
          [
            t('facts.issue'),
            <Link key="issue" to="/orders/issues/$number" params={{ number: `id:${detail.issue.id}` }}>
              {t('facts.issueNumber', { number: detail.issue.number })}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(detail.order
      ? [[t('facts.order'), <OrderOf key="order" detail={detail} />] as [string, ReactNode]]
      : []),
    ...(detail.collectedAt
      ? [[t('facts.collected'), formats.dateTime(detail.collectedAt)] as [string, ReactNode]]
      : []),
    ...(duplicates.length > 0
      ? [
          [t('facts.duplicates'), duplicates.map((one) => duplicateName(one, t)).join(', ')] as [
            string,
            ReactNode,
          ],
        ]
      : []),
  ]
  return (
    <Panel title={t('facts.title')}>
      <dl className={css.facts}>
        {facts.map(([title, fact]) => [<dt key={`${title}-title`}>{title}</dt>, <dd key={title}>{fact}</dd>])}
      </dl>
    </Panel>
  )
}

type Words = ReturnType<typeof useTranslations<'purchaseOrders'>>

/** Another with the same PO number, as a reader finds it. */
const duplicateName = ({ number, ordNo }: PoDetail['duplicates'][number], t: Words) =>
  ordNo !== null
    ? t('facts.anOrder', { number: ordNo })
    : number !== null
      ? t('oneByNumber', { number })
      : t('oneDraft')

function OrderOf({ detail: { order } }: { detail: PoDetail }) {
  const t = useTranslations('purchaseOrders')
  const access = useAccess()
  if (!order) return DASH
  const name = (order.state === 'linked' && order.ordNo) || t(`orderStates.${order.state}`)
  if (!can(access, { permission: 'orders.read', module: 'orders' })) return name
  return (
    <Link to="/orders/$ordNo" params={{ ordNo: `id:${order.id}` }}>
      {name}
    </Link>
  )
}
