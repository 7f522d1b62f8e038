import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { date, natural, orderBy, type Sort, type SortKey } from '../../../platform/server/endpoint/keyset.ts'
import {
  type AskedState,
  CREDIT_NOTE_STATES,
  type Invoice,
  type InvoiceSort,
  type InvoiceState,
} from '../contract.ts'
import type { Matches } from './match-invoices.ts'

export type InvoiceFilter = {
  search?: string | undefined
  state?: AskedState | undefined
  currency?: string | undefined
  from?: string | undefined
  to?: string | undefined
  ordNo?: string | undefined
  tenant?: number | undefined
}

const SORT_KEYS: Record<InvoiceSort, SortKey> = {
  number: natural('i.invoice_no'),
  date: { ...date('i.invoice_date'), always: true },
  dueDate: date('i.due_date'),
  clientName: natural('i.client_name'),
  ordNo: natural('i.ord_no'),
  poNo: natural('i.po_no'),
  total: { key: sql.ref('i.total_cents'), kind: 'bigint' },
  balance: { key: sql.ref('i.balance_cents'), kind: 'bigint' },
  tenantName: natural('t.name'),
}

/** `-date` → its key and direction. */
export function invoiceSort(sort: string): Sort {
  const field = sort.replace(/^-/, '') as InvoiceSort
  return { ...SORT_KEYS[field], id: sql.ref('i.id'), descending: sort.startsWith('-') }
}

/** What of a credit note was sent back to the client: a refund, or a payment below 0 as upstream sends it. */
const WAS_REFUNDED = sql`exists (select from portal.payments p
  where p.tenant_id = i.tenant_id and p.source_id in (i.source_id, 0) and coalesce(p.settles_source, p.source_id) = i.source_id
    and p.invoice_no = i.source_key and p.currency = i.currency and p.kind in ('refund', 'payment') and p.amount_cents < 0)`

export const stateOn = (today: string): RawBuilder<InvoiceState> => sql<InvoiceState>`case
  when i.total_cents >= 0 then portal.invoice_state(i.balance_cents, i.invoice_date, i.ages_from, ${today}::date)
  when i.balance_cents < 0 then 'credit_open' when ${WAS_REFUNDED} then 'credit_refunded' else 'credit_applied' end`

/** The states that are asked for by one name. */
const GROUPS: Partial<Record<AskedState, readonly InvoiceState[]>> = {
  open: ['pending', 'overdue'],
  credit_note: CREDIT_NOTE_STATES,
}
export const statesOf = (state: AskedState): readonly InvoiceState[] =>
  GROUPS[state] ?? [state as InvoiceState]

const money = (column: string) => sql<string>`(${sql.ref(column)} / 100.0)::numeric(20, 2)::text`

/** The invoices of a filter; its state is left to the caller, because counts per state are over all of them. */
export function selectInvoices(tx: Handle, actor: Actor, ask: InvoiceFilter, matches: Matches) {
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
    return query.where('i.search_text', 'like', sql<string>`portal.search_pattern(${matches.term})`)
  return query
}

/** Rows as they leave, in the order of `sort`; with their tenant for those who look at several. */
export function invoiceRows(
  tx: Handle,
  actor: Actor,
  ask: InvoiceFilter,
  { matches, sort, today }: { matches: Matches; sort: Sort; today: string },
) {
  const state = stateOn(today)
  return selectInvoices(tx, actor, ask, matches)
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
      money('i.total_cents').as('total'),
      money('i.paid_cents').as('paid'),
      money('i.balance_cents').as('balance'),
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
