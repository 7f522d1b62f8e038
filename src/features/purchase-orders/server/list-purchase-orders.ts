import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { beyondCursor, cursorKey } from '../../../platform/server/endpoint/keyset.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import type { PoFilter, PoPage } from '../contract.ts'
import { STATES, STATUSES, type State, type Status, statesOf } from '../domain/transitions.ts'
import {
  type Calendar,
  poRows,
  poSort,
  selectPos,
  sideOf,
  stands,
  statesAsked,
  toPurchaseOrder,
  waitsFor,
} from './po-rows.ts'

type Ask = PoFilter & { sort: string; limit: number; cursor?: string | undefined }

export const calendarOf = async (tx: Tx, actor: Actor, today: string): Promise<Calendar> => ({
  zone: (await zoneOfAsker(tx, actor)) ?? 'UTC',
  today,
})

/** A page of purchase orders; on the first page also the counts over all of them. */
export async function listPurchaseOrders(tx: Tx, actor: Actor, ask: Ask, today: string): Promise<PoPage> {
  const sort = poSort(ask.sort, actor)
  const beyond = beyondCursor(ask.cursor, sort)
  const calendar = await calendarOf(tx, actor, today)
  const page = poRows(tx, actor, ask, { sort, calendar })
    .select(cursorKey(sort).as('sortKey'))
    .limit(ask.limit + 1)
  const [rows, counts] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    beyond ? null : countPos(tx, actor, ask, calendar),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }) => toPurchaseOrder(row, actor)),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: counts && countIn(counts, statesAsked(ask)),
    counts: counts && {
      ...(Object.fromEntries(STATUSES.map((status) => [status, countIn(counts, statesOf(status))])) as Record<
        Status,
        number
      >),
      all: countIn(counts, STATES),
    },
    states: counts,
  }
}

/** By state, over every one of the filter whatever its state. */
export async function countPos(
  tx: Tx,
  actor: Actor,
  ask: PoFilter,
  calendar: Calendar,
): Promise<Record<State, number>> {
  const row = await selectPos(tx, actor, ask, calendar)
    .select(STATES.map((state) => sql<number>`count(*) filter (where p.state = ${state})`.as(state)))
    .executeTakeFirstOrThrow()
  return row as Record<State, number>
}

export const countIn = (counts: Record<State, number>, states: readonly State[]): number =>
  states.reduce((sum, state) => sum + counts[state], 0)

/** Months of the spend chart. */
const MONTHS = 12

/** Both charts, over all of the filter: in one currency, with the others named. */
export async function summarisePurchaseOrders(
  tx: Tx,
  actor: Actor,
  ask: PoFilter & { currency?: string | undefined },
  today: string,
) {
  const calendar = await calendarOf(tx, actor, today)
  const rows = () => {
    const all = selectPos(tx, actor, ask, calendar)
    return all.where(stands(ask))
  }
  const asked = statesAsked(ask)
  const currency = ask.currency ?? actor.currency
  const month = sql<string>`to_char(p.dated_at at time zone ${calendar.zone}, 'YYYY-MM')`
  const [months, counts, currencies, waiting] = await Promise.all([
    rows()
      .where('p.currency', '=', currency)
      .where(sql<boolean>`p.state in ('awaiting_approval', 'submitted', 'countered', 'accepted')`)
      .select([
        month.as('month'),
        sql<string>`(sum(p.total_cents) / 100)::numeric(20, 2)::text`.as('amount'),
        sql<number>`count(*)`.as('count'),
      ])
      .groupBy(sql`1`)
      .orderBy(sql`1 desc`)
      .limit(MONTHS)
      .execute(),
    countPos(tx, actor, ask, calendar),
    rows().select('p.currency').distinct().orderBy('p.currency').execute(),
    rows()
      .where(waitsFor(sideOf(actor)))
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    currency,
    otherCurrencies: currencies.map((row) => row.currency).filter((other) => other !== currency),
    months: months
      .toReversed()
      .map((row) => ({ ...row, amount: may(actor, 'prices.read') ? row.amount : null })),
    statuses: STATUSES.map((status) => ({
      status,
      count: countIn(
        counts,
        statesOf(status).filter((state) => asked.includes(state)),
      ),
    })),
    states: STATES.map((state) => ({ state, count: asked.includes(state) ? counts[state] : 0 })),
    waiting: waiting.n,
  }
}
