import { sql } from 'kysely'
import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey } from '../../../platform/server/endpoint/keyset.ts'
import { INVOICE_STATES, type InvoicePage, type InvoiceState, type InvoiceSum } from '../contract.ts'
import { statesOf } from '../domain/states-asked.ts'
import { BALANCE, type InvoiceFilter, invoiceRows, invoiceSort, invoicesOn, stateOn } from './invoice-rows.ts'
import { type Matches, matchInvoices } from './match-invoices.ts'

type ListInvoices = InvoiceFilter & { sort: string; limit: number; cursor?: string | undefined }

/** A page of invoices; on the first page also the counts over all of them and how fresh they are. */
export async function listInvoices(
  tx: Tx,
  actor: Actor,
  ask: ListInvoices,
  today: string,
): Promise<InvoicePage> {
  const sort = invoiceSort(ask.sort)
  const beyond = beyondCursor(ask.cursor, sort)
  const matches = await matchInvoices(tx, ask.search, today)
  const page = invoiceRows(tx, actor, ask, { matches, sort, today })
    .select(cursorKey(sort).as('sortKey'))
    .limit(ask.limit + 1)
  const [rows, summed, asOf] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    beyond ? null : sumInvoices(tx, actor, ask, { matches, today }),
    beyond ? null : invoicesAsOf(tx),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }) => row),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: summed && totalOf(summed.counts, ask.state),
    counts: summed?.counts ?? null,
    sums: summed?.sums ?? null,
    asOf,
  }
}

/** Of what the list is asked for. */
export const totalOf = (counts: NonNullable<InvoicePage['counts']>, state: InvoiceFilter['state']) =>
  state === undefined ? counts.all : statesOf(state).reduce((sum, one) => sum + counts[one], 0)

type Row = {
  state: InvoiceState
  currency: string
  is_upcoming: boolean
  count: number
  total: string
  balance: string
}

/**
 * By state, over every invoice of the filter whatever its state, and the sums per currency of what the list is asked for: one pass
 * over an index (invoices_sums).
 */
export async function sumInvoices(
  tx: Tx,
  actor: Actor,
  ask: InvoiceFilter,
  { matches, today }: { matches: Matches; today: string },
): Promise<{ counts: NonNullable<InvoicePage['counts']>; sums: InvoiceSum[] }> {
  const rows = await invoicesOn(tx, actor, ask, { matches, today })
    .select([
      stateOn(today).as('state'),
      'i.currency',
      sql<boolean>`i.invoice_date > ${today}::date`.as('is_upcoming'),
      sql<number>`count(*)`.as('count'),
      sql<string>`sum(i.total_cents)::text`.as('total'),
      sql<string>`sum(${BALANCE})::text`.as('balance'),
    ])
    .groupBy(sql`1, 2, 3`)
    .$castTo<Row>()
    .execute()
  const counts = Object.fromEntries(
    INVOICE_STATES.map((state) => [state, countOf(rows.filter((row) => row.state === state))]),
  )
  const asked = rows.filter(({ state }) => statesOf(ask.state).includes(state))
  const currencies = [...new Set(asked.map(({ currency }) => currency))].toSorted()
  return {
    counts: { ...counts, all: countOf(rows) } as NonNullable<InvoicePage['counts']>,
    sums: currencies.map((currency) => {
      const own = asked.filter((row) => row.currency === currency)
      const now = own.filter((row) => !row.is_upcoming)
      const upcoming = own.filter(({ state }) => state === 'upcoming')
      return {
        currency,
        total: moneyText(sumOf(now.map(({ total }) => total))),
        balance: moneyText(sumOf(now.map(({ balance }) => balance))),
        upcoming: moneyText(sumOf(upcoming.map(({ balance }) => balance))),
        upcomingInvoices: countOf(upcoming),
      }
    }),
  }
}

const countOf = (rows: readonly Row[]) => rows.reduce((sum, { count }) => sum + count, 0)
const sumOf = (cents: readonly string[]) => cents.reduce((sum, one) => sum + BigInt(one), 0n)

/** Upstream's last batch of invoices or payments, whichever is older; null before the first of invoices. */
export async function invoicesAsOf(tx: Tx): Promise<string | null> {
  const rows = await tx
    .selectFrom('feeds')
    .select(['kind', 'last_batch_at'])
    .where('kind', 'in', ['invoices', 'payments'])
    .execute()
  if (!rows.some(({ kind }) => kind === 'invoices')) return null
  return rows.map((row) => row.last_batch_at).toSorted()[0] ?? null
}
