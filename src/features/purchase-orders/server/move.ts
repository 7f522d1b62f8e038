import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import { noteReplacementOrder } from '../../issues/server/published.ts'
import { type Act, ruleFor, type State } from '../domain/transitions.ts'
import type { With } from './drafts.ts'
import { findPo, type StoredPo, standingOf } from './find-po.ts'
import { answeredBy, holdAcceptance, undoAcceptance } from './hold-acceptance.ts'
import { note as noteEvent, tell } from './note.ts'
import { noticesOf } from './notices-of.ts'
import type { Outcome, Wish } from './outcome.ts'
import { sideOf } from './po-rows.ts'
import { applyProposal, propose, storedProposal } from './propose.ts'
import { refuseOverLimit } from './refuse-over-limit.ts'
import { submit } from './submit.ts'

/** With these the manufacturer says what a line costs that has no price. */
const STATES_PRICES: readonly Act[] = ['accept', 'counter']

const HAPPENED: Partial<Record<Act, string>> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  approve: 'approved',
  decline: 'declined',
  accept: 'accepted',
  reject: 'rejected',
  counter: 'countered',
  withdraw_counter: 'counter_withdrawn',
  undo: 'rejection_undone',
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
export async function movePurchaseOrder(tx: Tx, actor: Actor, wish: Wish, { today, record }: With) {
  const po = await findPo(tx, actor, wish.id)
  // First: whoever acts on what has changed hears that, and not that it cannot be done.
  refuseOtherVersion(wish.version, po.version)
  const rule = ruleFor(standingOf(actor, po), wish.act, sideOf(actor))
  if (!rule) throw refuse(409, wish.act === 'undo' ? 'po_undo_over' : 'po_not_now')
  if (rule.reason && !wish.note) throw refuse(422, 'reason_needed')
  if (wish.prices?.length && !STATES_PRICES.includes(wish.act)) throw refuse(422, 'po_price_stands')
  if (wish.act === 'accept') return holdAcceptance(tx, actor, po, { wish, today, record })
  if (po.acceptance && wish.act === 'undo') return undoAcceptance(tx, actor, po, record)
  const outcome = await outcomeOf(tx, actor, po, wish, today)
  const state = outcome.state ?? (rule.to[0] as State)
  const version = po.version + 1
  const isDecided = ['accepted', 'rejected', 'cancelled'].includes(state) && state !== po.state
  await tx
    .updateTable('purchase_orders')
    .set({
      ...outcome.set,
      // What was accepted behind it, and not told yet, is void.
      ...{ state, version, updated_at: sql`clock_timestamp()`, acceptance: null },
      ...(isDecided && { decided_at: sql`clock_timestamp()` }),
      ...(state === 'submitted' && { decided_at: null }),
      ...answeredBy(actor, wish.act),
      // Upstream collects what was accepted, and every agreed change of it.
      ...(outcome.collects && { feed_version: version }),
    })
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.id)
    .execute()
  await noteEvent(tx, actor, po, { act: wish.act, state, note: wish.note, details: outcome.details ?? {} })
  if (outcome.collects)
    await sql`select portal.place_purchase_order(${po.tenantId}::int, ${po.id}::bigint)`.execute(tx)
  const isCorrected = wish.act === 'counter' && po.state === 'countered'
  const happened = isCorrected ? 'counter_corrected' : (HAPPENED[wish.act] ?? wish.act)
  record({
    // Whoever may see it before or after.
    ...tell({ tenantId: po.tenantId, id: po.id }, happened, version),
    notice: noticesOf(po, { happened, state, side: sideOf(actor) }),
    before: { state: po.state },
    after: { state, act: wish.act, note: wish.note ?? null, ...outcome.details },
  })
  // Now it is with the manufacturer.
  if (po.issueId !== null && state === 'submitted' && ['submit', 'approve'].includes(wish.act))
    record(await noteReplacementOrder(tx, actor, { issueId: po.issueId, name: po.poNo ?? String(po.id) }))
  return { version, state }
}

async function outcomeOf(tx: Tx, actor: Actor, po: StoredPo, wish: Wish, today: string): Promise<Outcome> {
  switch (wish.act) {
    case 'submit':
      return submit(tx, actor, po, today)
    case 'counter':
    case 'request_change':
      return propose(tx, actor, po, wish)
    case 'request_cancel':
      return {
        set: {
          proposal: storedProposal({
            kind: 'cancel',
            note: wish.note ?? null,
            requestedDate: null,
            quantities: [],
          }),
        },
      }
    case 'accept_counter':
      await refuseOverLimit(tx, actor, po, po.proposal)
      return { ...(await applyProposal(tx, po)), collects: true }
    case 'grant':
      if (po.proposal?.kind === 'cancel')
        return { state: 'cancelled', set: { proposal: null }, collects: true }
      return { ...(await applyProposal(tx, po)), collects: true }
    case 'link':
      return link(tx, po, wish)
    default:
      return { set: { proposal: null } }
  }
}

async function link(tx: Tx, po: StoredPo, { orderId }: Wish): Promise<Outcome> {
  if (po.orderState === 'linked' || orderId === undefined) throw refuse(409, 'po_not_now')
  const { rows } = await sql<{ done: boolean }>`
    select portal.choose_order(${po.tenantId}::int, ${po.id}::bigint, ${orderId}::bigint) as done`.execute(tx)
  if (!rows[0]?.done) throw refuse(422, 'po_no_candidate')
  return { details: { orderId } }
}
