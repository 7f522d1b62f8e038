import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { beyondCursor, cursorKey, orderBy } from '../../../platform/server/endpoint/keyset.ts'
import { SHIPMENT_GROUPS, type Shipment, type ShipmentPage } from '../contract.ts'
import {
  inGroup,
  type Matches,
  matchShipments,
  type ShipmentFilter,
  selectShipments,
  shipmentRows,
  shipmentSort,
} from './select-shipments.ts'

export type ListShipments = ShipmentFilter & { sort: string; limit: number; cursor?: string | undefined }
type Counts = NonNullable<ShipmentPage['counts']>

/** For the filter: so many carriers are offered. */
const MOST_CARRIERS = 50

/** A page of shipments; on the first page also the counts over all of them, and what a search found first. */
export async function listShipments(
  tx: Tx,
  actor: Actor,
  ask: ListShipments,
  today: string,
): Promise<ShipmentPage> {
  const sort = shipmentSort(ask.sort)
  const beyond = beyondCursor(ask.cursor, sort)
  const matches = await matchShipments(tx, ask.search)
  const page = shipmentRows(tx, actor, ask, { matches, sort, today })
    .select(cursorKey(sort).as('sortKey'))
    .limit(ask.limit + 1)
  const [rows, counts, carriers, hit, asOf] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    beyond ? null : countShipments(tx, actor, ask, { matches, today }),
    beyond ? null : countCarriers(tx, actor, ask, matches),
    beyond ? null : findHit(tx, actor, ask, { matches, today }),
    readAsOf(tx),
  ])
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }) => row as Shipment),
    nextCursor: rows.length > ask.limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: counts?.[ask.group ?? 'all'] ?? null,
    counts,
    carriers,
    hit,
    asOf,
  }
}

type Of = { matches: Matches; today: string }

/** In one pass over all that search, carrier and order select. */
export async function countShipments(
  tx: Tx,
  actor: Actor,
  ask: ShipmentFilter,
  { matches, today }: Of,
): Promise<Counts> {
  const counted = await selectShipments(tx, actor, ask, matches)
    .select(sql<number>`count(*)`.as('all'))
    .select(
      SHIPMENT_GROUPS.map((group) => sql<number>`count(*) filter (where ${inGroup(group, today)})`.as(group)),
    )
    .executeTakeFirstOrThrow()
  return counted as Counts
}

/** Spellings that differ in letter case alone are one carrier. */
async function countCarriers(
  tx: Tx,
  actor: Actor,
  { carrier: _, ...ask }: ShipmentFilter,
  matches: Matches,
): Promise<ShipmentPage['carriers']> {
  return selectShipments(tx, actor, ask, matches)
    .select([sql<string>`min(s.carrier)`.as('carrier'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`lower(btrim(s.carrier))`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`min(s.carrier)`)
    .limit(MOST_CARRIERS)
    .execute()
}

/** "The first hit opens": who types a whole number means the shipment that bears it. Of very many hits none is meant. */
async function findHit(
  tx: Tx,
  actor: Actor,
  ask: ListShipments,
  { matches, today }: Of,
): Promise<number | null> {
  if (matches.kind !== 'few') return null
  const term = ask.search?.trim() ?? ''
  const found = await shipmentRows(tx, actor, ask, { matches, sort: shipmentSort(ask.sort), today })
    .clearOrderBy()
    .orderBy(
      sql`portal.number_key(${term}) = any (array(select portal.number_key(x) from unnest(array[s.tracking_no, s.ord_no, s.po_no, s.primary_no] || string_to_array(s.line_numbers, chr(10))) x)) is true desc`,
    )
    .orderBy(orderBy(shipmentSort(ask.sort)))
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** When upstream last sent anything of shipments. */
export async function readAsOf(tx: Tx): Promise<string | null> {
  const feed = await tx
    .selectFrom('feeds')
    .select((eb) => eb.fn.max('last_batch_at').as('at'))
    .where('kind', 'in', ['shipments', 'shipment-events', 'shipment-lines'])
    .executeTakeFirst()
  return feed?.at ?? null
}
