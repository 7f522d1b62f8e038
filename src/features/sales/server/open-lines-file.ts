import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type CellValue, type ExportColumn, inCurrency } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { type ServerMessages, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { CurrentSalesLine, SalesLine } from '../contract.ts'
import { type LinesFileInput, linesFileContract } from '../domain/lines-file-contract.ts'
import type { DatasetName } from '../domain/sales-filters.ts'
import { addUp, everyLine, type LineRow } from './list-sales-lines.ts'
import { selectSalesLines } from './select-sales-lines.ts'

type Words = ServerMessages['salesLines']
type Heading = keyof Words['headings']
type Field = keyof SalesLine | keyof CurrentSalesLine
type Column = [field: Field, kind: ExportColumn<LineRow>['kind'], width?: number, heading?: Heading]

/** In the order of the list on the screens; the currency beside the amounts that are in it. */
const COLUMNS: Record<DatasetName, Column[]> = {
  history: [
    ['year', 'number'],
    ['month', 'number'],
    ['clientCode', 'text', 14],
    ['customer', 'text', 36],
    ['invoiceNo', 'text', 14],
    ['invoiceDate', 'date', 14],
    ['quantity', 'number', 12],
    ['itemNo', 'text', 24],
    ['itemName', 'text', 48],
    ['product', 'text', 36],
    ['amount', 'money', 16],
    ['currency', 'text'],
    ['unitPrice', 'number', 14],
    ['taxCode', 'text'],
    ['amt2', 'money', 16],
  ],
  current: [
    ['so', 'text', 14],
    ['year', 'number'],
    ['month', 'number'],
    ['itemNo', 'text', 24, 'code'],
    ['itemName', 'text', 48, 'prodName'],
    ['product', 'text', 36],
    ['unit', 'text'],
    ['quantity', 'number', 12, 'qtySent'],
    ['unitPrice', 'number', 14],
    ['amount', 'money', 16, 'total'],
    ['currency', 'text'],
    ['lot', 'text', 16],
    ['clientCode', 'text', 16, 'accountNumber'],
    ['customer', 'text', 36],
  ],
}

/** Every line behind a figure; whose it is first, for those who look at several tenants. */
async function openLinesFile({
  tx,
  actor,
  input,
  language,
}: Asked<LinesFileInput>): Promise<TableFile<LineRow>> {
  const words = serverMessages(language).salesLines
  const { format, ...ask } = input
  const selection = await selectSalesLines(tx, actor, ask)
  const { lines, quantity, amount } = await addUp(tx, selection, ask)
  const columns = COLUMNS[ask.dataset].map(
    ([field, kind, width, heading = field as Heading]): ExportColumn<LineRow> => ({
      heading: words.headings[heading],
      kind,
      value: (row) => inCurrency(kind, (row as Record<string, CellValue>)[field] ?? null, row.currency),
      ...(width && { width }),
    }),
  )
  const tenant: ExportColumn<LineRow> = {
    heading: words.headings.tenantName,
    kind: 'text',
    value: ({ tenantName }) => tenantName ?? words.unassigned,
    width: 28,
  }
  const { currency } = selection
  return {
    format,
    name: `${words.files[ask.dataset]}-${await dateOfAsker(tx, actor)}`,
    rows: lines,
    sheet: words.sheets[ask.dataset],
    columns: actor.tenantId === null ? [tenant, ...columns] : columns,
    batches: readInChunks(tx, everyLine(selection, ask)),
    act: {
      objectType: 'sales_lines',
      objectId: 'export',
      after: { ...input, currency, language, rows: lines, quantity, amount },
    },
  }
}

/** `GET /sales/lines/export` */
export const linesFile = tableKind(linesFileContract.linesExport, openLinesFile)
