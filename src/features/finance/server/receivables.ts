import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'

/** What is owed in one currency, in cents: sums of everybody's may be beyond what a JavaScript number holds. */
export type Owed = {
  currency: string
  under30: bigint
  under60: bigint
  over60: bigint
  credit: bigint
  overdue: bigint
  invoices: number
  openInvoices: number
  overdueInvoices: number
}

/** By currency, that of the most invoices first; empty for who has neither invoices nor payments. */
export async function readOwed(tx: Handle, actor: Actor, today: string): Promise<Owed[]> {
  const { rows } = await sql<{ [K in keyof Owed]: Owed[K] extends bigint ? string : Owed[K] }>`
    select currency, under30::text, under60::text, over60::text, credit::text, overdue::text, invoices,
           open_invoices as "openInvoices", overdue_invoices as "overdueInvoices"
      from portal.receivables(${actor.tenantId}::int, ${today}::date) order by invoices desc, currency`.execute(
    tx,
  )
  return rows.map((row) => ({
    ...row,
    under30: BigInt(row.under30),
    under60: BigInt(row.under60),
    over60: BigInt(row.over60),
    credit: BigInt(row.credit),
    overdue: BigInt(row.overdue),
  }))
}

/** Whose figures can come from invoices: whoever has any. */
export const hasInvoices = (owed: readonly Owed[]): boolean => owed.some(({ invoices }) => invoices > 0)

export const totalOf = ({ under30, under60, over60 }: Owed): bigint => under30 + under60 + over60
