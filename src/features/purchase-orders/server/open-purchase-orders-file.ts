import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type PoFilter, purchaseOrderFileContract } from '../contract.ts'
import type { State } from '../domain/transitions.ts'
import { calendarOf, countIn, countPos } from './list-purchase-orders.ts'
import { type PoRow, poRows, poSort, statesAsked } from './po-rows.ts'

type ExportPos = PoFilter & { sort: string; format: 'csv' | 'xlsx' }
type Words = ReturnType<typeof serverMessages>['purchaseOrders']

const COLUMNS: FieldColumn<keyof Words['headings'], PoRow>[] = [
  ['poNo', 'text', 18],
  ['number', 'number', 10],
  ['date', 'date', 14],
  ['status', 'text', 18],
  ['requestedDate', 'date', 14],
  ['promisedDate', 'date', 14],
  ['lines', 'number', 8],
  ['total', 'money', 18],
  ['currency', 'text'],
  ['unpricedLines', 'number', 12],
]

/** Every purchase order of the filter as a file; with the tenant's name first for those who look at several. */
const openPurchaseOrdersFile = async (
  { tx, actor, input: { format, ...ask }, language }: Asked<ExportPos>,
  today: string,
): Promise<TableFile<PoRow>> => {
  const words = serverMessages(language).purchaseOrders
  const calendar = await calendarOf(tx, actor, today)
  const [counts, day] = await Promise.all([countPos(tx, actor, ask, calendar), dateOfAsker(tx, actor)])
  const rows = countIn(counts, statesAsked(ask))
  const shown = COLUMNS.filter(([field]) => field !== 'total' || may(actor, 'prices.read'))
  if (actor.tenantId === null) shown.unshift(['tenantName', 'text', 28])
  const cellOf = (row: PoRow, field: keyof Words['headings']) => {
    if (field === 'status') return words.statuses[row.state as State]
    if (field === 'date') return row.day
    return row[field] ?? null
  }
  return {
    format,
    name: `${words.file}-${day}`,
    rows,
    sheet: words.sheet,
    columns: fieldColumns(shown, words.headings, cellOf, ({ currency }) => currency),
    batches: readInChunks(
      tx,
      poRows(tx, actor, ask, { sort: poSort(ask.sort, actor), calendar }),
    ) as AsyncIterable<PoRow[]>,
    act: { objectType: 'purchase_orders', objectId: 'export', after: { ...ask, format, language, rows } },
  }
}

/** `GET /purchase-orders/export` */
export const purchaseOrdersFile = (today: () => string) =>
  tableKind(purchaseOrderFileContract.export, (asked) => openPurchaseOrdersFile(asked, today()))
