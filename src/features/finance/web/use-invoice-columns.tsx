import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Invoice } from '../contract.ts'
import { InvoiceLink, State, Sum } from './invoice-cells.tsx'

/** Number, dates, what it is for, what is owed; first the company, for those who look at several. */
export function useInvoiceColumns(): readonly Column<Invoice>[] {
  const t = useTranslations('finance.columns')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const text = (
    id: 'poNo' | 'ordNo' | 'clientName' | 'terms',
    more: Partial<Column<Invoice>> = {},
  ): Column<Invoice> => ({ id, title: t(id), cell: (invoice) => invoice[id] ?? DASH, ...more })
  const money = (id: 'total' | 'balance'): Column<Invoice> => ({
    id,
    title: t(id),
    cell: (invoice) => <Sum amount={invoice[id]} currency={invoice.currency} />,
    align: 'end',
    card: 'fact',
  })
  const columns: Column<Invoice>[] = [
    {
      id: 'number',
      title: t('number'),
      cell: (invoice) => <InvoiceLink invoice={invoice} row />,
      fixed: true,
    },
    { id: 'date', title: t('date'), cell: ({ date }) => formats.date(date) },
    { id: 'dueDate', title: t('dueDate'), cell: ({ dueDate }) => formats.date(dueDate), card: 'fact' },
    text('poNo'),
    text('ordNo'),
    text('clientName'),
    {
      id: 'state',
      title: t('state'),
      cell: (invoice) => <State invoice={invoice} />,
      sortable: false,
      card: 'corner',
    },
    money('total'),
    money('balance'),
    text('terms', { sortable: false, startsHidden: true }),
  ]
  if (!seesAllTenants) return columns
  return [
    {
      id: 'tenantName',
      title: t('tenantName'),
      cell: ({ tenantName }) => tenantName ?? DASH,
      line: ({ tenantName }) => <span>{tenantName}</span>,
    },
    ...columns,
  ]
}
