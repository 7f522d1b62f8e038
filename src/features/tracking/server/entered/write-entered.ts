import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import { shipmentKey } from '../../domain/shipment-key.ts'
import type { Entered, EnteredFacts } from '../../entered-contract.ts'
import { lockEntered, readEntered } from './read-entered.ts'

type Record = (act: Act) => void
type Known = { id: number; version: number | undefined }
type Asked = { today: string; record: Record }
type Written = { id: number; version: number }

/** 422 for a company that the asker may not look into, and for an order that is not the company's. */
export async function enterShipment(
  tx: Tx,
  actor: Actor,
  { tenantId, wish, ...facts }: EnteredFacts & { tenantId: number; wish: string },
  { today, record }: Asked,
): Promise<Written> {
  refuseToCome(facts, today)
  const tenant = await tx
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.id', '=', tenantId)
    .$if(actor.tenantId !== null, (query) => query.where('t.id', '=', actor.tenantId ?? 0))
    .executeTakeFirst()
  if (!tenant) throw refuse(422, 'unknown_tenant')
  const id = await write(tx, { tenantId, id: null, wish }, facts)
  const entered = await readEntered(tx, actor, { id })
  recordOf(record, entered, { after: told(entered) })
  return { id, version: entered.version }
}

/** 412 when somebody else wrote it first. */
export async function correctShipment(
  tx: Tx,
  actor: Actor,
  { id, version, ...facts }: EnteredFacts & Known,
  { today, record }: Asked,
): Promise<Written> {
  refuseToCome(facts, today)
  const before = await lockEntered(tx, actor, { id })
  refuseOtherVersion(version, before.version)
  await write(tx, { tenantId: before.tenantId, id: before.id, wish: null }, facts)
  const after = await readEntered(tx, actor, { id })
  recordOf(record, after, { before: told(before), after: told(after) })
  return { id: after.id, version: after.version }
}

export async function takeShipmentBack(
  tx: Tx,
  actor: Actor,
  { id, version }: Known,
  record: Record,
): Promise<{ takenBack: true }> {
  const before = await lockEntered(tx, actor, { id })
  refuseOtherVersion(version, before.version)
  await sql`select portal.drop_shipment(${before.tenantId}::int, ${before.id}::bigint)`.execute(tx)
  recordOf(record, before, { before: told(before) })
  return { takenBack: true }
}

async function write(
  tx: Tx,
  of: { tenantId: number; id: number | null; wish: string | null },
  { lines, order, ...facts }: EnteredFacts,
): Promise<number> {
  const ids = new Map<string, number>()
  for (const named of new Set([order, ...lines.map((line) => line.order)]))
    if (named !== null) ids.set(named, await orderOf(tx, of.tenantId, named))
  const idOf = (named: string | null) => (named === null ? null : (ids.get(named) ?? null))
  const orderId = idOf(order)
  /** What is of the shipment's own order need not say so. */
  const packed = lines.map(({ order: named, ...line }) => {
    const id = idOf(named)
    return { ...line, orderId: id === orderId ? null : id }
  })
  const columns = {
    source_key: shipmentKey(facts.trackingNumber, facts.carrier),
    order_id: orderId,
    tracking_no: facts.trackingNumber,
    carrier: facts.carrier,
    carrier_link: facts.carrierLink,
    processed_date: facts.processedOn,
    shipped_date: facts.shippedOn,
    estimated_on: facts.estimatedOn,
    delivered_date: facts.deliveredOn,
    ship_to: facts.shipTo,
    weight: facts.weight,
  }
  const { rows } = await sql<{ id: number; refused: string | null }>`
    select id, refused from portal.write_shipment(${of.tenantId}::int, ${of.id}::bigint, ${of.wish},
      ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(packed)}::jsonb)`.execute(tx)
  const [written] = rows
  if (written?.refused === 'from_upstream') throw refuse(409, 'shipment_from_upstream')
  if (!written || written.refused) throw refuse(409, 'shipment_entered')
  return written.id
}

/** Of the company alone, by any of its numbers. */
async function orderOf(tx: Tx, tenantId: number, order: string): Promise<number> {
  const [, id = null] = /^id:(\d{1,15})$/.exec(order) ?? []
  const { rows } = await sql<{
    id: number
  }>`select o.id from portal.orders o where o.tenant_id = ${tenantId}::int
    and case when ${id}::bigint is null then o.ord_no = ${order} or o.primary_no = ${order} else o.id = ${id}::bigint end limit 2`.execute(
    tx,
  )
  const [found, another] = rows
  if (!found)
    throw refuse(422, 'unknown_order', {
      values: { order },
      errors: [{ path: 'order', messageKey: 'noOrder' }],
    })
  if (another)
    throw refuse(422, 'ambiguous_order', {
      values: { order },
      errors: [{ path: 'order', messageKey: 'severalOrders' }],
    })
  return found.id
}

/** What is done is not of a day to come; an estimate may be. */
function refuseToCome(facts: EnteredFacts, today: string): void {
  const days = ['processedOn', 'shippedOn', 'deliveredOn'] as const
  const errors = days
    .filter((day) => (facts[day] ?? '') > today)
    .map((path) => ({ path, messageKey: 'toCome' }))
  if (errors.length > 0) throw refuse(422, 'day_to_come', { errors })
}

/** For the trail. */
const told = ({ id: _, version: __, tenantId: ___, tenantName: ____, order, ...facts }: Entered) => ({
  ...facts,
  order: order?.ordNo ?? order?.primary ?? null,
})

const recordOf = (record: Record, { id, tenantId }: Entered, what: Pick<Act, 'before' | 'after'>) =>
  record({ chain: tenantId, objectType: 'shipment', objectId: String(id), ...what })
