import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { Column } from '../../../../platform/web/table/column.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import type { InvoiceDetail } from '../../contract.ts'

type Payment = InvoiceDetail['payments'][number]

/** Payments and credits that name the invoice, oldest first. */
export function InvoicePayments({ detail: { invoice, payments } }: { detail: InvoiceDetail }) {
  const t = useTranslations('finance.payments')
  const formats = useFormats()
  const column = (
    id: keyof Payment,
    cell: (payment: Payment) => string,
    more: Partial<Column<Payment>> = {},
  ): Column<Payment> => ({ id, title: t(`columns.${id}`), cell, sortable: false, ...more })
  const columns: Column<Payment>[] = [
    column('number', ({ number }) => number),
    column('date', ({ date }) => formats.date(date), { card: 'fact' }),
    column('kind', ({ kind }) => t(`kinds.${kind}`), { card: 'fact' }),
    column('method', ({ method }) => method ?? DASH),
    column('reference', ({ reference }) => reference ?? DASH),
    column('amount', ({ amount }) => formats.money(amount, invoice.currency), { align: 'end', card: 'fact' }),
  ]
  return (
    <Panel title={t('title')} note={t('count', { count: payments.length })} flush>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={payments}
        rowKey={(payment) => payments.indexOf(payment)}
        rowTitle={({ number }) => t('payment', { number })}
        total={payments.length}
        empty={<EmptyState title={t('none')} />}
        flush
      />
    </Panel>
  )
}
