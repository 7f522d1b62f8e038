import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { findOrder } from '../../orders/server/published.ts'
import { type AskedLot, findLot } from './find-lot.ts'
import { type Numbered, readCertificates } from './lot-certificates.ts'

type Record = (act: Act) => void

/** Remembers who is to be told when the certificate of a lot comes (E4), or that they are not any more. */
export async function wishOfLot(
  tx: Tx,
  actor: Actor,
  { wished, ...asked }: AskedLot & { wished: boolean },
  record: Record,
): Promise<{ wished: boolean }> {
  return keepWish(tx, actor, await findLot(tx, asked), wished, record)
}

/** The same for a lot that stands on an order: whoever reads the order needs nothing else, and upstream need not have told of the lot. */
export async function wishOnOrder(
  tx: Tx,
  actor: Actor,
  { ordNo, lotNo, wished }: { ordNo: string; lotNo: string; wished: boolean },
  record: Record,
): Promise<{ wished: boolean }> {
  const place = await findOrder(tx, actor, ordNo)
  const { rows } = await sql<Numbered>`
    select l.source_id as "sourceId", l.lot as "lotNo", l.lot_item as "itemNo"
      from portal.orders o
      join portal.order_lines l on l.tenant_id = o.tenant_id and l.source_id = o.source_id and l.order_key = o.source_key
     where o.tenant_id = ${place.tenantId}::int and o.id = ${place.id}::bigint and l.lot = ${lotNo} and btrim(l.lot) <> '' limit 1`.execute(
    tx,
  )
  const [lot] = rows
  if (!lot) throw refuse(404, 'not_found')
  return keepWish(tx, actor, lot, wished, record)
}

async function keepWish(
  tx: Tx,
  actor: Actor,
  lot: Numbered,
  wished: boolean,
  record: Record,
): Promise<{ wished: boolean }> {
  const { sourceId, lotNo, itemNo } = lot
  if (actor.kind !== 'member' || actor.tenantId === null) throw refuse(409, 'choose_tenant')
  if (!may(actor, 'documents.read')) throw refuse(403, 'permission_denied')
  const { certificate } = await readCertificates(tx, actor, lot)
  if (wished && certificate?.state === 'available') throw refuse(409, 'already_exists')
  const wish = {
    ...{ tenant_id: actor.tenantId, user_id: actor.userId },
    ...{ source_id: sourceId, lot_no: lotNo, item_no: itemNo ?? '' },
  }
  if (wished)
    await tx
      .insertInto('certificate_wishes')
      .values(wish)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('certificate_wishes')
      .where('tenant_id', '=', wish.tenant_id)
      .where('user_id', '=', wish.user_id)
      .where('source_id', '=', wish.source_id)
      .where('lot_no', '=', wish.lot_no)
      .where('item_no', 'in', [wish.item_no, ''])
      .execute()
  record({
    objectType: 'lot',
    objectId: lotNo,
    after: { wished },
    event: { topic: 'lots', audience: actor.userId, tenantId: wish.tenant_id },
  })
  return { wished }
}
