import { sql } from 'kysely'
import { formatPhone } from '../../../platform/contract/phone.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { type Notifications, Profile, type ProfileChanges } from '../contract.ts'

const NOTICES = {
  email: 'notify_email',
  browser: 'notify_browser',
  mobile: 'notify_mobile',
  orderUpdates: 'notify_order_updates',
  productUpdates: 'notify_product_updates',
} as const satisfies Record<keyof Notifications, string>

const ownRow = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('profiles')
    .select(['version', 'name', 'email', 'phone', 'address', 'department', 'language', 'timezone'])
    .select(Object.values(NOTICES))
    .where('user_id', '=', actor.userId)

type Row = Awaited<ReturnType<ReturnType<typeof ownRow>['executeTakeFirstOrThrow']>>

const toProfile = (row: Row): Profile =>
  Profile.parse({
    ...row,
    notifications: Object.fromEntries(Object.entries(NOTICES).map(([kind, column]) => [kind, row[column]])),
  })

/** What the audit keeps: each field for itself. */
const factsOf = ({ version: _, notifications, ...facts }: Profile) => ({
  ...facts,
  ...noticeFacts(notifications),
})
const noticeFacts = (notifications: Partial<Notifications>) =>
  Object.fromEntries(
    Object.entries(notifications).map(([kind, on]) => [NOTICES[kind as keyof Notifications], on]),
  )

/** The asker's own row, as both screens know it. */
export async function getProfile(tx: Tx, actor: Actor): Promise<Profile> {
  const row = await ownRow(tx, actor).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return toProfile(row)
}

/** Changes what is named. The person's other devices hear of it, in whatever tenant they are. */
export async function changeProfile(
  tx: Tx,
  actor: Actor,
  { version, notifications = {}, phone, ...changes }: ProfileChanges,
  { language, record }: { language: ServerLanguage; record: (act: Act) => void },
): Promise<Profile> {
  const kept = phone === undefined ? undefined : formatPhone(phone)
  if (kept === null) {
    const message = serverMessages(language).profile.noPhone
    throw refuse(422, 'validation', { errors: [{ path: 'phone', message }] })
  }
  const before = await ownRow(tx, actor).forUpdate().executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  refuseOtherVersion(version, before.version)
  await tx
    .updateTable('profiles')
    .set({
      ...changes,
      ...noticeFacts(notifications),
      ...(kept !== undefined && { phone: kept }),
      version: sql`version + 1`,
    })
    .where('user_id', '=', actor.userId)
    .execute()
  const after = await getProfile(tx, actor)
  record({
    objectType: 'profile',
    objectId: actor.userId,
    before: factsOf(toProfile(before)),
    after: factsOf(after),
    event: { topic: 'preferences.changed', audience: actor.userId, tenantId: 0 },
  })
  return after
}
