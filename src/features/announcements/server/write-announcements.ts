import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act, Notice } from '../../../platform/server/records/write-records.ts'
import type { AnnouncementWish } from '../contract.ts'
import { getAnnouncement } from './list-announcements.ts'

type Record = (act: Act) => void
type Audience = number[] | null

const factsOf = ({ kind, texts, tenantIds, startsAt, endsAt }: AnnouncementWish) => ({
  ...{ kind, texts, tenantIds, startsAt, endsAt },
})

const rowOf = ({ kind, texts, tenantIds, startsAt, endsAt }: AnnouncementWish) => ({
  kind,
  texts: sql<never>`${JSON.stringify(texts)}::jsonb`,
  ...{ to_all: tenantIds === null, starts_at: startsAt, ends_at: endsAt },
})

/** Who reads no language of it reads the first: so the installation's own is among them, and comes first. */
async function refuseUnaddressed(tx: Tx, { texts, tenantIds }: AnnouncementWish): Promise<void> {
  const { language } = await tx.selectFrom('installation').select('language').executeTakeFirstOrThrow()
  const at = texts.findIndex((text) => text.language === language)
  if (at < 0) throw refuse(422, 'announcement_language', { values: { language } })
  texts.unshift(...texts.splice(at, 1))
  if (tenantIds === null) return
  const known = await tx.selectFrom('tenants').select('id').where('id', 'in', tenantIds).execute()
  if (known.length < new Set(tenantIds).size) throw refuse(422, 'unknown_tenant')
}

const address = (tx: Tx, id: number, tenantIds: Audience) =>
  sql`insert into portal.announcement_tenants (tenant_id, announcement_id)
      select distinct t, ${id}::int from unnest(${tenantIds ?? []}::int[]) t`.execute(tx)

/** Whoever it was or is for hears of it: everybody at once, or each tenant by itself. */
async function tell(tx: Tx, id: number, ...audiences: Audience[]): Promise<void> {
  const tenants = audiences.includes(null) ? [0] : [...new Set(audiences.flatMap((some) => some ?? []))]
  await sql`select portal.emit(t, 'announcements', null, null, null, ${String(id)}, '{}') from unnest(${tenants}::int[]) t`.execute(
    tx,
  )
}

/** One for everybody, or one for each tenant; what begins later is shown when it does, and told of by nothing else. */
const noticesOf = (id: number, { texts, tenantIds, startsAt }: AnnouncementWish): Notice[] =>
  Date.parse(startsAt) > Date.now()
    ? []
    : (tenantIds ?? [0]).map((tenantId) => ({
        ...{ kind: 'announcement', subject: 'announcements', tenantId, to: 'both' },
        facts: { id, titles: Object.fromEntries(texts.map(({ language, title }) => [language, title])) },
      }))

const about = (id: number) => ({ chain: 0, objectType: 'announcement', objectId: String(id) })

export async function createAnnouncement(tx: Tx, actor: Actor, wish: AnnouncementWish, record: Record) {
  await refuseUnaddressed(tx, wish)
  const { id } = await tx
    .insertInto('announcements')
    .values({ ...rowOf(wish), created_by: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await address(tx, id, wish.tenantIds)
  await tell(tx, id, wish.tenantIds)
  record({ ...about(id), after: factsOf(wish), notice: noticesOf(id, wish) })
  return { id }
}

export async function changeAnnouncement(
  tx: Tx,
  { id, version, ...wish }: AnnouncementWish & { id: number; version: number },
  record: Record,
) {
  const stored = await tx
    .selectFrom('announcements')
    .select(['version', 'withdrawn_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw refuse(404, 'not_found')
  if (stored.withdrawn_at) throw refuse(409, 'announcement_withdrawn')
  refuseOtherVersion(version, stored.version)
  await refuseUnaddressed(tx, wish)
  const before = await getAnnouncement(tx, { id })
  await tx
    .updateTable('announcements')
    .set({ ...rowOf(wish), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('announcement_tenants').where('announcement_id', '=', id).execute()
  await address(tx, id, wish.tenantIds)
  await tell(tx, id, before.tenantIds, wish.tenantIds)
  record({ ...about(id), before: factsOf(before), after: factsOf(wish) })
  return { version: version + 1 }
}

export async function withdrawAnnouncement(tx: Tx, { id }: { id: number }, record: Record) {
  const gone = await tx
    .updateTable('announcements')
    .set({ withdrawn_at: sql`now()` })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw refuse(404, 'not_found')
  const { tenantIds } = await getAnnouncement(tx, { id })
  await tell(tx, id, tenantIds)
  record({ ...about(id), before: { withdrawn: false }, after: { withdrawn: true } })
  return { withdrawn: true as const }
}
