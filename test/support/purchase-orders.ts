import { ANSWERS, type State } from '../../src/features/purchase-orders/domain/transitions.ts'
import type { Actor } from './actors.ts'
import type { Json } from './client.ts'
import { peek } from './ingest.ts'
import type { TestPortal } from './portal.ts'

export const PATH = '/api/v1/purchase-orders'

let drawn = 0
/** What a buyer types, with a PO number of its own. */
export const draft = (more: object = {}) => ({
  ...{ poNo: `PO-${++drawn}`, requestedDate: null, shipTo: '1 Dock Street', note: null },
  lines: [{ itemNo: 'BLEND', quantity: 100 }],
  ...more,
})
/** The body of a 200; throws whatever else was answered. */
export const good = async (answer: Promise<Json>): Promise<Json> => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
export const create = async (actor: Actor, more: object = {}): Promise<number> =>
  (await good(actor.post(PATH, draft(more)))).id
export const detail = (actor: Actor, id: number): Promise<Json> => good(actor.get(`${PATH}/${id}`))
/** What staff promise where a test says nothing else. */
export const PROMISED = '2025-12-15'
export type Act = { act: string; note?: string } & Record<string, unknown>
/** One act, on the version that is there. */
export const call = async (actor: Actor, id: number, { act, ...more }: Act) => {
  const seen = await actor.get(`${PATH}/${id}`)
  const at = {
    version: seen.body.version ?? 1,
    ...(act === 'accept' && { promisedDate: PROMISED }),
    ...more,
  }
  if (act === 'approve' || act === 'decline')
    return actor.post(`${PATH}/${id}/decision`, { approve: act === 'approve', ...at })
  const isAnswer = (ANSWERS as readonly string[]).includes(act)
  return actor.post(`${PATH}/${id}/${isAnswer ? 'answer' : 'act'}`, { act, ...at })
}
export const act = (actor: Actor, id: number, wish: Act) => good(call(actor, id, wish))

/** What was answered so far was answered eleven minutes ago: acceptances take effect. */
export async function undoTimeEnds(portal: TestPortal): Promise<void> {
  await peek(
    portal,
    `update portal.purchase_orders set answered_at = answered_at - interval '11 minutes' where answered_at is not null`,
  )
  // The portal's own worker may be at it, too.
  for (let left = 1; left > 0; ) {
    await peek(portal, 'select portal.release_acceptances(1000)')
    const [row] = await peek(
      portal,
      'select count(*)::int as n from portal.purchase_orders where acceptance is not null',
    )
    left = row.n
  }
}
/** Accepted, and told to the client. */
export async function accept(portal: TestPortal, actor: Actor, id: number, more: object = {}): Promise<void> {
  await act(actor, id, { act: 'accept', ...more })
  await undoTimeEnds(portal)
}

export const COUNTER = {
  act: 'counter',
  requestedDate: '2025-12-01',
  quantities: [{ lineNo: 1, quantity: 150 }],
}
type Who = 'buyer' | 'staff' | 'approver'
/** Every state by its shortest way, from a draft of the buyer. */
export const WAYS: Record<State, [Who, Act][]> = {
  draft: [],
  awaiting_approval: [['buyer', { act: 'submit' }]],
  submitted: [['buyer', { act: 'submit' }]],
  countered: [
    ['buyer', { act: 'submit' }],
    ['staff', COUNTER],
  ],
  accepted: [
    ['buyer', { act: 'submit' }],
    ['staff', { act: 'accept' }],
  ],
  rejected: [
    ['buyer', { act: 'submit' }],
    ['staff', { act: 'reject', note: 'no capacity' }],
  ],
  cancelled: [
    ['buyer', { act: 'submit' }],
    ['buyer', { act: 'withdraw' }],
  ],
}

/** One of each act, by who may do it at all. */
export const ACTS: [Who, Act][] = [
  ['buyer', { act: 'submit' }],
  ['buyer', { act: 'withdraw' }],
  ['buyer', { act: 'accept_counter' }],
  ['buyer', { act: 'decline_counter', note: 'too late' }],
  ['buyer', { act: 'request_change', note: 'please', requestedDate: '2026-01-05' }],
  ['buyer', { act: 'request_cancel', note: 'please' }],
  ['approver', { act: 'approve' }],
  ['approver', { act: 'decline', note: 'no' }],
  ['staff', { act: 'accept' }],
  ['staff', { act: 'reject', note: 'no' }],
  ['staff', COUNTER],
  ['staff', { act: 'undo' }],
  ['staff', { act: 'withdraw_counter' }],
  ['staff', { act: 'grant' }],
  ['staff', { act: 'refuse', note: 'no' }],
]
