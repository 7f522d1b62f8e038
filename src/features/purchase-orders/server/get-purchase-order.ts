import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { PoDetail, PoEvent } from '../contract.ts'
import { earliestDate } from '../domain/earliest-date.ts'
import { type Act, ANSWERS, actsOf, DECISIONS } from '../domain/transitions.ts'
import { readLines } from './drafts.ts'
import { findDuplicates, findPo, type StoredPo, standingOf } from './find-po.ts'
import { readFiles, takesFiles } from './po-files.ts'
import { poRows, poSort, sideOf, toPurchaseOrder } from './po-rows.ts'
import { shownProposal } from './shown-proposal.ts'

/** A long history: nobody moves one so often. */
const MOST_EVENTS = 500

/** One purchase order with everything about it. @throws 404 for another tenant's as for none */
export async function getPurchaseOrder(
  tx: Tx,
  actor: Actor,
  { id }: { id: number },
  today: string,
): Promise<PoDetail> {
  const po = await findPo(tx, actor, id, '')
  const sees = may(actor, 'prices.read')
  const [row, lines, files, timeline, duplicates, order, candidates, more, issue] = await Promise.all([
    poRows(tx, actor, {}, { sort: poSort('-date', actor), calendar: { zone: 'UTC', today } })
      .where('p.tenant_id', '=', po.tenantId)
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow(),
    readLines(tx, po),
    readFiles(tx, po),
    readTimeline(tx, po, sees),
    findDuplicates(tx, po.tenantId, po.poNo, po),
    readOrder(tx, actor, po),
    readCandidates(tx, actor, po),
    tx
      .selectFrom('purchase_orders')
      .select('acknowledged_at')
      .where('tenant_id', '=', po.tenantId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    readIssue(tx, actor, po),
  ])
  const shown = lines.map((line) => ({
    ...{ lineNo: line.line_no, itemNo: line.item_no, name: line.item_name, unit: line.unit },
    quantity: Number(line.quantity),
    unitPrice: sees ? line.unit_price : null,
    pricePer: Number(line.price_per),
    amount: sees ? line.amount : null,
    minimum: line.minimum_quantity === null ? null : Number(line.minimum_quantity),
    leadWeeks:
      line.lead_weeks_from === null || line.lead_weeks_to === null
        ? null
        : { from: line.lead_weeks_from, to: line.lead_weeks_to },
  }))
  const can = canDo(actor, po)
  return {
    purchaseOrder: toPurchaseOrder(row, actor),
    ...{ version: po.version, shipTo: po.shipTo, note: po.note },
    proposal:
      po.proposal &&
      shownProposal(po.proposal, shown, { currency: po.currency, before: BigInt(po.cents), sees }),
    earliestDate: po.state === 'draft' ? earliestDate(today, shown) : null,
    ...{
      lines: shown,
      files,
      timeline,
      duplicates,
      issue,
      order,
      candidates,
      collectedAt: more.acknowledged_at,
    },
    undoUntil:
      can.some((act) => act === 'undo' || act === 'withdraw_counter') && po.undoable ? po.undoUntil : null,
    can,
  }
}

async function readTimeline(tx: Tx, { tenantId, id }: StoredPo, sees: boolean): Promise<PoEvent[]> {
  const { rows } = await sql<
    Omit<PoEvent, 'quantities' | 'requestedDate' | 'promisedDate' | 'prices'> & { details: Partial<PoEvent> }
  >`
    select e.id, e.act, e.state, p.name as actor, e.by_staff as "byStaff", e.note, e.staff_only as "staffOnly", e.details, e.at
      from portal.purchase_order_events e
      left join portal.purchase_order_people(${tenantId}::int, ${id}::bigint) p on p.user_id = e.actor
     where e.tenant_id = ${tenantId}::int and e.purchase_order_id = ${id}::bigint order by e.id desc limit ${MOST_EVENTS}`.execute(
    tx,
  )
  return rows.map(({ details, ...event }) => ({
    ...event,
    requestedDate: details.requestedDate ?? null,
    promisedDate: details.promisedDate ?? null,
    quantities: details.quantities ?? [],
    prices: sees ? (details.prices ?? []) : [],
  }))
}

/** The issue whose replacement it is, for who may see issues. */
async function readIssue(tx: Tx, actor: Actor, po: StoredPo): Promise<PoDetail['issue']> {
  if (po.issueId === null || !may(actor, 'issues.read') || actor.mode === 'temporary') return null
  const issue = await tx
    .selectFrom('issues')
    .select(['id', 'no as number'])
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.issueId)
    .executeTakeFirst()
  return issue ?? null
}

/** The order that came of it, for who may see orders. */
async function readOrder(tx: Tx, actor: Actor, po: StoredPo): Promise<PoDetail['order']> {
  if (po.orderId === null || po.orderState === null || !may(actor, 'orders.read')) return null
  const order = await tx
    .selectFrom('orders')
    .select('ord_no')
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.orderId)
    .executeTakeFirst()
  return order ? { id: po.orderId, state: po.orderState, ordNo: order.ord_no } : null
}

async function readCandidates(tx: Tx, actor: Actor, po: StoredPo): Promise<PoDetail['candidates']> {
  if (po.orderState !== 'ambiguous' || sideOf(actor) === 'client') return []
  const { rows } = await sql<PoDetail['candidates'][number]>`
    select c.order_id as id, c.ord_no as "ordNo", c.primary_no as primary
      from portal.purchase_order_candidates(${po.tenantId}::int, ${po.id}::bigint) c`.execute(tx)
  return rows
}

/** The acts that the rules allow now and the asker's permissions too, `edit` of a draft, and `attach` while it is not over. */
function canDo(actor: Actor, po: StoredPo): string[] {
  if (actor.mode) return []
  const acts = actsOf(standingOf(actor, po), sideOf(actor)).filter((act: Act) => {
    if (act === 'link') return po.orderState === 'ambiguous' && may(actor, 'purchase_orders.manage')
    if ((DECISIONS as readonly Act[]).includes(act)) return may(actor, 'purchase_orders.approve')
    if ((ANSWERS as readonly Act[]).includes(act)) return may(actor, 'purchase_orders.manage')
    return may(actor, 'purchase_orders.write')
  })
  const writes = may(actor, 'purchase_orders.write')
  return [
    ...(po.state === 'draft' && writes ? ['edit'] : []),
    ...(takesFiles(po) && writes ? ['attach'] : []),
    ...acts,
  ]
}
