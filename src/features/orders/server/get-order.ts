import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Order, OrderDetail } from '../contract.ts'
import { type PromisedChange, promisedHistory } from '../domain/promised-date.ts'
import { findOrder, type OrderPlace } from './find-order.ts'
import { readOrderLines } from './order-lines.ts'
import { orderRows, toOrder } from './order-row.ts'
import { orderSort } from './order-sort.ts'
import { historyOf, readTimeline } from './order-timeline.ts'

const FIRST_ENTRIES = 50
/** A date that moves more often than this is not told move by move. */
const MOST_MOVES = 500

const STAGES = [
  ['blending', 'blT', 'pbl'],
  ['encapsulation', 'ctsT', 'pcts'],
  ['packaging', 'bbT', 'pbb'],
] as const

/** One order with its stages, its recorded history and its lines. 404 and 409 as findOrder has them. */
export async function getOrder(tx: Tx, actor: Actor, { ordNo }: { ordNo: string }): Promise<OrderDetail> {
  const place = await findOrder(tx, actor, ordNo)
  const [order, timeline, moves, since, lines, feed] = await Promise.all([
    readOrder(tx, actor, place),
    readTimeline(tx, place, { limit: FIRST_ENTRIES }),
    readMoves(tx, place),
    readSince(tx, place),
    readOrderLines(tx, actor, place),
    tx.selectFrom('feeds').select('last_batch_at').where('kind', '=', 'orders').executeTakeFirst(),
  ])
  return {
    order,
    stages: STAGES.map(([stage, progress, done]) => ({
      stage,
      progress: order[progress],
      done: order[done],
      changedAt:
        [since.get(progress), since.get(done)]
          .filter((at) => at !== undefined)
          .toSorted()
          .at(-1) ?? null,
    })),
    timeline,
    promised: promisedHistory(moves, order.promisedDate),
    ...lines,
    can: {},
    asOf: feed?.last_batch_at ?? null,
  }
}

async function readOrder(tx: Tx, actor: Actor, { tenantId, id }: OrderPlace): Promise<Order> {
  const row = await orderRows(tx, actor, {}, { matches: { kind: 'all' }, sort: orderSort('ordNo') })
    .where('o.tenant_id', '=', tenantId)
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return toOrder(row as Order)
}

async function readMoves(tx: Tx, place: OrderPlace): Promise<PromisedChange[]> {
  const { rows } = await sql<PromisedChange>`
    select h.old_value as old, h.new_value as new, h.happened_at as at from ${historyOf(place)}
       and h.field = 'promisedDate' order by h.id limit ${MOST_MOVES}`.execute(tx)
  return rows
}

/** When each stage changed last, as far as it is recorded. */
async function readSince(tx: Tx, place: OrderPlace): Promise<Map<string, string>> {
  const { rows } = await sql<{ field: string; at: string }>`
    select distinct on (h.field) h.field, h.happened_at as at from ${historyOf(place)} and h.line_no is null
     order by h.field, h.id desc`.execute(tx)
  return new Map(rows.map(({ field, at }) => [field, at]))
}
