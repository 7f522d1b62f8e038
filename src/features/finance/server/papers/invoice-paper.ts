import { readInChunks } from '../../../../platform/server/database/read-in-chunks.ts'
import type { Asked, MadeFile } from '../../../../platform/server/export/answer-file.ts'
import {
  drawBank,
  drawLetterhead,
  letterBytes,
  readLetterhead,
} from '../../../../platform/server/pdf/letterhead.ts'
import { refuseTooLong } from '../../../../platform/server/pdf/most-rows.ts'
import type { Column } from '../../../../platform/server/pdf/paper.ts'
import { paperFormats } from '../../../../platform/server/pdf/paper-formats.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { countLines, findInvoice, getInvoice, lineRows } from '../get-invoice.ts'

/** An invoice or credit note: whose it is, its lines, taxes as given, what was paid, and how to pay the rest. */
export const openInvoicePaper =
  (today: () => string) =>
  async ({ tx, actor, input, language }: Asked<{ number: string }>): Promise<MadeFile> => {
    const place = await findInvoice(tx, actor, input.number)
    const rows = await countLines(tx, place)
    refuseTooLong(rows)
    const head = await readLetterhead(tx, {
      tenantId: place.tenantId,
      needs: ['legalName', 'address', 'taxNumbers'],
      language,
    })
    const detail = await getInvoice(tx, actor, { number: `id:${place.id}` }, today())
    const { invoice, payments } = detail
    const { words } = head
    const formats = paperFormats(head.language)
    const kind = invoice.kind === 'credit_note' ? words.creditNote : words.invoice
    const title = `${kind} ${invoice.number}`
    /** A credit note that is written here says which invoice it takes something off. */
    const credited = payments.find(
      ({ kind, number, reference }) =>
        kind === 'credit' && number === invoice.number && reference !== invoice.number,
    )?.reference
    return {
      name: `${kind.split(' / ')[0]}-${invoice.number}.pdf`,
      type: 'application/pdf',
      rows,
      act: {
        objectType: 'invoice',
        objectId: String(invoice.id),
        after: { number: invoice.number, format: 'pdf', language: head.language, rows },
      },
      begin: async () =>
        letterBytes(head, { title }, async (paper) => {
          const fact = (name: string, value: string | null): [string, string][] =>
            value ? [[name, value]] : []
          drawLetterhead(paper, head, {
            title,
            client: [...new Set([head.client, invoice.clientName ?? head.client])],
            facts: [
              ...fact(words.date, formats.date(invoice.date)),
              ...fact(words.invoice, credited ?? null),
              ...fact(words.dueDate, invoice.dueDate && formats.date(invoice.dueDate)),
              ...fact(words.terms, invoice.terms),
              ...fact(words.poNo, invoice.poNo),
              ...fact(words.ordNo, invoice.ordNo),
              ...fact(words.currency, invoice.currency),
            ],
          })
          const columns: Column[] = [
            { heading: words.item, width: 16 },
            { heading: words.description, width: 36 },
            { heading: words.quantity, width: 14, align: 'right' },
            { heading: words.unitPrice, width: 14, align: 'right' },
            { heading: words.amount, width: 16, align: 'right' },
          ]
          if (rows > 0)
            await paper.table(columns, cellsOf(readInChunks(tx, lineRows(place)), formats, invoice.currency))
          const money = (amount: string) => formats.money(amount, invoice.currency)
          paper.sums([
            ...(detail.subtotal === null ? [] : [{ name: words.subtotal, sum: money(detail.subtotal) }]),
            ...detail.taxes.map((tax) => ({ name: tax.name || words.tax, sum: money(tax.amount) })),
            { name: words.total, sum: money(invoice.total), bold: true },
            ...payments.map((one) => ({
              name: [words.kinds[one.kind], one.number, formats.date(one.date)].join(' · '),
              sum: money(one.amount.startsWith('-') ? one.amount.slice(1) : `-${one.amount}`),
            })),
            { name: words.balance, sum: money(invoice.balance), bold: true },
          ])
          if (invoice.kind === 'invoice' && invoice.state !== 'paid') drawBank(paper, head, invoice.number)
        }),
    }
  }

async function* cellsOf(
  batches: AsyncIterable<readonly InvoiceDetail['lines'][number][]>,
  formats: ReturnType<typeof paperFormats>,
  currency: string,
): AsyncGenerator<string[][]> {
  for await (const lines of batches)
    yield lines.map((line) => [
      line.itemNo ?? line.lineNo,
      line.description ?? '',
      line.quantity === null
        ? ''
        : [formats.quantity(String(line.quantity)), line.unit].filter(Boolean).join(' '),
      line.unitPrice === null ? '' : formats.unitPrice(line.unitPrice, currency),
      formats.amount(line.amount, currency),
    ])
}
