import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type SortedAsk, sortedPage } from '../../../platform/server/endpoint/sorted-page.ts'
import type { CREDIT_SORTS, CreditPage, CreditRow } from '../contract.ts'

const KEYS = {
  number: { text: sql`r.number` },
  kind: { text: sql`r.kind` },
  date: { moment: sql`r.date` },
  amount: { count: sql`r.cents` },
  tenantName: { text: sql`coalesce(r."tenantName", '')` },
}

/**
 * What portal.receivables counts as credit, row by row: invoices below 0, and payments that no invoice of their company takes. A
 * credit note of the portal is told by its own balance, not by the payments that it makes.
 */
const rowsOf = (actor: Actor, currency: string, today: string) => {
  const mine = (alias: string) =>
    actor.tenantId === null ? sql`true` : sql`${sql.ref(`${alias}.tenant_id`)} = ${actor.tenantId}::int`
  const name = actor.tenantId === null ? sql`t.name` : sql`null::text`
  return sql`
    select x.*, (x.cents / 100.0)::numeric(20, 2)::text as amount from (
      select 'i' || i.id as key, case when i.total_cents < 0 then 'credit_note' else 'overpaid' end as kind, i.id as "invoiceId",
             i.invoice_no as number, i.invoice_date as date, null::text as reference, null::text as "invoiceNo", ${name} as "tenantName",
             d.paid - i.total_cents as cents
        from portal.invoices i
        join portal.tenants t on t.id = i.tenant_id
       cross join lateral portal.paid_on(i.tenant_id, i.source_id, i.source_key, i.currency, i.paid_cents, i.paid_until, ${today}::date) d
       where ${mine('i')} and i.currency = ${currency} and i.invoice_date <= ${today}::date and i.total_cents < d.paid
      union all
      select 'p' || p.id, p.kind, null, p.payment_no, p.payment_date, nullif(p.reference, p.payment_no), p.invoice_no, ${name}, p.amount_cents
        from portal.payments p
        join portal.tenants t on t.id = p.tenant_id
       where ${mine('p')} and p.currency = ${currency} and p.payment_date <= ${today}::date and not (p.source_id = 0 and p.kind = 'credit')
         and not exists (select from portal.invoices i where i.tenant_id = p.tenant_id and i.source_key = p.invoice_no
           and i.source_id = coalesce(p.settles_source, p.source_id) and i.currency = p.currency)) x`
}

/** The rows of the credit that is not yet applied, in one currency; the first page has what they come to. */
export async function listCredit(
  tx: Tx,
  actor: Actor,
  {
    currency = actor.currency,
    ...ask
  }: SortedAsk<(typeof CREDIT_SORTS)[number]> & { currency?: string | undefined },
  today: string,
): Promise<CreditPage> {
  const rows = rowsOf(actor, currency, today)
  const page = await sortedPage<CreditRow & { cents: number; key: string }, keyof typeof KEYS>(
    tx,
    { rows, keys: KEYS, id: { column: 'key', type: 'text' } },
    ask,
  )
  const summed = await sql<{ sum: string }>`
    select (coalesce(sum(r.cents), 0) / 100.0)::numeric(20, 2)::text as sum from (${rows}) r`.execute(tx)
  return {
    currency,
    items: page.rows.map(({ cents: _, tenantName, ...row }) => ({
      ...row,
      ...(actor.tenantId === null && tenantName !== undefined && { tenantName }),
    })),
    nextCursor: page.nextCursor,
    total: page.total,
    sum: page.total === null ? null : (summed.rows[0]?.sum ?? '0.00'),
  }
}
