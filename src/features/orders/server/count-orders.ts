import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { ORDER_GROUPS, type OrderPage } from '../contract.ts'
import { inGroup } from '../domain/order-status.ts'
import { knownStatus } from '../domain/status-words.ts'
import { ORDER_STATUSES, type OrderStatus } from '../domain/statuses.ts'
import type { Matches } from './match-orders.ts'
import { isStatus, MEANING, type OrderFilter, selectOrders } from './select-orders.ts'

type ByStatus = {
  word: string
  text: string | null
  status: OrderStatus | null
  count: number
  chosen: boolean
}[]

/** Counts over every order that search and status select: one pass by status, the groups follow from it. */
export async function countOrders(tx: Tx, actor: Actor, ask: OrderFilter, matches: Matches) {
  const [byStatus, feed] = await Promise.all([
    countByStatus(tx, actor, ask, matches),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  const selected = byStatus.filter((row) => row.chosen)
  const groups = ORDER_GROUPS.map((group) => [
    group,
    sum(selected.filter(({ status }) => inGroup(status, group))),
  ]).filter(([group, count]) => group !== 'other' || count !== 0)
  const counts = { ...Object.fromEntries(groups), all: sum(selected) } as NonNullable<OrderPage['counts']>
  return {
    total: ask.group ? (counts[ask.group] ?? 0) : counts.all,
    counts,
    statuses: statusesOf(byStatus),
    asOf: feed?.last_batch_at ?? null,
  }
}

const sum = (of: ByStatus) => of.reduce((total, { count }) => total + count, 0)

/** The source's statuses, each with all that means it, then the texts that are no word of any, also those with a meaning. */
function statusesOf(byStatus: ByStatus) {
  const known = ORDER_STATUSES.map((status) => byStatus.filter((row) => row.status === status))
    .filter((rows) => rows.length > 0)
    .map((rows) => ({ status: rows[0]?.status as string, text: null, count: sum(rows) }))
  const others = byStatus
    .filter(({ text }) => knownStatus(text) === undefined)
    .map(({ word, text, count }) => ({ status: word, text, count }))
  return [...known, ...others]
}

/** Of every status that the search selects; `chosen`: the one that is asked for, all of them when none is. */
async function countByStatus(
  tx: Tx,
  actor: Actor,
  { search, status }: OrderFilter,
  matches: Matches,
): Promise<ByStatus> {
  const chosen = status === undefined ? sql<boolean>`true` : isStatus(status)
  const counted = selectOrders(tx, actor, { search }, matches)
    .select(['o.status', sql<string | null>`min(o.ord_stat)`.as('text'), sql<number>`count(*)`.as('count')])
    .groupBy('o.status')
  return tx
    .selectFrom(counted.as('o'))
    .select([
      sql<string>`o.status`.as('word'),
      'o.text',
      MEANING.as('status'),
      'o.count',
      chosen.as('chosen'),
    ])
    .orderBy('o.status')
    .execute()
}
