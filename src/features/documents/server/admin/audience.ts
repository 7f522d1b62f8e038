import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Audience } from '../../admin-contract.ts'
import { signingOf } from '../../domain/signing.ts'
import { MODULE_OF, type Shelf } from '../../domain/vocabulary.ts'

export type StoredAudience = {
  audience: Audience['kind']
  tenant_ids: number[] | null
  order_source: number | null
  order_key: string | null
}

/**
 * As it is stored. Staff of some tenants address these alone. An order is found by any of its numbers; that of the
 * document itself stays, also while no tenant has it.
 */
export async function storedAudience(
  tx: Tx,
  actor: Actor,
  audience: Audience,
  stored?: StoredAudience,
): Promise<StoredAudience> {
  const none = { order_source: null, order_key: null }
  if (audience.kind === 'all') {
    await refuseTooWide(tx, actor, null)
    return { audience: 'all', tenant_ids: null, ...none }
  }
  if (audience.kind === 'lots') {
    await refuseTooWide(tx, actor, null)
    // Which tenants have one of them, the database finds and follows by itself.
    return { audience: 'lots', tenant_ids: [], ...none }
  }
  if (audience.kind === 'tenants') {
    const tenantIds = [...new Set(audience.tenantIds)].toSorted((one, other) => one - other)
    const known = await tx.selectFrom('tenants').select('id').where('id', 'in', tenantIds).execute()
    if (known.length < tenantIds.length) throw refuse(422, 'unknown_tenant')
    return { audience: 'tenants', tenant_ids: tenantIds, ...none }
  }
  const { orderNo } = audience
  if (stored?.audience === 'order' && (await orderNumber(tx, stored)) === orderNo) return stored
  const { rows } = await sql<{ source_id: number; source_key: string }>`
    select distinct source_id, source_key from portal.orders
     where ord_no = ${orderNo} or primary_no = ${orderNo} limit 2`.execute(tx)
  const [order, another] = rows
  if (!order)
    throw refuse(422, 'unknown_order', {
      values: { order: orderNo },
      errors: [{ path: 'audience.orderNo', messageKey: 'noOrder' }],
    })
  if (another)
    throw refuse(422, 'ambiguous_order', {
      values: { order: orderNo },
      errors: [{ path: 'audience.orderNo', messageKey: 'severalOrders' }],
    })
  // Which tenants have it, the database finds and follows by itself.
  return { audience: 'order', tenant_ids: [], order_source: order.source_id, order_key: order.source_key }
}

/** What staff of some tenants address is theirs. @throws 403 */
export async function refuseTooWide(tx: Tx, actor: Actor, tenantIds: number[] | null): Promise<void> {
  if (actor.kind === 'admin' || tenantIds?.every((tenantId) => actor.tenantIds?.includes(tenantId))) return
  const { rows } = await sql<{ all: boolean }>`select portal.works_for_all() as all`.execute(tx)
  if (!rows[0]?.all) throw refuse(403, 'audience_too_wide')
}

/** The number by which people know the order; while nobody has it, the one that it was sent under. */
export async function orderNumber(tx: Tx, { order_source, order_key }: StoredAudience): Promise<string> {
  const { rows } = await sql<{
    no: string | null
  }>`select coalesce(ord_no, primary_no) as no from portal.orders
    where source_id = ${order_source}::int and source_key = ${order_key} limit 1`.execute(tx)
  return rows[0]?.no ?? (order_key as string).replace(/^[a-z]+:/, '')
}

/** Whoever it was or is for hears of it: everybody at once, or each tenant by itself; each module apart (A8). Of one that was never offered, those alone who look after documents. */
export async function tell(
  tx: Tx,
  id: number,
  documents: { tenant_ids: number[] | null; shelves: readonly Shelf[]; lot_nos: readonly string[] }[],
  { offered }: { offered: boolean },
): Promise<void> {
  const modules = [
    ...new Set(
      documents.flatMap(({ shelves, lot_nos }) => [
        ...shelves.map((shelf) => MODULE_OF[shelf]),
        ...(lot_nos.length > 0 ? (['qaqc', 'orders'] as const) : []),
      ]),
    ),
  ]
  const ofAll = documents.some(({ tenant_ids }) => tenant_ids === null)
  const tenants = ofAll ? [0] : [...new Set(documents.flatMap(({ tenant_ids }) => tenant_ids ?? []))]
  const needs = offered ? 'documents.read' : 'documents.write'
  const emitted: RawBuilder<unknown> = sql`select portal.emit(t, 'documents', m, ${needs}, null, ${String(id)}, '{}')
    from unnest(${tenants}::int[]) t, unnest(${modules}::text[]) m`
  await emitted.execute(tx)
}

/** Whoever opened it hears that it was withdrawn (E5): each person once. */
export const tellReaders = (tx: Tx, id: number) => sql`select portal.tell_readers(${id}::int)`.execute(tx)

/** A version of a legal document that counts from now on is to be signed anew (E6): by whoever signs, in each company that it is for. */
export async function askToSign(
  tx: Tx,
  { id, ...document }: { id: number } & Parameters<typeof signingOf>[0],
  version: number,
): Promise<void> {
  const signing = signingOf(document)
  await sql`select portal.emit(x.tenant_id, 'document.to_sign', 'legal', 'legal.approve', null, ${String(id)}, ${JSON.stringify({ version })}::jsonb)
      from portal.document_access x where x.document_id = ${id}::int order by x.tenant_id`.execute(tx)
  await sql`select portal.tell(x.tenant_id, 'document_to_sign', 'documents', 'legal', 'legal.approve', true, false, null,
        jsonb_build_object('id', d.id, 'title', d.title, 'signing', ${signing}::text))
      from portal.document_access x join portal.documents d on d.id = x.document_id
     where x.document_id = ${id}::int order by x.tenant_id`.execute(tx)
}
