import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { date, natural, orderBy, type Sort, type SortKey } from '../../../platform/server/endpoint/keyset.ts'
import type { Shipment, ShipmentGroup, ShipmentSort } from '../contract.ts'
import { AT_RISK_DAYS } from '../domain/published-times.ts'

export type ShipmentFilter = {
  search?: string | undefined
  carrier?: string | undefined
  group?: ShipmentGroup | undefined
  order?: number | undefined
}

/** Which shipments a search term selects: all without a term; the hits themselves when they are few. */
export type Matches =
  | { kind: 'all' }
  | { kind: 'few'; tenantIds: number[]; ids: number[] }
  | { kind: 'many'; term: string }

/** So many hits are found by the index and joined; with more, reading the shipments and comparing each is faster. */
const FEW = 2000

export async function matchShipments(tx: Tx, search: string | undefined): Promise<Matches> {
  const term = search?.trim()
  if (!term) return { kind: 'all' }
  const { rows } = await sql<{ tenant_id: number; id: number }>`
    select tenant_id, id from portal.search_shipments(${term}, ${FEW + 1})`.execute(tx)
  if (rows.length > FEW) return { kind: 'many', term }
  return { kind: 'few', tenantIds: rows.map((row) => row.tenant_id), ids: rows.map((row) => row.id) }
}

/** What search, carrier and order select; the group is left to the caller, because counts per group are over all of them. */
export function selectShipments(tx: Tx, actor: Actor, { carrier, order }: ShipmentFilter, matches: Matches) {
  let query = tx.selectFrom('shipments as s')
  // For the planner; the policy is the guard.
  if (actor.tenantId !== null) query = query.where('s.tenant_id', '=', actor.tenantId)
  if (carrier !== undefined)
    query = query.where(sql<boolean>`lower(btrim(s.carrier)) = lower(btrim(${carrier}))`)
  if (order !== undefined) query = query.where(isOfOrder(sql`${order}::bigint`))
  if (matches.kind === 'few')
    return query.where(
      sql<boolean>`(s.tenant_id, s.id) in (select * from unnest(${matches.tenantIds}::int[], ${matches.ids}::bigint[]))`,
    )
  if (matches.kind === 'many')
    return query.where(sql<boolean>`s.search_text like any (portal.search_patterns(${matches.term}))`)
  return query
}

/** By upstream's own key of the order where one system sends both or staff chose it, else by the order number, always within one tenant; so with its lines. */
const isOfOrder = (id: RawBuilder<unknown>) => sql<boolean>`(s.tenant_id, s.id) in (
  select x.tenant_id, x.id from portal.orders o join portal.shipments x on x.tenant_id = o.tenant_id and x.order_key = o.source_key and x.source_id in (o.source_id, 0)
   where o.id = ${id}
  union all
  select x.tenant_id, x.id from portal.orders o join portal.shipments x on x.tenant_id = o.tenant_id
     and x.ord_no collate portal.natural_order = o.ord_no
   where o.id = ${id} and not (x.source_id in (o.source_id, 0) and x.order_key is not distinct from o.source_key)
  union all
  select x.tenant_id, x.id from portal.orders o
    join portal.shipment_lines l on l.tenant_id = o.tenant_id and l.order_key = o.source_key and l.source_id in (o.source_id, 0)
    join portal.shipments x on x.tenant_id = l.tenant_id and x.source_id = l.source_id and x.source_key = l.shipment_key
   where o.id = ${id}
  union all
  select x.tenant_id, x.id from portal.orders o
    join portal.shipment_lines l on l.tenant_id = o.tenant_id and l.ord_no collate portal.natural_order = o.ord_no
    join portal.shipments x on x.tenant_id = l.tenant_id and x.source_id = l.source_id and x.source_key = l.shipment_key
   where o.id = ${id})`

const isDelayed = (today: string) =>
  sql<boolean>`(s.state <> 'delivered' and s.estimated_on < ${today}::date) is true`
const isAtRisk = (
  today: string,
) => sql<boolean>`(s.state <> 'delivered' and (s.estimated_on < ${today}::date) is not true
  and (s.last_event = 'exception' or s.state = 'processing' and s.estimated_on <= ${today}::date + ${AT_RISK_DAYS}::int)) is true`

/** A shipment's own state, or what is to be watched of it (C4). */
export function inGroup(group: ShipmentGroup, today: string): RawBuilder<boolean> {
  if (group === 'delayed') return isDelayed(today)
  if (group === 'at_risk') return isAtRisk(today)
  return sql<boolean>`s.state = ${group}`
}

const SORT_KEYS: Record<ShipmentSort, SortKey> = {
  trackingNumber: natural('s.tracking_no'),
  carrier: natural('s.carrier'),
  ordNo: natural('s.ord_no'),
  poNo: natural('s.po_no'),
  clientName: natural('s.client_name'),
  state: { key: sql.ref('s.state'), kind: 'text' },
  placedOn: date('s.placed_on'),
  shippedOn: date('s.shipped_on'),
  estimatedOn: date('s.estimated_on'),
  deliveredOn: date('s.delivered_on'),
  shipTo: natural('s.ship_to'),
  tenantName: natural('t.name'),
}

/** `-estimatedOn` → its key and direction. */
export function shipmentSort(sort: string): Sort {
  const field = sort.replace(/^-/, '') as ShipmentSort
  return { ...SORT_KEYS[field], id: sql.ref('s.id'), descending: sort.startsWith('-') }
}

type Wanted = { matches: Matches; sort: Sort; today: string }

/** Rows of the filter, its group included, as they leave; with their tenant for those who look at several. */
export function shipmentRows(tx: Tx, actor: Actor, ask: ShipmentFilter, { matches, sort, today }: Wanted) {
  const rows = selectShipments(tx, actor, ask, matches)
    .leftJoin('tenants as t', 't.id', 's.tenant_id')
    .select([
      's.id',
      's.tracking_no as trackingNumber',
      's.carrier',
      's.ord_no as ordNo',
      's.primary_no as primary',
      's.po_no as poNo',
      // Asked of the few alone whose lines name orders.
      sql<string[]>`case when s.line_numbers is null then '{}' else array(
        select coalesce(l.ord_no, l.primary_no) from portal.shipment_lines l
         where l.tenant_id = s.tenant_id and l.source_id = s.source_id and l.shipment_key = s.source_key
           and coalesce(l.ord_no, l.primary_no) not in (coalesce(s.ord_no, ''), coalesce(s.primary_no, ''))
         group by 1 order by min(l.line_no collate portal.natural_order)) end`.as('furtherOrders'),
      's.client_name as clientName',
      's.state',
      sql<
        Shipment['warning']
      >`case when ${isDelayed(today)} then 'delayed' when ${isAtRisk(today)} then 'at_risk' end`.as(
        'warning',
      ),
      sql<number | null>`case when s.delivered_on is not null then s.delivered_on - s.estimated_on
        when s.estimated_on < ${today}::date then ${today}::date - s.estimated_on end`.as('daysLate'),
      's.placed_on as placedOn',
      's.processed_on as processedOn',
      's.shipped_on as shippedOn',
      's.estimated_on as estimatedOn',
      's.delivered_on as deliveredOn',
      's.ship_to as shipTo',
    ])
    .$if(actor.tenantId === null, (query) => query.select('t.name as tenantName'))
    .orderBy(orderBy(sort))
  return ask.group ? rows.where(inGroup(ask.group, today)) : rows
}
