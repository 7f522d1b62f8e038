import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { ProposalKind, Standing, State } from '../domain/transitions.ts'
import { sideOf } from './po-rows.ts'

/** Of a line that had none; a decimal, for so many of the line's unit. */
export type StatedPrice = { lineNo: number; unitPrice: string; pricePer: number }
export type StoredProposal = {
  kind: ProposalKind
  note: string | null
  requestedDate: string | null
  quantities: { lineNo: number; quantity: number }[]
  prices?: StatedPrice[]
  at: string
}
export type StoredAcceptance = {
  note: string | null
  prices: StatedPrice[]
  promisedDate: string
  eventId: number
}
export type StoredPo = {
  tenantId: number
  id: number
  number: number | null
  state: State
  version: number
  poNo: string | null
  currency: string
  requestedDate: string | null
  promisedDate: string | null
  shipTo: string | null
  note: string | null
  cents: string
  unpriced: number
  lineCount: number
  byStaff: boolean
  proposal: StoredProposal | null
  /** Accepted, and not told to the client as long as it can be undone. */
  acceptance: StoredAcceptance | null
  answeredBy: string | null
  /** Until then whoever answered can undo it. */
  undoUntil: string | null
  /** By the database's clock. */
  undoable: boolean
  orderId: number | null
  orderState: 'pending' | 'linked' | 'ambiguous' | null
  feedVersion: number | null
  /** Whose replacement it orders. */
  issueId: number | null
}

/** One purchase order that the asker sees, held until the transaction ends or only looked at. @throws 404 for another's as for none */
export async function findPo(
  tx: Tx,
  actor: Actor,
  id: number,
  hold: 'for update' | '' = 'for update',
): Promise<StoredPo> {
  const { rows } = await sql<StoredPo>`
    select p.tenant_id as "tenantId", p.id, p.number, p.state, p.version, p.po_no as "poNo", p.currency, p.requested_date as "requestedDate",
           p.promised_date as "promisedDate", p.acceptance, p.answered_by as "answeredBy", p.answered_at + portal.undo_time() as "undoUntil",
           coalesce(clock_timestamp() < p.answered_at + portal.undo_time(), false) as undoable, p.ship_to as "shipTo", p.note, p.total_cents::text as cents, p.unpriced_lines as unpriced, p.line_count as "lineCount",
           p.by_staff as "byStaff", p.proposal, p.order_id as "orderId", p.order_state as "orderState", p.feed_version as "feedVersion", p.issue_id as "issueId"
      from portal.purchase_orders p where p.id = ${id}::bigint ${hold ? sql`for update` : sql``}`.execute(tx)
  const po = rows[0]
  if (!po || (po.state === 'draft' && sideOf(actor) === 'staff' && !po.byStaff))
    throw refuse(404, 'not_found')
  return po
}

/** By what the rules go: whether something is open, and of the staff also whose answer it was. */
export const standingOf = (actor: Actor, po: StoredPo): Standing => ({
  state: po.state,
  open: sideOf(actor) === 'staff' && po.acceptance ? 'acceptance' : (po.proposal?.kind ?? null),
  answered: { own: po.answeredBy === actor.userId, recent: po.undoable },
})

/** Whose purchase order a new one is: the session's tenant, or the one that staff name. */
export async function tenantFor(tx: Tx, actor: Actor, asked: number | undefined) {
  const tenantId = actor.tenantId ?? asked
  if (tenantId === undefined) throw refuse(422, 'tenant_needed')
  const tenant =
    asked !== undefined && asked !== tenantId
      ? undefined
      : await tx
          .selectFrom('tenants')
          .select(['id', 'currency'])
          .where('id', '=', tenantId)
          .executeTakeFirst()
  if (!tenant) throw refuse(404, 'not_found')
  return tenant
}

/** Others with this PO number: purchase orders, and orders that did not come of one. */
export async function findDuplicates(
  tx: Tx,
  tenantId: number,
  poNo: string | null,
  but: { id: number; orderId: number | null } | null,
) {
  if (!poNo?.trim()) return []
  const { rows } = await sql<{ id: number | null; number: number | null; ordNo: string | null }>`
    (select p.id, p.number, null as "ordNo" from portal.purchase_orders p
      where p.tenant_id = ${tenantId}::int and p.po_key = portal.number_key(${poNo}) and p.id <> ${but?.id ?? 0}::bigint order by p.id desc limit 5)
    union all
    (select null, null, coalesce(o.ord_no, o.primary_no) from portal.orders o
      where o.tenant_id = ${tenantId}::int and portal.number_key(o.po_no) = portal.number_key(${poNo}) and o.id <> ${but?.orderId ?? 0}::bigint and o.source_id <> portal.portal_source()
      order by o.id desc limit 5)`.execute(tx)
  return rows
}
