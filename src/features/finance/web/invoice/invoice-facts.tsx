import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { InvoiceDetail } from '../../contract.ts'
import { translatedTerms } from '../../domain/due-by-terms.ts'
import css from '../finance.module.css'

/** All that came with the invoice beside its figures. */
export function InvoiceFacts({
  detail: { invoice, billTo, taxNote, creditsNo, hasOrder },
}: {
  detail: InvoiceDetail
}) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const terms = translatedTerms(invoice.terms)
  const facts: [Parameters<typeof t>[0] & (`columns.${string}` | `detail.${string}`), ReactNode][] = [
    ['columns.number', invoice.number],
    ['columns.date', formats.date(invoice.date)],
    ['columns.dueDate', formats.date(invoice.dueDate)],
    [
      'columns.terms',
      terms
        ? t(`termsOf.${terms.kind}`, { days: 'days' in terms ? terms.days : 0 })
        : (invoice.terms ?? DASH),
    ],
    ['columns.clientName', invoice.clientName ?? DASH],
    ['columns.ordNo', <OrderOf key="order" ordNo={invoice.ordNo} there={hasOrder} />],
    ['columns.poNo', invoice.poNo ?? DASH],
    ['columns.currency', invoice.currency],
  ]
  if (billTo) facts.push(['detail.billTo', billTo])
  if (taxNote) facts.push(['detail.taxNote', taxNote])
  if (creditsNo) facts.push(['detail.credits', creditsNo])
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

/** A link to an order that is there, for those who may see orders of one company; among several, a number is not one order's alone. */
function OrderOf({ ordNo, there }: { ordNo: string | null; there: boolean }) {
  const access = useAccess()
  if (ordNo === null) return DASH
  const sees = can(access, { permission: 'orders.read', module: 'orders' }) && !access.seesAllTenants
  if (!sees || !there) return ordNo
  return (
    <Link to="/orders/$ordNo" params={{ ordNo }}>
      {ordNo}
    </Link>
  )
}
