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
import { type PaperFormats, paperFormats } from '../../../../platform/server/pdf/paper-formats.ts'
import { filled, type PaperWords } from '../../../../platform/server/pdf/paper-words.ts'
import type { InvoiceDetail } from '../../contract.ts'
import { translatedTerms } from '../../domain/due-by-terms.ts'
import { taxName } from '../../domain/tax-name.ts'
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
    const credited = detail.creditsNo
    const terms = translatedTerms(invoice.terms)
    const address = (detail.billTo ?? head.clientAddress ?? '').split('\n').map((line) => line.trim())
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
            client: [
              ...new Set([head.client, invoice.clientName ?? head.client]),
              ...address.filter(Boolean),
            ],
            facts: [
              ...fact(words.date, formats.date(invoice.date)),
              ...fact(words.ofInvoice, credited),
              ...fact(words.dueDate, invoice.dueDate && formats.date(invoice.dueDate)),
              ...fact(
                words.terms,
                terms
                  ? filled(words.termsOf[terms.kind], { days: 'days' in terms ? terms.days : 0 })
                  : invoice.terms,
              ),
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
            await paper.table(
              columns,
              cellsOf(readInChunks(tx, lineRows(place)), { formats, words, currency: invoice.currency }),
            )
          const money = (amount: string) => formats.money(amount, invoice.currency)
          paper.sums([
            ...(detail.subtotal === null ? [] : [{ name: words.subtotal, sum: money(detail.subtotal) }]),
            ...detail.taxes.map(({ name, rate, amount }) => ({
              name: [taxName(name, (code) => words.taxNames[code]) || words.tax, rate && formats.rate(rate)]
                .filter(Boolean)
                .join(' '),
              sum: money(amount),
            })),
            { name: words.total, sum: money(invoice.total), bold: true },
            ...payments.map((one) => ({
              name: [words.kinds[one.kind], one.number, formats.date(one.date)].join(' · '),
              sum: money(one.amount.startsWith('-') ? one.amount.slice(1) : `-${one.amount}`),
            })),
            {
              name: invoice.kind === 'credit_note' ? words.creditLeft : words.balance,
              sum: money(invoice.balance),
              bold: true,
            },
          ])
          if (detail.taxNote) paper.text([{ text: detail.taxNote }])
          if (invoice.kind === 'invoice' && invoice.state !== 'paid') drawBank(paper, head, invoice.number)
        }),
    }
  }

async function* cellsOf(
  batches: AsyncIterable<readonly InvoiceDetail['lines'][number][]>,
  { formats, words, currency }: { formats: PaperFormats; words: PaperWords; currency: string },
): AsyncGenerator<string[][]> {
  for await (const lines of batches)
    yield lines.map((line) => [
      line.itemNo ?? line.lineNo,
      [line.description, line.lots && `${words.lots}${words.colon}${line.lots}`].filter(Boolean).join('\n'),
      line.quantity === null
        ? ''
        : [formats.quantity(String(line.quantity)), line.unit].filter(Boolean).join(' '),
      line.unitPrice === null ? '' : formats.unitPrice(line.unitPrice, currency),
      formats.amount(line.amount, currency),
    ])
}
