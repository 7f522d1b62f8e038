import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'

const AMOUNTS = [
  'owed',
  'open',
  'credit',
  ...(['under30', 'under60', 'over60'] as const),
  ...(['under30_credit', 'under60_credit', 'over60_credit'] as const),
  ...(['overdue', 'within7', 'within30', 'later', 'upcoming'] as const),
] as const
const COUNTS = [
  'invoices',
  'open_invoices',
  'overdue_invoices',
  'within7_invoices',
  'within30_invoices',
  'later_invoices',
  'upcoming_invoices',
] as const

/** What is owed in one currency, in cents: sums of everybody's may be beyond what a JavaScript number holds. */
export type Owed = { currency: string } & Record<(typeof AMOUNTS)[number], bigint> &
  Record<(typeof COUNTS)[number], number>

type Row = { currency: string } & Record<(typeof AMOUNTS)[number], string> &
  Record<(typeof COUNTS)[number], number>

/** As portal.receivables says it, by currency, that of the most invoices first; empty for who has neither invoices nor payments. */
export async function readOwed(tx: Tx, actor: Actor, today: string): Promise<Owed[]> {
  const amounts = sql.join(AMOUNTS.map((name) => sql`${sql.ref(name)}::text`))
  const { rows } = await sql<Row>`
    select currency, ${amounts}, ${sql.join(COUNTS.map((name) => sql.ref(name)))}
      from portal.receivables(${actor.tenantId}::int, ${today}::date) order by invoices desc, currency`.execute(
    tx,
  )
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(row[name])])) as Record<
      (typeof AMOUNTS)[number],
      bigint
    >),
  }))
}

/** Whose figures can come from invoices: whoever has any, or credit that an estimate would hide. */
export const hasInvoices = (owed: readonly Owed[]): boolean =>
  owed.some(({ invoices, credit }) => invoices > 0 || credit !== 0n)
