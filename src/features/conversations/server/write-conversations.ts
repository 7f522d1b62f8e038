import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act, Notice } from '../../../platform/server/records/write-records.ts'
import type { NewAttachment } from '../../documents/server/published.ts'
import type { conversationsContract } from '../contract.ts'
import { seesIssues, seesOrders } from './conversation-rows.ts'

type Record = (act: Act) => void
type Wish = z.output<NonNullable<(typeof conversationsContract.open)['~orpc']['inputSchema']>>
/** What the functions answer of a conversation that they changed; the people of the client who have taken part. */
type Done = {
  tenant: number
  id: number
  no: number
  subject: string
  version: number
  assigned: string | null
  clients: string[] | null
  /** It was there before, under the same key. */
  again?: true
}
type Refused = { stale?: true; mismatch?: true; full?: true; unknown?: true | string }

const event = (tenantId: number, name: string, id: number) => ({
  topic: 'conversations',
  module: 'chat',
  permission: 'conversations.read',
  tenantId,
  payload: { name, id },
})
const about = (id: number) => ({ objectType: 'conversation', objectId: String(id) })

async function ask<T>(tx: Tx, call: RawBuilder<{ done: (T & Refused) | null }>): Promise<T> {
  const { rows } = await call.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  if (done.mismatch) throw refuse(422, 'idempotency_mismatch')
  if (done.full) throw refuse(409, 'conversation_files_full')
  return done
}

/** To the client what the staff said; to the staff what the client did: who it is assigned to, else all who answer. Other people of the client hear of it too. */
function noticesOf(actor: Actor, { tenant, id, no, subject, assigned, clients }: Done): Notice[] {
  const common = {
    ...({ kind: 'conversation_message', subject: 'conversations', module: 'chat' } as const),
    ...{ tenantId: tenant, facts: { id, no, subject } },
  }
  const toClient: Notice = {
    ...common,
    permission: 'conversations.read',
    ...(clients && { people: clients }),
  }
  if (actor.kind !== 'member') return [toClient]
  return [
    ...((clients?.length ?? 0) > 1 ? [toClient] : []),
    {
      ...common,
      permission: 'conversations.manage',
      to: 'staff',
      ...(assigned !== null && { people: [assigned] }),
    },
  ]
}

/** Said again under the same key: on record as such, and nobody hears of it twice. */
const heard = (actor: Actor, done: Done, name: string) =>
  done.again ? {} : { event: event(done.tenant, name, done.id), notice: noticesOf(actor, done) }

/** @throws 422 where a link leads to nothing of the tenant that the asker may see */
export async function openConversation(tx: Tx, actor: Actor, wish: Wish, record: Record) {
  if (wish.orderId !== undefined && !seesOrders(actor)) throw unknown('orderId')
  const tenantId = wish.tenantId ?? actor.tenantId ?? (await tenantOfOrder(tx, wish.orderId))
  if (tenantId === undefined) throw refuse(422, 'conversation_tenant')
  if (wish.issueId !== undefined && !seesIssues(actor)) throw unknown('issueId')
  const { rows } = await sql<{ done: (Done & Refused) | null }>`
    select portal.open_conversation(${tenantId}::int, ${wish.subject.trim()}, ${wish.text?.trim() ?? null}, ${wish.key}::uuid,
      ${wish.orderId ?? null}::bigint, ${wish.issueId ?? null}::bigint, ${wish.handOver?.summary.trim() ?? null},
      ${JSON.stringify(wish.handOver?.links ?? [])}::jsonb) as done`.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(422, 'unknown_tenant')
  if (done.mismatch) throw refuse(422, 'idempotency_mismatch')
  if (typeof done.unknown === 'string') throw unknown(done.unknown)
  record({
    ...about(done.id),
    chain: tenantId,
    after: { subject: done.subject, handedOver: wish.handOver !== undefined, ...(done.again && repeated) },
    ...heard(actor, done, 'conversation.opened'),
  })
  return { id: done.id }
}
const repeated = { repeated: true }

/** Who looks at several tenants and writes about an order writes to the one whose it is. */
async function tenantOfOrder(tx: Tx, order: number | undefined): Promise<number | undefined> {
  if (order === undefined) return undefined
  const found = await tx.selectFrom('orders').select('tenant_id').where('id', '=', order).executeTakeFirst()
  if (!found) throw unknown('orderId')
  return found.tenant_id
}

const unknown = (path: string) =>
  refuse(422, 'conversation_link', { errors: [{ path, messageKey: 'notTheirs', code: 'unknown' }] })

export async function sendMessage(
  tx: Tx,
  actor: Actor,
  { id, text, key }: { id: number; text: string; key: string },
  record: Record,
) {
  const done = await ask<Done>(
    tx,
    sql`select portal.send_message(${id}::bigint, ${text.trim()}, ${key}::uuid) as done`,
  )
  record({
    ...about(id),
    chain: done.tenant,
    after: { message: done.no, ...(done.again && repeated) },
    ...heard(actor, done, 'conversation.message_sent'),
  })
  return { no: done.no }
}

export async function attachToConversation(
  tx: Tx,
  actor: Actor,
  { id, key }: { id: number; key: string },
  { scans, ...file }: NewAttachment,
  record: Record,
) {
  const done = await ask<Done & { file: number }>(
    tx,
    sql`select portal.attach_to_conversation(${id}::bigint, ${key}::uuid, ${file.name}, ${file.key}, ${file.format}, ${file.size}::bigint,
      ${file.checksum}::bytea, ${scans}::boolean) as done`,
  )
  record({
    ...about(id),
    chain: done.tenant,
    after: {
      ...{ message: done.no, file: file.name, size: file.size, checksum: file.checksum.toString('hex') },
      ...(done.again && repeated),
    },
    ...heard(actor, done, 'conversation.message_sent'),
  })
  return { id: done.file, kept: !done.again }
}

export async function readConversation(
  tx: Tx,
  actor: Actor,
  { id, upTo }: { id: number; upTo: number },
  record: Record,
) {
  type Read = { tenant: number; upTo: number; moved: boolean; bell: boolean }
  const done = await ask<Read>(tx, sql`select portal.read_conversation(${id}::bigint, ${upTo}::int) as done`)
  record({
    ...about(id),
    chain: done.tenant,
    after: { read: done.upTo },
    // The other side sees that it was read; the asker's own other screens count anew.
    event: {
      ...event(done.tenant, 'conversation.read', id),
      ...(!done.moved && { audience: actor.userId }),
    },
  })
  if (done.bell)
    record({
      ...{ objectType: 'notice', objectId: String(id), after: { read: true } },
      event: { topic: 'notices', audience: actor.userId, tenantId: 0 },
    })
  return { upTo: done.upTo }
}

/** In a transaction that only reads: it is told, and kept nowhere. */
export async function tellTyping(tx: Tx, { id }: { id: number }) {
  const { rows } = await sql<{ told: boolean }>`select portal.tell_typing(${id}::bigint) as told`.execute(tx)
  if (!rows[0]?.told) throw refuse(404, 'not_found')
  return {}
}

const forAssigned = (
  kind: 'conversation_noted' | 'conversation_assigned',
  { tenant, id, subject }: Done,
  person: string,
): Notice => ({
  ...{ kind, subject: 'conversations', tenantId: tenant, module: 'chat', permission: 'conversations.manage' },
  ...{ to: 'staff', people: [person], facts: { id, subject } },
})

/** In the chain of the installation, and without its text: the tenant's own part of the trail has no notes of the staff (A10). */
export async function noteOnConversation(tx: Tx, { id, text }: { id: number; text: string }, record: Record) {
  const done = await ask<Done & { note: number }>(
    tx,
    sql`select portal.note_on_conversation(${id}::bigint, ${text.trim()}) as done`,
  )
  record({
    ...about(id),
    chain: 0,
    after: { tenant: done.tenant, note: done.note },
    event: { ...event(done.tenant, 'conversation.noted', id), permission: 'conversations.manage' },
    notice: done.assigned === null ? [] : forAssigned('conversation_noted', done, done.assigned),
  })
  return { id: done.note }
}

type Assignment = { id: number; userId: string | null; version?: number | undefined }

export async function assignConversation(
  tx: Tx,
  { id, userId, version }: Assignment,
  { ifMatch, record }: { ifMatch: string | undefined; record: Record },
) {
  const known = knownVersion(ifMatch, version)
  if (known === undefined) throw refuse(428, 'version_needed')
  const done = await ask<Done & Refused & { before: string | null }>(
    tx,
    sql`select portal.assign_conversation(${id}::bigint, ${userId}, ${known}::int) as done`,
  )
  if (done.unknown) throw refuse(422, 'conversation_handler')
  record({
    ...about(id),
    chain: 0,
    before: { assigned: done.before },
    after: { assigned: userId, tenant: done.tenant },
    event: event(done.tenant, 'conversation.assigned', id),
    notice: userId === null ? [] : forAssigned('conversation_assigned', done, userId),
  })
  return { version: done.version }
}

export async function settleConversation(tx: Tx, { id }: { id: number }, record: Record) {
  const done = await ask<Done & { before: string | null }>(
    tx,
    sql`select portal.settle_conversation(${id}::bigint) as done`,
  )
  record({
    ...about(id),
    chain: 0,
    before: { waitingFor: done.before },
    after: { waitingFor: null, tenant: done.tenant },
    event: event(done.tenant, 'conversation.settled', id),
  })
  return {}
}
