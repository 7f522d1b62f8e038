import { sql } from 'kysely'
import { moneyText } from '../../../platform/contract/money.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import { noteReplacementOrder } from '../../issues/server/published.ts'
import { earliestDate } from '../domain/earliest-date.ts'
import { type Act, needsApproval, ruleFor, type State } from '../domain/transitions.ts'
import { keepLines, readLines, type With } from './drafts.ts'
import { findPo, type StoredPo, type StoredProposal } from './find-po.ts'
import { note as noteEvent, tell } from './note.ts'
import { noticesOf } from './notices-of.ts'
import { sideOf } from './po-rows.ts'
import { readTerms, totalsOf } from './read-terms.ts'
import { refuseOverLimit } from './refuse-over-limit.ts'
import { readLimit } from './settings.ts'

export type Wish = {
  id: number
  version: number | undefined
  act: Act
  note?: string | null | undefined
  requestedDate?: string | null | undefined
  quantities?: { lineNo: number; quantity: number }[] | undefined
  orderId?: number | undefined
}
/** What becomes of the row, and what the timeline says beside the act. */
type Outcome = { state?: State; set?: object; details?: object; collects?: true }

const HAPPENED: Partial<Record<Act, string>> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  approve: 'approved',
  decline: 'declined',
  accept: 'accepted',
  reject: 'rejected',
  counter: 'countered',
  accept_counter: 'accepted',
  decline_counter: 'counter_declined',
  request_change: 'change_requested',
  request_cancel: 'cancel_requested',
  grant: 'request_granted',
  refuse: 'request_refused',
  link: 'entered',
}

/**
 * One act on a purchase order by the table of rules. @throws 404, 409 po_not_now when the rules do not allow it now,
 * 412 when somebody else acted first, 422 for what is missing
 */
export async function movePurchaseOrder(tx: Handle, actor: Actor, wish: Wish, { today, record }: With) {
  const po = await findPo(tx, actor, wish.id)
  // First: whoever acts on what has changed hears that, and not that it cannot be done.
  refuseOtherVersion(wish.version, po.version)
  const rule = ruleFor({ state: po.state, open: po.proposal?.kind ?? null }, wish.act, sideOf(actor))
  if (!rule) throw refuse(409, 'po_not_now')
  if (rule.reason && !wish.note) throw refuse(422, 'reason_needed')
  const outcome = await outcomeOf(tx, actor, po, wish, today)
  const state = outcome.state ?? (rule.to[0] as State)
  const version = po.version + 1
  const isDecided = ['accepted', 'rejected', 'cancelled'].includes(state) && state !== po.state
  await tx
    .updateTable('purchase_orders')
    .set({
      ...outcome.set,
      ...{ state, version, updated_at: sql`clock_timestamp()` },
      ...(isDecided && { decided_at: sql`clock_timestamp()` }),
      // Upstream collects what was accepted, and every agreed change of it.
      ...(outcome.collects && { feed_version: version }),
    })
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.id)
    .execute()
  await noteEvent(tx, actor, po, { act: wish.act, state, note: wish.note, details: outcome.details ?? {} })
  if (outcome.collects)
    await sql`select portal.place_purchase_order(${po.tenantId}::int, ${po.id}::bigint)`.execute(tx)
  const happened = HAPPENED[wish.act] ?? wish.act
  record({
    ...tell(po, happened, version),
    notice: noticesOf(po, { happened, state, side: sideOf(actor) }),
    before: { state: po.state },
    after: { state, act: wish.act, note: wish.note ?? null, ...outcome.details },
  })
  // Now it is with the manufacturer.
  if (po.issueId !== null && state === 'submitted' && ['submit', 'approve'].includes(wish.act))
    record(await noteReplacementOrder(tx, actor, { issueId: po.issueId, name: po.poNo ?? String(po.id) }))
  return { version, state }
}

async function outcomeOf(
  tx: Handle,
  actor: Actor,
  po: StoredPo,
  wish: Wish,
  today: string,
): Promise<Outcome> {
  switch (wish.act) {
    case 'submit':
      return submit(tx, actor, po, today)
    case 'counter':
    case 'request_change':
      return propose(tx, actor, po, wish)
    case 'request_cancel':
      return {
        set: {
          proposal: stored({ kind: 'cancel', note: wish.note ?? null, requestedDate: null, quantities: [] }),
        },
      }
    case 'accept':
      return { collects: true }
    case 'accept_counter':
      await refuseOverLimit(tx, actor, po, po.proposal?.quantities ?? [])
      return { ...(await apply(tx, po)), collects: true }
    case 'grant':
      if (po.proposal?.kind === 'cancel')
        return { state: 'cancelled', set: { proposal: null }, collects: true }
      return { ...(await apply(tx, po)), collects: true }
    case 'link':
      return link(tx, po, wish)
    default:
      return { set: { proposal: null } }
  }
}

const stored = (proposal: Omit<StoredProposal, 'at'>) =>
  JSON.stringify({ ...proposal, at: new Date().toISOString() })

/** Today's prices and terms count; what cannot be made as it is wanted is not submitted, and it is said why. */
async function submit(tx: Handle, actor: Actor, po: StoredPo, today: string): Promise<Outcome> {
  const kept = await readLines(tx, po)
  const wanted = kept.map((line) => ({ itemNo: line.item_no, quantity: Number(line.quantity) }))
  const lines = await readTerms(tx, po.tenantId, wanted, {
    ...{ currency: po.currency, today, unbound: po.issueId !== null },
  })
  const faults = lines.flatMap((line) => {
    if (line.fault === null) return []
    const message =
      line.fault === 'below_minimum'
        ? `${line.itemNo}: ${line.minimum} ${line.unit ?? ''}`.trim()
        : line.itemNo
    return [
      { path: `lines.${line.lineNo - 1}.${line.fault === 'unknown_item' ? 'itemNo' : 'quantity'}`, message },
    ]
  })
  if (lines.length === 0) throw refuse(422, 'po_empty')
  if (!po.poNo) throw refuse(422, 'po_number_needed')
  if (lines.some(({ fault }) => fault === 'unknown_item'))
    throw refuse(422, 'unknown_items', { values: { items: named(lines, 'unknown_item') }, errors: faults })
  if (faults.length > 0)
    throw refuse(422, 'below_minimum', {
      values: { items: faults.map(({ message }) => message).join('; ') },
      errors: faults,
    })
  const earliest = earliestDate(today, lines)
  if (earliest !== null && po.requestedDate !== null && po.requestedDate < earliest)
    throw refuse(422, 'po_too_soon', {
      values: { date: earliest },
      errors: [{ path: 'requestedDate', message: earliest }],
    })
  await keepLines(tx, po.tenantId, po.id, lines)
  const totals = totalsOf(lines)
  const approves = sideOf(actor) === 'client' && may(actor, 'purchase_orders.approve')
  const waits = needsApproval(
    { totalCents: totals.total_cents, unpriced: totals.unpriced_lines },
    await readLimit(tx, po.tenantId),
    approves,
  )
  const { rows } = await sql<{ number: number }>`
    select portal.next_purchase_order_number(${po.tenantId}::int) as number`.execute(tx)
  return {
    state: waits ? 'awaiting_approval' : 'submitted',
    set: {
      ...{ number: rows[0]?.number, submitted_at: sql`clock_timestamp()` },
      ...{ total_cents: Number(totals.total_cents), unpriced_lines: totals.unpriced_lines },
    },
    details: { number: rows[0]?.number, total: `${moneyText(totals.total_cents)} ${po.currency}` },
  }
}

const named = (lines: readonly { itemNo: string; fault: string | null }[], fault: string) =>
  lines
    .filter((line) => line.fault === fault)
    .map(({ itemNo }) => itemNo)
    .slice(0, 10)
    .join(', ')

/** Another date, other quantities, or both; nothing of it counts before the other side agrees. */
async function propose(tx: Handle, actor: Actor, po: StoredPo, wish: Wish): Promise<Outcome> {
  const kind = wish.act === 'counter' ? ('counter' as const) : ('change' as const)
  const lines = await readLines(tx, po)
  const quantities = (wish.quantities ?? []).filter(({ lineNo, quantity }) => {
    const line = lines.find((one) => one.line_no === lineNo)
    if (!line) throw refuse(422, 'po_no_such_line', { values: { line: lineNo } })
    return Number(line.quantity) !== quantity
  })
  const requestedDate = wish.requestedDate === po.requestedDate ? null : (wish.requestedDate ?? null)
  if (quantities.length === 0 && requestedDate === null && (kind === 'counter' || !wish.note))
    throw refuse(422, 'po_nothing_proposed')
  await refuseOverLimit(tx, actor, po, quantities)
  const proposal = { kind, note: wish.note ?? null, requestedDate, quantities }
  return {
    set: { proposal: stored(proposal) },
    details: { requestedDate, quantities: changesOf(lines, quantities) },
  }
}

type Lines = Awaited<ReturnType<typeof readLines>>
const changesOf = (lines: Lines, quantities: StoredProposal['quantities']) =>
  quantities.map(({ lineNo, quantity }) => ({
    lineNo,
    old: Number(lines.find((line) => line.line_no === lineNo)?.quantity),
    new: quantity,
  }))

/** Both sides agree: dates and quantities of the proposal count from now on. Prices stay as they were. */
async function apply(tx: Handle, po: StoredPo): Promise<Outcome> {
  if (!po.proposal) return {}
  const { requestedDate, quantities } = po.proposal
  const lines = await readLines(tx, po)
  for (const { lineNo, quantity } of quantities)
    await tx
      .updateTable('purchase_order_lines')
      .set({ quantity: String(quantity) })
      .where('tenant_id', '=', po.tenantId)
      .where('purchase_order_id', '=', po.id)
      .where('line_no', '=', lineNo)
      .execute()
  return {
    set: {
      proposal: null,
      ...(requestedDate !== null && { requested_date: requestedDate }),
      total_cents: sql`(select coalesce(sum(l.amount_cents), 0) from portal.purchase_order_lines l
        where l.tenant_id = ${po.tenantId}::int and l.purchase_order_id = ${po.id}::bigint)`,
    },
    details: { requestedDate, quantities: changesOf(lines, quantities) },
  }
}

async function link(tx: Handle, po: StoredPo, { orderId }: Wish): Promise<Outcome> {
  if (po.orderState === 'linked' || orderId === undefined) throw refuse(409, 'po_not_now')
  const { rows } = await sql<{ done: boolean }>`
    select portal.choose_order(${po.tenantId}::int, ${po.id}::bigint, ${orderId}::bigint) as done`.execute(tx)
  if (!rows[0]?.done) throw refuse(422, 'po_no_candidate')
  return { details: { orderId } }
}
