import { moneyText } from '../../../../platform/domain/money-text.ts'
import { readInChunks } from '../../../../platform/server/database/read-in-chunks.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Asked, MadeFile } from '../../../../platform/server/export/answer-file.ts'
import type { ServerLanguage } from '../../../../platform/server/http/server-messages.ts'
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
import { currencyOf } from '../get-finance.ts'
import { countEntries, type Entry, entries, entryRows } from '../open-statement.ts'
import { readOwed } from '../receivables.ts'

type AskStatement = {
  from: string
  to: string
  currency?: string | undefined
  language?: ServerLanguage | undefined
}

/** The statement of one company, to be read and sent on paper. */
export const openStatementPaper =
  (today: () => string) =>
  async ({ tx, actor, input, language }: Asked<AskStatement>): Promise<MadeFile> => {
    if (actor.tenantId === null) throw refuse(409, 'one_company')
    const { from, to } = input
    const currency = input.currency ?? currencyOf(await readOwed(tx, actor, today()), actor)
    const upcoming = (await readOwed(tx, actor, to)).find((one) => one.currency === currency)
    const told = entries(actor, { from, to, currency })
    const rows = await countEntries(tx, told)
    refuseTooLong(rows)
    const head = await readLetterhead(tx, {
      tenantId: actor.tenantId,
      needs: ['legalName', 'address'],
      language,
      chosen: input.language,
    })
    const { words } = head
    const formats = paperFormats(head.language)
    return {
      name: `${words.statement.split(' / ')[0]}-${currency}-${from}-${to}.pdf`,
      type: 'application/pdf',
      rows,
      act: {
        objectType: 'invoices',
        objectId: 'statement',
        after: { from, to, currency, format: 'pdf', language: head.language, rows },
      },
      begin: async () =>
        letterBytes(head, { title: words.statement, about: head.client }, async (paper) => {
          drawLetterhead(paper, head, {
            title: words.statement,
            client: [head.client],
            facts: [
              [words.from, formats.date(from)],
              [words.to, formats.date(to)],
              [words.currency, currency],
            ],
          })
          let closing = '0.00'
          const columns: Column[] = [
            { heading: words.date, width: 13 },
            { heading: words.entry, width: 16 },
            { heading: words.number, width: 20, whole: true },
            { heading: words.reference, width: 24, whole: true },
            { heading: words.dueDate, width: 13 },
            { heading: words.charge, width: 15, align: 'right' },
            { heading: words.credit, width: 15, align: 'right' },
            { heading: words.balance, width: 16, align: 'right' },
          ]
          if (rows > 0)
            await paper.table(
              columns,
              cellsOf(readInChunks(tx, entryRows(told)), { formats, words, currency }, (balance) => {
                closing = balance
              }),
            )
          paper.sums([
            {
              name: filled(words.owedOn, { day: formats.date(to) }),
              sum: formats.money(closing, currency),
              bold: true,
            },
            ...(upcoming && upcoming.upcoming_invoices > 0
              ? [
                  {
                    name: filled(words.upcoming, {
                      day: formats.date(to),
                      count: upcoming.upcoming_invoices,
                    }),
                    sum: formats.money(moneyText(upcoming.upcoming), currency),
                  },
                ]
              : []),
          ])
          if (!closing.startsWith('-') && closing !== '0.00') drawBank(paper, head, null)
        }),
    }
  }

async function* cellsOf(
  batches: AsyncIterable<readonly Entry[]>,
  { formats, words, currency }: { formats: PaperFormats; words: PaperWords; currency: string },
  onBalance: (balance: string) => void,
): AsyncGenerator<string[][]> {
  for await (const entries of batches) {
    yield entries.map((entry) => [
      formats.date(entry.day),
      words.kinds[entry.kind],
      entry.number ?? '',
      entry.reference ?? '',
      entry.dueDate ? formats.date(entry.dueDate) : '',
      entry.charge === null ? '' : formats.amount(entry.charge, currency),
      entry.credit === null ? '' : formats.amount(entry.credit, currency),
      formats.amount(entry.balance, currency),
    ])
    onBalance(entries.at(-1)?.balance ?? '0.00')
  }
}
