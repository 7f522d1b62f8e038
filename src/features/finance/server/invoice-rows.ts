import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { date, natural, orderBy, type Sort, type SortKey } from '../../../platform/server/endpoint/keyset.ts'
import type { Announced, AskedState, Invoice, InvoiceSort, InvoiceState, OwedPart } from '../contract.ts'
import { statesOf } from '../domain/states-asked.ts'
import type { Matches } from './match-invoices.ts'

export type InvoiceFilter = {
  search?: string | undefined
  state?: AskedState | undefined
  part?: OwedPart | undefined
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
  ordNo?: string | undefined
  tenant?: number | undefined
}

const SORT_KEYS: Record<Exclude<InvoiceSort, 'balance'>, SortKey> = {
  number: natural('i.invoice_no'),
  date: { ...date('i.invoice_date'), always: true },
  dueDate: date('i.due_date'),
  clientName: natural('i.client_name'),
  ordNo: natural('i.ord_no'),
  poNo: natural('i.po_no'),
  total: { key: sql.ref('i.total_cents'), kind: 'bigint' },
  tenantName: natural('t.name'),
}

/** What is open of an invoice on the day of `invoicesOn`. */
export const BALANCE = sql<number>`(i.total_cents - d.paid)`

/** `-date` → its key and direction. */
export function invoiceSort(sort: string): Sort {
  const field = sort.replace(/^-/, '') as InvoiceSort
  const key = field === 'balance' ? { key: BALANCE, kind: 'bigint' as const } : SORT_KEYS[field]
  return { ...key, id: sql.ref('i.id'), descending: sort.startsWith('-') }
}

/** What of a credit note was sent back to the client: a refund, or a payment below 0 as upstream sends it. */
const WAS_REFUNDED = sql`exists (select from portal.payments p
  where p.tenant_id = i.tenant_id and p.source_id in (i.source_id, 0) and coalesce(p.settles_source, p.source_id) = i.source_id
    and p.invoice_no = i.source_key and p.currency = i.currency and p.kind in ('refund', 'payment') and p.amount_cents < 0)`

export const stateOn = (today: string): RawBuilder<InvoiceState> => sql<InvoiceState>`case
  when i.total_cents >= 0 then portal.invoice_state(${BALANCE}, i.invoice_date, i.ages_from, ${today}::date)
  when ${BALANCE} < 0 then 'credit_open' when ${WAS_REFUNDED} then 'credit_refunded' else 'credit_applied' end`

const AGES: readonly OwedPart[] = ['under30', 'under60', 'over60']
/** As portal.receivables counts them. */
const inPart = (part: OwedPart, today: string) =>
  sql<boolean>`i.invoice_date <= ${today}::date and ${BALANCE} > 0
    and ${sql.raw(AGES.includes(part) ? 'portal.age_part' : 'portal.due_part')}(i.ages_from, ${today}::date) = ${part}`

const money = (cents: RawBuilder<unknown>) => sql<string>`(${cents} / 100.0)::numeric(20, 2)::text`

/** What is on its way to pay an invoice: as portal.payable takes it off, and what upstream has dated later. */
const announcedOn = (today: string) => sql<Announced[]>`
  (select coalesce(json_agg(json_build_object('kind', x.kind, 'reference', x.reference, 'date', x.date, 'amount', ${money(sql`x.cents`)})
            order by x.date, x.reference), '[]')
     from (select case when c.order_id is null then 'announced' else 'pending' end as kind, o.reference,
                  (o.created_at at time zone portal.business_zone())::date as date, s.amount_cents as cents
             from portal.payment_parts s join portal.payment_orders o on o.tenant_id = s.tenant_id and o.id = s.order_id
             left join portal.card_payments c on c.tenant_id = o.tenant_id and c.order_id = o.id
            where s.tenant_id = i.tenant_id and s.invoice_id = i.id and o.cancelled_at is null and o.received_on is null and not o.met
           union all
           select 'dated', coalesce(p.reference, p.payment_no), p.payment_date, p.amount_cents
             from portal.payments p
            where i.paid_until > ${today}::date and p.invoice_no = i.source_key and p.tenant_id = i.tenant_id and p.currency = i.currency
              and coalesce(p.settles_source, p.source_id) = i.source_id and p.payment_date > ${today}::date) x)`

/** The invoices of a filter; its state is left to the caller, because counts per state are over all of them. */
export function selectInvoices(tx: Tx, actor: Actor, ask: Omit<InvoiceFilter, 'part'>, matches: Matches) {
  let query = tx.selectFrom('invoices as i')
  // For the planner; the policy is the guard.
  if (actor.tenantId !== null) query = query.where('i.tenant_id', '=', actor.tenantId)
  if (ask.tenant !== undefined) query = query.where('i.tenant_id', '=', ask.tenant)
  if (ask.currency !== undefined) query = query.where('i.currency', '=', ask.currency)
  if (ask.from !== undefined) query = query.where('i.invoice_date', '>=', ask.from)
  if (ask.to !== undefined) query = query.where('i.invoice_date', '<=', ask.to)
  if (ask.ordNo !== undefined) query = query.where('i.ord_no', '=', ask.ordNo)
  if (matches.kind === 'few')
    return query.where(
      sql<boolean>`(i.tenant_id, i.id) in (select * from unnest(${matches.tenantIds}::int[], ${matches.ids}::bigint[]))`,
    )
  if (matches.kind === 'many')
    return query.where(sql<boolean>`i.search_text like any (portal.search_patterns(${matches.term}))`)
  return query
}

/** As they stand on a day; those of a part of what is owed then, where one is asked for. */
export const invoicesOn = (
  tx: Tx,
  actor: Actor,
  { part, ...ask }: InvoiceFilter,
  { matches, today }: { matches: Matches; today: string },
) => {
  const standing = sql<{
    paid: number
  }>`lateral portal.paid_on(i.tenant_id, i.source_id, i.source_key, i.currency,
    i.paid_cents, i.paid_until, ${today}::date)`
  const query = selectInvoices(tx, actor, ask, matches).innerJoin(standing.as('d'), (join) => join.onTrue())
  return part === undefined ? query : query.where(inPart(part, today))
}

/** Rows as they leave, in the order of `sort`; with their tenant for those who look at several. */
export function invoiceRows(
  tx: Tx,
  actor: Actor,
  ask: InvoiceFilter,
  { matches, sort, today }: { matches: Matches; sort: Sort; today: string },
) {
  const state = stateOn(today)
  return invoicesOn(tx, actor, ask, { matches, today })
    .leftJoin('tenants as t', 't.id', 'i.tenant_id')
    .select([
      'i.id',
      'i.invoice_no as number',
      sql<Invoice['kind']>`case when i.total_cents < 0 then 'credit_note' else 'invoice' end`.as('kind'),
      'i.invoice_date as date',
      'i.due_date as dueDate',
      'i.terms',
      'i.client_name as clientName',
      'i.ord_no as ordNo',
      'i.po_no as poNo',
      'i.currency',
      money(sql.ref('i.total_cents')).as('total'),
      money(sql.ref('d.paid')).as('paid'),
      money(BALANCE).as('balance'),
      announcedOn(today).as('announced'),
      state.as('state'),
      sql<number>`case ${state} when 'overdue' then ${today}::date - i.ages_from else 0 end`.as(
        'daysOverdue',
      ),
    ])
    .$if(actor.tenantId === null, (query) => query.select('t.name as tenantName'))
    .$if(ask.state !== undefined, (query) =>
      query.where(sql<boolean>`${state} = any (${ask.state && statesOf(ask.state)})`),
    )
    .orderBy(orderBy(sort))
    .$castTo<Invoice>()
}
