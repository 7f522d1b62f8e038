import { type RawBuilder, sql } from 'kysely'
import type { NoticeFacts, NoticeKind, NoticeSubject } from '../../contract/notices.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Actor } from '../database/context.ts'

/** What a verb did to one object: for the audit trail, and for whoever must hear of it. */
export type Act = {
  /** What the trail calls it, where the verb does one of several things: else what its contract says. */
  action?: string
  /** Whose chain it goes to, where that is not the actor's own tenant; 0: the installation's. */
  chain?: number
  objectType: string
  objectId: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** Who hears of it (G3). Ids only in the payload, never data. */
  event?: {
    topic: string
    module?: string
    permission?: string
    audience?: string
    tenantId?: number
    /** `to: 'members'`: of the tenant's people alone; `to: 'staff'`: of the manufacturer's. */
    payload?: Record<string, unknown>
  }
  /** What people are told of it (B2), by their rights when they are; who did it is not. */
  notice?: Notice | readonly Notice[]
}

export type Notice = {
  kind: NoticeKind
  subject: NoticeSubject
  facts: NoticeFacts
  /** Whose affair it is: the actor's tenant where nothing is said; 0: nobody's. */
  tenantId?: number
  module?: string
  permission?: Permission
  /** The tenant's people are told, unless staff alone are. */
  to?: 'members' | 'staff' | 'both'
  /** These alone, among those who may know. */
  people?: readonly string[]
}

const tell = (
  actor: Actor,
  { kind, subject, facts, tenantId, module, permission, to = 'members', people }: Notice,
) =>
  sql`select portal.tell(${tenantId ?? actor.tenantId ?? 0}::int, ${kind}, ${subject}, ${module ?? null}, ${permission ?? null},
    ${to !== 'staff'}, ${to !== 'members'}, ${people ?? null}::text[], ${JSON.stringify(facts)}::jsonb)`

/** Who signed what was done, under the name of that day, when, and with what. Its meaning is the act. */
export type Signature = { by: string; at: string; with: 'password' | 'passkey' }

/** What a write came with: its request, the network address of whoever asked (null: nobody did), and their signature. */
export type Origin = { traceId: string; address?: string | null; signature?: Signature | undefined }

/** Audit row and outbox row of a write, for its own transaction; the audit comes last because its chain puts writers in line. */
export function recordsOf(
  actor: Actor,
  action: string,
  /** Null: it is known that nothing came of it. */
  told: readonly (Act | null)[],
  { traceId, address = null, signature }: Origin,
): RawBuilder<unknown>[] {
  if (told.length === 0) throw new Error(`${action} wrote no record of what it did`)
  const acts = told
    .filter((act) => act !== null)
    .map((act) => (signature ? { ...act, after: { ...act.after, signature } } : act))
  const events = acts.flatMap(({ event, objectId }) => {
    if (!event) return []
    const {
      tenantId = actor.tenantId ?? 0,
      topic,
      module = null,
      permission = null,
      audience = null,
      payload = {},
    } = event
    return [
      sql`select portal.emit(${tenantId}::int, ${topic}, ${module}, ${permission}, ${audience}, ${objectId},
        ${JSON.stringify(payload)}::jsonb)`,
    ]
  })
  const links = acts.map(
    (act) =>
      sql`select portal.append_audit(${act.chain ?? actor.tenantId ?? 0}::int, ${act.action ?? action}, ${act.objectType}, ${act.objectId}, c.before, c.after,
        ${traceId}, null, ${address}) from portal.changed(${JSON.stringify(act.before ?? {})}::jsonb, ${JSON.stringify(act.after ?? {})}::jsonb) c`,
  )
  const notices = acts
    .flatMap(({ notice = [] }) => [notice].flat())
    .map((notice) => tell(actor, notice as Notice))
  return [...events, ...notices, ...links]
}
