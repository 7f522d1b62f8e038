import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act } from '../domain/transitions.ts'
import type { With } from './drafts.ts'
import type { StoredPo } from './find-po.ts'
import { note as noteEvent, tell } from './note.ts'
import type { Wish } from './outcome.ts'
import { readAcceptance } from './propose.ts'

/** Whose answer it is from now on: they can undo it for a while, and correct a counter-proposal. */
export function answeredBy(actor: Actor, act: Act) {
  if (act === 'accept' || act === 'reject' || act === 'counter')
    return { answered_by: actor.userId, answered_at: sql<string>`clock_timestamp()` }
  return act === 'undo' || act === 'withdraw_counter' ? { answered_by: null, answered_at: null } : {}
}

/**
 * An acceptance that can still be undone: the client sees no change of it, its version included. It takes effect when the time is
 * over (portal.release_acceptances).
 */
export async function holdAcceptance(
  tx: Tx,
  actor: Actor,
  po: StoredPo,
  { wish, today, record }: With & { wish: Wish },
) {
  const acceptance = await readAcceptance(tx, actor, po, { wish, today })
  const { note, ...details } = acceptance
  const eventId = await noteEvent(tx, actor, po, {
    ...{ act: 'accept', state: 'accepted', note, details, staffOnly: true },
  })
  await keep(tx, po, {
    acceptance: JSON.stringify({ ...acceptance, eventId }),
    ...answeredBy(actor, 'accept'),
  })
  record({
    ...tell({ tenantId: po.tenantId, id: po.id, staffOnly: true }, 'accepted', po.version),
    before: { state: po.state },
    after: { state: 'accepted', act: 'accept', note, ...details },
  })
  return { version: po.version, state: po.state }
}

/** As if it had not been accepted; the staff's timeline has both. */
export async function undoAcceptance(tx: Tx, actor: Actor, po: StoredPo, record: With['record']) {
  await noteEvent(tx, actor, po, { act: 'undo', state: po.state, staffOnly: true })
  await keep(tx, po, { acceptance: null, ...answeredBy(actor, 'undo') })
  record({
    ...tell({ tenantId: po.tenantId, id: po.id, staffOnly: true }, 'acceptance_undone', po.version),
    before: { state: 'accepted' },
    after: { state: po.state, act: 'undo' },
  })
  return { version: po.version, state: po.state }
}

const keep = (tx: Tx, po: StoredPo, set: object) =>
  tx
    .updateTable('purchase_orders')
    .set(set)
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.id)
    .execute()
