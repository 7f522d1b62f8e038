import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { knownVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act, Notice } from '../../../platform/server/records/write-records.ts'
import type { NewAttachment } from '../../documents/server/published.ts'
import { filesOfDraft, removeDraft } from '../../drafts/server/published.ts'
import type { issuesContract } from '../contract.ts'
import type { IssueAct } from '../domain/rules.ts'
import { mayInvoices } from './may-know.ts'

type Record = (act: Act) => void
type Wish = z.output<NonNullable<(typeof issuesContract.report)['~orpc']['inputSchema']>>
/** What the functions answer of an issue that they changed; the people of the client who have taken part. */
type Done = {
  tenant: number
  no: number
  title: string
  version: number
  assigned: string | null
  clients: string[]
}
type Refused = { stale?: true; refused?: true; closed?: true; full?: true; unknown?: true | string }

const event = (tenantId: number, name: string, id: number) => ({
  topic: 'issues',
  module: 'orders',
  permission: 'issues.read',
  tenantId,
  payload: { name, id },
})
const about = (id: number) => ({ objectType: 'issue', objectId: String(id) })

async function ask<T>(tx: Tx, call: RawBuilder<{ done: (T & Refused) | null }>): Promise<T> {
  const { rows } = await call.execute(tx)
  const done = rows[0]?.done
  if (!done) throw refuse(404, 'not_found')
  if (done.stale) throw refuse(412, 'stale_version')
  if (done.refused) throw refuse(409, 'issue_step')
  if (done.closed) throw refuse(409, 'issue_closed')
  if (done.full) throw refuse(409, 'issue_files_full')
  return done
}

/** To the client what the staff did, to the staff what the client did: who it is assigned to, else all who look after issues. */
function noticesOf(
  actor: Actor,
  kind: 'issue_commented' | 'issue_moved',
  { tenant, no, title, assigned, clients }: Done,
  { id, act }: { id: number; act?: IssueAct | 'order_replacement' },
): Notice[] {
  const facts = { id, issue: no, subject: title, ...(act && { act }) }
  const common = { kind, subject: 'conversations', tenantId: tenant, module: 'orders', facts } as const
  const toClient: Notice = { ...common, permission: 'issues.read', people: clients }
  if (actor.kind !== 'member') return [toClient]
  return [
    ...(clients.length > 1 ? [toClient] : []),
    {
      ...common,
      permission: 'issues.manage',
      to: 'staff',
      ...(assigned !== null && { people: [assigned] }),
    },
  ]
}

/**
 * The files of the draft that it was are attached with it.
 * @throws 422 where a link leads to nothing of the tenant that the asker may see
 */
export async function reportIssue(tx: Tx, actor: Actor, wish: Wish, record: Record) {
  const tenantId = wish.tenantId ?? actor.tenantId
  if (tenantId === null) throw refuse(422, 'issue_tenant')
  const hidden = (module: string) => actor.hiddenModules.includes(module)
  if (wish.orderId !== undefined && !may(actor, 'orders.read')) throw unknown('orderId')
  if (
    wish.itemNo !== undefined &&
    !may(actor, 'orders.read') &&
    (!may(actor, 'products.read') || hidden('product'))
  )
    throw unknown('itemNo')
  if (wish.lotNo !== undefined && !may(actor, 'orders.read') && (!may(actor, 'lots.read') || hidden('qaqc')))
    throw unknown('lotNo')
  if (wish.invoiceId !== undefined && !mayInvoices(actor)) throw unknown('invoiceId')
  type Made = {
    id: number
    no: number
    order: string | null
    item: string | null
    lot: string | null
    invoice: string | null
    /** It was there before, under the same key. */
    again?: true
  }
  const { rows } = await sql<{ done: (Made & Refused) | null }>`
    select portal.report_issue(${tenantId}::int, ${wish.type}, ${wish.priority}, ${wish.title.trim()}, ${wish.description.trim()},
      ${wish.orderId ?? null}::bigint, ${wish.itemNo ?? null}, ${wish.lotNo ?? null}, ${wish.invoiceId ?? null}::bigint,
      ${wish.key ?? null}::uuid) as done`.execute(tx)
  const made = rows[0]?.done
  if (!made) throw refuse(422, 'unknown_tenant')
  if (typeof made.unknown === 'string') throw unknown(made.unknown)
  const { id, no, order, item, lot, invoice } = made
  if (made.again) {
    record({ ...about(id), chain: tenantId, after: { number: no, repeated: true } })
    return { id, number: no }
  }
  const files = wish.draft === undefined ? [] : await attachDraft(tx, actor, id, wish.draft)
  record({
    ...about(id),
    chain: tenantId,
    after: {
      ...{ number: no, type: wish.type, priority: wish.priority, title: wish.title.trim() },
      ...{ order, item, lot, invoice },
      ...(files.length > 0 && { files }),
    },
    event: event(tenantId, 'issue.reported', id),
    notice: {
      ...{ kind: 'issue_reported', subject: 'conversations', tenantId, module: 'orders' },
      ...{ permission: 'issues.manage', to: 'staff', facts: { id, issue: no, subject: wish.title.trim() } },
    },
  })
  return { id, number: no }
}

/** Its files become those of the issue, and it goes; answers what the trail says of them. */
async function attachDraft(tx: Tx, actor: Actor, id: number, form: string) {
  const files = await filesOfDraft(tx, actor, form)
  for (const file of files) await attach(tx, id, file)
  await removeDraft(tx, actor, { form })
  return files.map(fileFacts)
}

const fileFacts = ({ name, size, checksum }: Pick<NewAttachment, 'name' | 'size' | 'checksum'>) => ({
  ...{ file: name, size, checksum: checksum.toString('hex') },
})

const unknown = (path: string) =>
  refuse(422, 'issue_link', { errors: [{ path, messageKey: 'notTheirs', code: 'unknown' }] })

export async function commentOnIssue(
  tx: Tx,
  actor: Actor,
  { id, text }: { id: number; text: string },
  record: Record,
) {
  const done = await ask<Done & { entry: number }>(
    tx,
    sql`select portal.comment_on_issue(${id}::bigint, ${text.trim()}) as done`,
  )
  record({
    ...about(id),
    chain: done.tenant,
    after: { number: done.no, comment: done.entry },
    event: event(done.tenant, 'issue.commented', id),
    notice: noticesOf(actor, 'issue_commented', done, { id }),
  })
  return { id: done.entry }
}

type Step = { id: number; act: IssueAct; reason?: string | undefined; version?: number | undefined }

/** @throws 409 where the rules do not allow the step, 412 where somebody else changed it first, 428 without a version */
export async function actOnIssue(
  tx: Tx,
  actor: Actor,
  { id, act, reason, version }: Step,
  { ifMatch, record }: { ifMatch: string | undefined; record: Record },
) {
  const known = knownVersion(ifMatch, version)
  if (known === undefined) throw refuse(428, 'version_needed')
  const done = await ask<Done & { before: Facts; after: Facts }>(
    tx,
    sql`select portal.act_on_issue(${id}::bigint, ${act}, ${reason?.trim() ?? null}, ${known}::int) as done`,
  )
  record({
    ...about(id),
    chain: done.tenant,
    before: done.before,
    after: { ...done.after, act },
    event: event(done.tenant, 'issue.changed', id),
    notice: noticesOf(actor, 'issue_moved', done, { id, act }),
  })
  return { version: done.version }
}
type Facts = { [field: string]: unknown }

type Happened = { id: number; act: 'order_replacement'; after: Facts }

/** The record of what another feature did to an issue. @throws 404 where it is not there for the asker */
export async function recordOf(
  tx: Tx,
  actor: Actor,
  call: RawBuilder<{ done: null }>,
  { id, act, after }: Happened,
): Promise<Act> {
  const done = await ask<Done>(tx, call)
  return {
    ...about(id),
    chain: done.tenant,
    after: { number: done.no, ...after },
    event: event(done.tenant, 'issue.changed', id),
    notice: noticesOf(actor, 'issue_moved', done, { id, act }),
  }
}

const attach = (tx: Tx, id: number, file: NewAttachment) =>
  ask<Done & { file: number }>(
    tx,
    sql`select portal.attach_to_issue(${id}::bigint, ${file.name}, ${file.key}, ${file.format}, ${file.size}::bigint,
      ${file.checksum}::bytea, ${file.scans}::boolean) as done`,
  )

export async function attachToIssue(tx: Tx, actor: Actor, id: number, file: NewAttachment, record: Record) {
  const done = await attach(tx, id, file)
  record({
    ...about(id),
    chain: done.tenant,
    after: { number: done.no, ...fileFacts(file) },
    event: event(done.tenant, 'issue.commented', id),
    notice: noticesOf(actor, 'issue_commented', done, { id }),
  })
  return { id: done.file }
}

/** In the chain of the installation, and without its text: the tenant's own part of the trail has no notes of the staff (A10). */
export async function noteOnIssue(tx: Tx, { id, text }: { id: number; text: string }, record: Record) {
  const done = await ask<Done & { note: number }>(
    tx,
    sql`select portal.note_on_issue(${id}::bigint, ${text.trim()}) as done`,
  )
  record({
    ...about(id),
    chain: 0,
    after: { tenant: done.tenant, number: done.no, note: done.note },
    event: { ...event(done.tenant, 'issue.noted', id), permission: 'issues.manage' },
    notice: done.assigned === null ? [] : forAssigned('issue_noted', done, id, done.assigned),
  })
  return { id: done.note }
}

const forAssigned = (
  kind: 'issue_noted' | 'issue_assigned',
  { tenant, no, title }: Done,
  id: number,
  person: string,
): Notice => ({
  ...{ kind, subject: 'conversations', tenantId: tenant, module: 'orders', permission: 'issues.manage' },
  ...{ to: 'staff', people: [person], facts: { id, issue: no, subject: title } },
})

type Assignment = { id: number; userId: string | null; version?: number | undefined }

export async function assignIssue(
  tx: Tx,
  { id, userId, version }: Assignment,
  { ifMatch, record }: { ifMatch: string | undefined; record: Record },
) {
  const known = knownVersion(ifMatch, version)
  if (known === undefined) throw refuse(428, 'version_needed')
  const done = await ask<Done & Refused & { before: string | null }>(
    tx,
    sql`select portal.assign_issue(${id}::bigint, ${userId}, ${known}::int) as done`,
  )
  if (done.unknown) throw refuse(422, 'issue_handler')
  record({
    ...about(id),
    chain: 0,
    before: { assigned: done.before },
    after: { assigned: userId, tenant: done.tenant, number: done.no },
    event: event(done.tenant, 'issue.changed', id),
    notice: userId === null ? [] : forAssigned('issue_assigned', done, id, userId),
  })
  return { version: done.version }
}
