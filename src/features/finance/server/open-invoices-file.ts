import { moneyText } from '../../../platform/domain/money-text.ts'
import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { financeFileContract, type Invoice } from '../contract.ts'
import { type InvoiceFilter, invoiceRows, invoiceSort } from './invoice-rows.ts'
import { sumInvoices, totalOf } from './list-invoices.ts'
import { matchInvoices } from './match-invoices.ts'

type ExportInvoices = InvoiceFilter & { sort: string; format: 'csv' | 'xlsx' }
type Words = ReturnType<typeof serverMessages>['invoices']

const COLUMNS: FieldColumn<keyof Words['headings'] & keyof Invoice, Invoice>[] = [
  ['number', 'text', 16],
  ['date', 'date', 14],
  ['dueDate', 'date', 14],
  ['state', 'text', 12],
  ['daysOverdue', 'number', 14],
  ['terms', 'text', 14],
  ['clientName', 'text', 36],
  ['ordNo', 'text', 14],
  ['poNo', 'text', 16],
  ['total', 'money', 18],
  ['paid', 'money', 18],
  ['balance', 'money', 18],
  ['announced', 'money', 18],
  ['currency', 'text'],
]

/** Every invoice of the filter as a file; with the tenant's name first for those who look at several. */
const openInvoicesFile =
  (today: () => string) =>
  async ({
    tx,
    actor,
    input: { format, ...ask },
    language,
  }: Asked<ExportInvoices>): Promise<TableFile<Invoice>> => {
    const words = serverMessages(language).invoices
    const asOf = today()
    const matches = await matchInvoices(tx, ask.search, asOf)
    const [{ counts }, day] = await Promise.all([
      sumInvoices(tx, actor, ask, { matches, today: asOf }),
      dateOfAsker(tx, actor),
    ])
    const rows = totalOf(counts, ask.state)
    const shown: typeof COLUMNS = actor.tenantId === null ? [['tenantName', 'text', 28], ...COLUMNS] : COLUMNS
    return {
      format,
      name: `${words.file}-${day}`,
      rows,
      sheet: words.sheet,
      columns: fieldColumns(
        shown,
        words.headings,
        (row, field) =>
          field === 'state'
            ? words.states[row.state]
            : field === 'announced'
              ? sumOf(row.announced)
              : (row[field] ?? null),
        ({ currency }) => currency,
      ),
      batches: readInChunks(
        tx,
        invoiceRows(tx, actor, ask, { matches, sort: invoiceSort(ask.sort), today: asOf }),
      ) as AsyncIterable<Invoice[]>,
      act: { objectType: 'invoices', objectId: 'export', after: { ...ask, format, language, rows } },
    }
  }

const sumOf = (announced: Invoice['announced']) =>
  announced.length === 0
    ? null
    : moneyText(announced.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n))

/** `GET /invoices/export` */
export const invoicesFile = (today: () => string) =>
  tableKind(financeFileContract.export, openInvoicesFile(today))
