import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import type { Entered, EnteredEvent } from '../../entered-contract.ts'
import { lockEntered, readEntered } from './read-entered.ts'

type Record = (act: Act) => void
type Asked = { today: string; record: Record }
type Known = { id: number; event: number; version: number | undefined }
type Written = { id: number; version: number }

/** Tells what happened; two who tell of one shipment at once are both heard. */
export async function enterEvent(
  tx: Tx,
  actor: Actor,
  { id, wish, ...event }: EnteredEvent & { id: number; wish: string },
  { today, record }: Asked,
): Promise<Written> {
  refuseToCome(event, today)
  const shipment = await lockEntered(tx, actor, { id })
  const { rows } = await sql<{ id: number }>`
    select id from portal.write_shipment_event(${shipment.tenantId}::int, ${shipment.id}::bigint, null, ${wish}, ${event.kind},
      ${event.at}::timestamptz, ${event.place}, ${event.note})`.execute(tx)
  return recorded(tx, actor, { shipment, event: rows[0]?.id ?? 0 }, record, { after: { ...event } })
}

/** 412 when the shipment, or what was told of it, changed first. */
export async function correctEvent(
  tx: Tx,
  actor: Actor,
  { id, event, version, ...facts }: EnteredEvent & Known,
  { today, record }: Asked,
): Promise<Written> {
  refuseToCome(facts, today)
  const { shipment, before } = await lockEvent(tx, actor, { id, event, version })
  await sql`select from portal.write_shipment_event(${shipment.tenantId}::int, ${shipment.id}::bigint, ${event}::bigint, null, ${facts.kind},
    ${facts.at}::timestamptz, ${facts.place}, ${facts.note})`.execute(tx)
  return recorded(tx, actor, { shipment, event }, record, { before, after: { ...facts } })
}

export async function takeEventBack(
  tx: Tx,
  actor: Actor,
  { id, event, version }: Known,
  record: Record,
): Promise<Written> {
  const { shipment, before } = await lockEvent(tx, actor, { id, event, version })
  await sql`select from portal.write_shipment_event(${shipment.tenantId}::int, ${shipment.id}::bigint, ${event}::bigint, null, null,
    null, null, null)`.execute(tx)
  return recorded(tx, actor, { shipment, event }, record, { before })
}

/** 404 for what was not told of this shipment, as for none. */
async function lockEvent(tx: Tx, actor: Actor, { id, event, version }: Known) {
  const shipment = await lockEntered(tx, actor, { id })
  const { rows } = await sql<{ kind: string; at: string; place: string | null; note: string | null }>`
    select e.kind, e.happened_at as at, e.place, e.note from portal.shipment_events e
      join portal.shipments s on s.tenant_id = e.tenant_id and s.source_id = e.source_id and s.source_key = e.shipment_key
     where e.tenant_id = ${shipment.tenantId}::int and e.source_id = 0 and e.id = ${event}::bigint and s.id = ${shipment.id}::bigint`.execute(
    tx,
  )
  if (!rows[0]) throw refuse(404, 'not_found')
  refuseOtherVersion(version, shipment.version)
  return { shipment, before: rows[0] }
}

/** The calendar's day may be a day behind where it happened. */
function refuseToCome({ at }: EnteredEvent, today: string): void {
  if (Date.parse(at) > Date.parse(`${today}T00:00:00Z`) + 2 * 86_400_000) throw refuse(422, 'day_to_come')
}

async function recorded(
  tx: Tx,
  actor: Actor,
  of: { shipment: Entered; event: number },
  record: Record,
  what: Pick<Act, 'before' | 'after'>,
): Promise<Written> {
  const { tenantId, trackingNumber, id } = of.shipment
  const named = { shipment: trackingNumber }
  record({
    chain: tenantId,
    objectType: 'shipment_event',
    objectId: String(of.event),
    ...(what.before && { before: { ...named, ...what.before } }),
    ...(what.after && { after: { ...named, ...what.after } }),
  })
  return { id: of.event, version: (await readEntered(tx, actor, { id })).version }
}
