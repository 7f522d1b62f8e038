import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey } from '../../../platform/server/endpoint/keyset.ts'
import { INVOICE_STATES, type InvoicePage } from '../contract.ts'
import {
  type InvoiceFilter,
  invoiceRows,
  invoiceSort,
  selectInvoices,
  stateOn,
  statesOf,
} from './invoice-rows.ts'
import { type Matches, matchInvoices } from './match-invoices.ts'

type ListInvoices = InvoiceFilter & { sort: string; limit: number; cursor?: string | undefined }

/** A page of invoices; on the first page also the counts over all of them and how fresh they are. */
export async function listInvoices(
  tx: Handle,
  actor: Actor,
  ask: ListInvoices,
  today: string,
): Promise<InvoicePage> {
  const sort = invoiceSort(ask.sort)
  const beyond = beyondCursor(ask.cursor, sort)
  const matches = await matchInvoices(tx, ask.search)
  const page = invoiceRows(tx, actor, ask, { matches, sort, today })
    .select(cursorKey(sort).as('sortKey'))
    .limit(ask.limit + 1)
  const [rows, counts, asOf] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    beyond ? null : countInvoices(tx, actor, ask, { matches, today }),
    beyond ? null : invoicesAsOf(tx),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }) => row),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: counts && totalOf(counts, ask.state),
    counts,
    asOf,
  }
}

/** Of what the list is asked for. */
export const totalOf = (counts: NonNullable<InvoicePage['counts']>, state: InvoiceFilter['state']) =>
  state === undefined ? counts.all : statesOf(state).reduce((sum, one) => sum + counts[one], 0)

/** By state, over every invoice of the filter whatever its state: one pass over an index (invoices_sums). */
export async function countInvoices(
  tx: Handle,
  actor: Actor,
  ask: InvoiceFilter,
  { matches, today }: { matches: Matches; today: string },
): Promise<NonNullable<InvoicePage['counts']>> {
  const rows = await selectInvoices(tx, actor, ask, matches)
    .select([stateOn(today).as('state'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`1`)
    .execute()
  const counts = Object.fromEntries(
    INVOICE_STATES.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]),
  )
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  return { ...counts, all } as NonNullable<InvoicePage['counts']>
}

/** Upstream's last batch of invoices or payments, whichever is older; null before the first of invoices. */
export async function invoicesAsOf(tx: Handle): Promise<string | null> {
  const rows = await tx
    .selectFrom('feeds')
    .select(['kind', 'last_batch_at'])
    .where('kind', 'in', ['invoices', 'payments'])
    .execute()
  if (!rows.some(({ kind }) => kind === 'invoices')) return null
  return rows.map((row) => row.last_batch_at).toSorted()[0] ?? null
}
