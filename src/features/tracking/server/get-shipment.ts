import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Shipment, ShipmentDetail } from '../contract.ts'
import { carrierLink } from '../domain/carrier-link.ts'
import { readAsOf } from './list-shipments.ts'
import { shipmentRows, shipmentSort } from './select-shipments.ts'

/** A carrier that tells more than this is not told whole. */
const MOST_EVENTS = 500
const MOST_LINES = 1000

/** The source of what staff enter here; those of upstream have numbers of their own. */
const BY_STAFF = 0

type Kept = {
  tenant_id: number
  id: number
  source_id: number
  source_key: string
  version: number
  tracking_no: string
  carrier: string
  carrier_link: string | null
  weight: string | null
  date_texts: { [date: string]: string } | null
  order_key: string | null
  ord_no: string | null
  order_date: string | null
}

/** One shipment whole. 404 for another tenant's as for none. */
export async function getShipment(
  tx: Tx,
  actor: Actor,
  { id }: { id: number },
  today: string,
): Promise<ShipmentDetail> {
  const kept = await readKept(tx, actor, id)
  if (!kept) throw refuse(404, 'not_found')
  const [shipment, orders, events, lines, asOf] = await Promise.all([
    shipmentRows(tx, actor, {}, { matches: { kind: 'all' }, sort: shipmentSort('state'), today })
      .where('s.tenant_id', '=', kept.tenant_id)
      .where('s.id', '=', kept.id)
      .executeTakeFirstOrThrow() as Promise<Shipment>,
    may(actor, 'orders.read') ? readOrders(tx, kept) : [],
    readEvents(tx, kept),
    readLines(tx, kept),
    readAsOf(tx),
  ])
  const placedOn = shipment.placedOn ?? kept.order_date
  return {
    shipment: { ...shipment, placedOn },
    entered: kept.source_id === BY_STAFF ? { version: kept.version } : null,
    carrierLink: carrierLink(kept.carrier_link, kept.carrier, kept.tracking_no),
    weight: kept.weight,
    orders,
    steps: stepsOf({ ...shipment, placedOn }, kept.date_texts ?? {}),
    estimateText: kept.date_texts?.estimatedDelivery ?? null,
    events,
    lines,
    asOf,
  }
}

/** By its own order's key or number, as `readOrders` finds it. One of upstream's is found by the address of the staff's whose place it took, too. */
async function readKept(tx: Tx, actor: Actor, id: number): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select s.tenant_id, s.id, s.source_id, s.source_key, s.version, s.tracking_no, s.carrier, s.carrier_link, s.weight, s.date_texts,
           s.order_key, s.ord_no, o.order_date
      from portal.shipments s
      left join lateral (${orderOf(sql`s.order_key`, sql`s.ord_no`)}) o on true
     where ${tenantsOf(actor)} and (s.id = ${id}::bigint or s.entered_id = ${id}::bigint)
     order by s.id = ${id}::bigint desc limit 1`.execute(tx)
  return rows[0]
}

/** By upstream's own key where one system sends both or staff chose it, else by the order number: the newest that bears it. */
const orderOf = (key: RawBuilder<unknown>, number: RawBuilder<unknown>) => sql`
  (select o.id, o.ord_no, o.order_date from portal.orders o
    where o.tenant_id = s.tenant_id and (o.source_id = s.source_id or s.source_id = 0) and o.source_key = ${key} limit 1)
  union all
  (select o.id, o.ord_no, o.order_date from portal.orders o
    where o.tenant_id = s.tenant_id and o.ord_no collate portal.natural_order = ${number} order by o.id desc limit 1)
  limit 1`

/** The order that it is of, then those that its lines are of. */
async function readOrders(tx: Tx, kept: Kept): Promise<ShipmentDetail['orders']> {
  const { rows } = await sql<ShipmentDetail['orders'][number]>`
    select o.id, o.ord_no as "ordNo"
      from (select ${kept.order_key}::text as order_key, ${kept.ord_no}::text as ord_no, 0 as at
            union all
            select order_key, ord_no, row_number() over (order by min(line_no collate portal.natural_order))
              from portal.shipment_lines where ${ofShipment(kept)} and coalesce(order_key, ord_no) is not null group by 1, 2) n
     cross join (select ${kept.tenant_id}::int as tenant_id, ${kept.source_id}::smallint as source_id) s
     cross join lateral (${orderOf(sql`n.order_key`, sql`n.ord_no`)}) o
     group by o.id, o.ord_no order by min(n.at)`.execute(tx)
  return rows
}

/** Ids stand behind the tenant in every key: naming the tenants lets the index be used. */
const tenantsOf = ({ kind, tenantId, tenantIds }: Actor) =>
  tenantId !== null
    ? sql`s.tenant_id = ${tenantId}::int`
    : kind === 'admin'
      ? sql`s.tenant_id in (select t.id from portal.tenants t)`
      : sql`s.tenant_id = any (${tenantIds}::int[])`

/** A step that a later one implies is done, even where nobody told when. */
function stepsOf(
  { state, placedOn, processedOn, shippedOn, deliveredOn }: Shipment,
  texts: { [date: string]: string },
): ShipmentDetail['steps'] {
  const left = state !== 'processing'
  const step = (
    name: ShipmentDetail['steps'][number]['step'],
    done: boolean,
    on: string | null,
    text: string | undefined,
  ) => ({ step: name, done, on, text: on === null ? (text ?? null) : null })
  return [
    step('placed', true, placedOn, texts.orderDate),
    step('processed', left || processedOn !== null, processedOn, texts.processedDate),
    step('in_transit', left, shippedOn, texts.shippedDate),
    step('delivered', state === 'delivered', deliveredOn, texts.deliveredDate),
  ]
}

const ofShipment = ({ tenant_id, source_id, source_key }: Kept) =>
  sql<boolean>`tenant_id = ${tenant_id}::int and source_id = ${source_id}::smallint and shipment_key = ${source_key}`

const readEvents = (tx: Tx, kept: Kept) =>
  tx
    .selectFrom('shipment_events')
    .select(['id', 'happened_at as at', 'kind', 'place', 'note'])
    .where(ofShipment(kept))
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute() as Promise<ShipmentDetail['events']>

const readLines = (tx: Tx, kept: Kept): Promise<ShipmentDetail['lines']> =>
  tx
    .selectFrom('shipment_lines')
    .select([
      'line_no as lineNo',
      'order_line_no as orderLineNo',
      sql<string | null>`coalesce(ord_no, primary_no)`.as('ordNo'),
      'item_no as itemNo',
      'item_name as itemName',
      'lot',
      sql<number | null>`quantity::float8`.as('quantity'),
      'unit',
    ])
    .where(ofShipment(kept))
    .orderBy(sql`line_no collate portal.natural_order`)
    .limit(MOST_LINES)
    .execute()
