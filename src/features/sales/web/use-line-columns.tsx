import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { SalesLine } from '../contract.ts'

/** The source's columns of a sales line; whose it is, for those who look at several tenants. */
export function useLineColumns(): readonly Column<SalesLine>[] {
  const t = useTranslations('sales.lines.columns')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const text = (value: string | null) => (value ? <span title={value}>{value}</span> : DASH)
  const tenant: Column<SalesLine> = {
    id: 'tenantName',
    title: t('tenantName'),
    cell: (line) => text(line.tenantName ?? t('unassigned')),
  }
  const columns: Column<SalesLine>[] = [
    { id: 'year', title: t('year'), cell: (line) => line.year },
    { id: 'month', title: t('month'), cell: (line) => formats.month(line.month) },
    { id: 'customer', title: t('customer'), cell: (line) => text(line.customer), card: 'fact' },
    { id: 'invoiceNo', title: t('invoiceNo'), cell: (line) => text(line.invoiceNo) },
    { id: 'invoiceDate', title: t('invoiceDate'), cell: (line) => formats.date(line.invoiceDate) },
    {
      id: 'quantity',
      title: t('quantity'),
      cell: (line) => formats.quantity(line.quantity),
      align: 'end',
      card: 'fact',
    },
    { id: 'itemNo', title: t('itemNo'), cell: (line) => text(line.itemNo) },
    {
      id: 'itemName',
      title: t('itemName'),
      cell: (line) => text(line.itemName ?? line.product),
      card: 'fact',
    },
    {
      id: 'amount',
      title: t('amount'),
      cell: (line) => formats.money(line.amount, line.currency),
      align: 'end',
      card: 'corner',
    },
    {
      id: 'unitPrice',
      title: t('unitPrice'),
      cell: (line) => formats.unitPrice(line.unitPrice, line.currency),
      align: 'end',
    },
    { id: 'taxCode', title: t('taxCode'), cell: (line) => text(line.taxCode) },
    { id: 'amt2', title: t('amt2'), cell: (line) => formats.money(line.amt2, line.currency), align: 'end' },
  ]
  return seesAllTenants ? [tenant, ...columns] : columns
}
