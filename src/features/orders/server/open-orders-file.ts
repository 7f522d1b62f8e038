import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type Order, ordersFileContract } from '../contract.ts'
import { countOrders } from './count-orders.ts'
import { matchOrders } from './match-orders.ts'
import { orderRows } from './order-row.ts'
import { orderSort } from './order-sort.ts'
import type { OrderFilter } from './select-orders.ts'
import { statusName } from './status-name.ts'

type ExportOrders = OrderFilter & { sort: string; format: 'csv' | 'xlsx' }
type Heading = keyof ReturnType<typeof serverMessages>['orders']['headings']

/** Twice: Ord Stat in the reader's language and as received, Montant Total as received and as the figure that it was read as. */
const COLUMNS: FieldColumn<Heading, Order>[] = [
  ['primary', 'text', 14],
  ['ordNo', 'text', 12],
  ['poNo', 'text', 16],
  ['fNo', 'text', 12],
  ['clientName', 'text', 36],
  ['ref', 'text', 20],
  ['ordStat', 'text', 16],
  ['ordStatReceived', 'text', 18],
  ['montantTotal', 'text', 18],
  ['amount', 'money', 18],
  ['currency', 'text'],
  ['blT', 'text', 14],
  ['ctsT', 'text', 14],
  ['bbT', 'text', 14],
  ['pbl', 'text'],
  ['pcts', 'text'],
  ['pbb', 'text'],
  ['orderDate', 'date', 14],
  ['requestedDate', 'date', 16],
  ['promisedDate', 'date', 16],
  ['shipTo', 'text', 36],
]

/** Every order of the filter as a file; with the tenant's name first for those who look at several. */
async function openOrdersFile({
  tx,
  actor,
  input: { format, ...ask },
  language,
}: Asked<ExportOrders>): Promise<TableFile<Order>> {
  const words = serverMessages(language).orders
  const sort = orderSort(ask.sort)
  const matches = await matchOrders(tx, actor, ask.search)
  const [{ total }, today] = await Promise.all([countOrders(tx, actor, ask, matches), dateOfAsker(tx, actor)])
  const shown: typeof COLUMNS = actor.tenantId === null ? [['tenantName', 'text', 28], ...COLUMNS] : COLUMNS
  return {
    format,
    name: `${words.file}-${today}`,
    rows: total,
    sheet: words.sheet,
    columns: fieldColumns(
      shown,
      words.headings,
      (row, field) =>
        field === 'ordStat'
          ? statusName(language, row)
          : (row[field === 'ordStatReceived' ? 'ordStat' : field] ?? null),
      ({ currency }) => currency,
    ),
    batches: readInChunks(tx, orderRows(tx, actor, ask, { matches, sort })) as AsyncIterable<Order[]>,
    act: { objectType: 'orders', objectId: 'export', after: { ...ask, format, language, rows: total } },
  }
}

/** `GET /orders/export` */
export const ordersFile = tableKind(ordersFileContract.export, openOrdersFile)
