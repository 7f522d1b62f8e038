import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { AnySalesLine, CurrentSalesLine, SalesLine } from '../contract.ts'
import type { DatasetName } from '../domain/sales-filters.ts'
import { InvoiceNo, SalesOrderNo } from './line-links.tsx'

const text = (value: string | null) => (value ? <span title={value}>{value}</span> : DASH)

/** A cell that only lines of one dataset have. */
const ofHistory = (cell: (line: SalesLine) => ReactNode) => (line: AnySalesLine) =>
  'invoiceNo' in line ? cell(line) : DASH
const ofCurrent = (cell: (line: CurrentSalesLine) => ReactNode) => (line: AnySalesLine) =>
  'so' in line ? cell(line) : DASH

/**
 * The source's columns of a sales line, in its order; whose it is, for those who look at several tenants. `row`: of a list
 * whose keys open the whole row, so that a link is no further stop of the Tab key.
 */
export function useLineColumns(dataset: DatasetName, row: boolean): readonly Column<AnySalesLine>[] {
  const t = useTranslations('sales.lines.columns')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const title = (id: Parameters<typeof t>[0]) => ({ id, title: t(id) })
  const current = (id: 'quantity' | 'itemNo' | 'itemName' | 'amount') => ({ id, title: t(`current.${id}`) })

  const tenant: Column<AnySalesLine> = {
    ...title('tenantName'),
    cell: (line) => text(line.tenantName ?? t('unassigned')),
  }
  const customer: Column<AnySalesLine> = {
    ...title('customer'),
    cell: (line) => text(line.customer),
    card: 'fact',
  }
  const quantity: Omit<Column<AnySalesLine>, 'id' | 'title'> = {
    cell: (line) => formats.quantity(line.quantity),
    align: 'end',
    card: 'fact',
  }
  const itemNo = { cell: (line: AnySalesLine) => text(line.itemNo) }
  const itemName: Omit<Column<AnySalesLine>, 'id' | 'title'> = {
    cell: (line) => text(line.itemName ?? line.product),
    card: 'fact',
  }
  const amount: Omit<Column<AnySalesLine>, 'id' | 'title'> = {
    cell: (line) => formats.money(line.amount, line.currency),
    align: 'end',
    card: 'corner',
  }
  const unitPrice: Column<AnySalesLine> = {
    ...title('unitPrice'),
    cell: (line) => formats.unitPrice(line.unitPrice, line.currency),
    align: 'end',
  }
  const period: Column<AnySalesLine>[] = [
    { ...title('year'), cell: (line) => line.year },
    { ...title('month'), cell: (line) => formats.month(line.month) },
  ]
  const columns: Column<AnySalesLine>[] =
    dataset === 'history'
      ? [
          ...period,
          customer,
          { ...title('invoiceNo'), cell: ofHistory((line) => <InvoiceNo line={line} row={row} />) },
          { ...title('invoiceDate'), cell: ofHistory((line) => formats.date(line.invoiceDate)) },
          { ...title('quantity'), ...quantity },
          { ...title('itemNo'), ...itemNo },
          { ...title('itemName'), ...itemName },
          { ...title('amount'), ...amount },
          unitPrice,
          { ...title('taxCode'), cell: ofHistory((line) => text(line.taxCode)) },
          {
            ...title('amt2'),
            cell: ofHistory((line) => formats.money(line.amt2, line.currency)),
            align: 'end',
          },
        ]
      : [
          { ...title('so'), cell: ofCurrent((line) => <SalesOrderNo line={line} row={row} />) },
          ...period,
          { ...current('itemNo'), ...itemNo },
          { ...current('itemName'), ...itemName },
          { ...title('unit'), cell: ofCurrent((line) => text(line.unit)) },
          { ...current('quantity'), ...quantity },
          unitPrice,
          { ...current('amount'), ...amount },
          { ...title('lot'), cell: ofCurrent((line) => text(line.lot)) },
          { ...title('accountNumber'), cell: (line) => text(line.clientCode) },
          customer,
        ]
  return seesAllTenants ? [tenant, ...columns] : columns
}
