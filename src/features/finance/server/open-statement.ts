import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import { readInChunks } from '../../../platform/server/database/read-in-chunks.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { financeFileContract } from '../contract.ts'
import { currencyOf } from './get-finance.ts'
import { readOwed } from './receivables.ts'

type AskStatement = {
  from: string
  to: string
  currency?: string | undefined
  language?: ServerLanguage | undefined
  format: 'csv' | 'xlsx'
}
type Words = ReturnType<typeof serverMessages>['statement']
export type Entry = {
  tenantName: string
  day: string
  kind: keyof Words['kinds']
  number: string | null
  reference: string | null
  dueDate: string | null
  charge: string | null
  credit: string | null
  balance: string
}

type Shown = FieldColumn<keyof Words['headings'] & keyof Entry, Entry>
const COLUMNS: Shown[] = [
  ['day', 'date', 14],
  ['kind', 'text', 20],
  ['number', 'text', 18],
  ['reference', 'text', 18],
  ['dueDate', 'date', 14],
  ['charge', 'money', 18],
  ['credit', 'money', 18],
  ['balance', 'money', 18],
]

/** Every invoice, payment and credit of the period, with what was owed before, after each, and at its end. */
const openStatement =
  (today: () => string) =>
  async ({ tx, actor, input, ...asker }: Asked<AskStatement>): Promise<TableFile<Entry>> => {
    const language = input.language ?? asker.language
    const words = serverMessages(language).statement
    const { from, to, format } = input
    const currency = input.currency ?? currencyOf(await readOwed(tx, actor, today()), actor)
    const told = entries(actor, { from, to, currency })
    const rows = await countEntries(tx, told)
    const shown: Shown[] = actor.tenantId === null ? [['tenantName', 'text', 28], ...COLUMNS] : COLUMNS
    return {
      format,
      name: `${words.file}-${currency}-${from}-${to}`,
      rows,
      sheet: words.sheet,
      columns: [
        ...fieldColumns(
          shown,
          words.headings,
          (entry: Entry, field) => (field === 'kind' ? words.kinds[entry.kind] : entry[field]),
          () => currency,
        ),
        { heading: words.headings.currency, kind: 'text', value: () => currency },
      ],
      batches: readInChunks(tx, entryRows(told)),
      act: {
        objectType: 'invoices',
        objectId: 'statement',
        after: { from, to, currency, format, language, rows },
      },
    }
  }

export const entries = (
  actor: Actor,
  { from, to, currency }: { from: string; to: string; currency: string },
) => sql`portal.statement(${actor.tenantId}::int, ${currency}, ${from}::date, ${to}::date)`

type Told = ReturnType<typeof entries>

/** In the order of a statement: tenant by tenant, the opening first and the closing last. */
export const entryRows = (told: Told) => sql<Entry>`
  select t.name as "tenantName", s.day, s.kind, s.number, s.reference, s.due_date as "dueDate",
         case when s.cents > 0 and s.place > 0 then (s.cents / 100.0)::numeric(20, 2)::text end as charge,
         case when s.cents < 0 and s.place > 0 then (-s.cents / 100.0)::numeric(20, 2)::text end as credit,
         (s.balance / 100.0)::numeric(20, 2)::text as balance
    from ${told} s join portal.tenants t on t.id = s.tenant_id
   order by t.name, s.tenant_id, s.place = 3, s.place > 0, s.day, s.place, s.id`

export async function countEntries(tx: Tx, told: Told): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${told} s`.execute(tx)
  return rows[0]?.n ?? 0
}

/** `GET /finance/statement` */
export const statementFile = (today: () => string) =>
  tableKind(financeFileContract.statement, openStatement(today))
