import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { DRAFT_DAYS, type Draft, LARGEST_DRAFT } from '../contract.ts'

/** Where the asker’s drafts are: of one tenant, or of all together. The policy says the same. */
export const placeOf = ({ tenantId, userId }: Actor) => ({ tenant_id: tenantId ?? 0, user_id: userId })

const LIVES = sql<boolean>`saved_at > clock_timestamp() - make_interval(days => ${DRAFT_DAYS})`

/** The draft of a form with its files; null: none, or it is too old. A session that changes nothing has none, and is shown none. */
export async function getDraft(tx: Tx, actor: Actor, form: string): Promise<{ draft: Draft | null }> {
  if (actor.mode) return { draft: null }
  const { tenant_id, user_id } = placeOf(actor)
  const row = await tx
    .selectFrom('form_drafts')
    .select(['contents', 'version', 'saved_at'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('form', '=', form)
    .where(LIVES)
    .executeTakeFirst()
  if (!row) return { draft: null }
  const files = await tx
    .selectFrom('form_draft_files')
    .select(['id', 'file_name as name', 'size'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('form', '=', form)
    .orderBy('id')
    .execute()
  const contents = JSON.parse(row.contents) as Draft['contents']
  return { draft: { contents, version: row.version, savedAt: row.saved_at, files } }
}

type Kept = { form: string; contents: Draft['contents']; version: number }

/** @throws 413 above 200 KB, 412 when something newer than what the form knows is kept, 403 for who has no access anywhere */
export async function putDraft(tx: Tx, actor: Actor, { form, contents, version }: Kept) {
  if (actor.kind === 'none') throw refuse(403, 'permission_denied')
  const text = JSON.stringify(contents)
  if (Buffer.byteLength(text) > LARGEST_DRAFT)
    throw refuse(413, 'too_large', { values: { limit: `${LARGEST_DRAFT / 1024} KB` } })
  const { tenant_id, user_id } = placeOf(actor)
  const { rows } = await sql<{ version: number; saved_at: string }>`
    insert into portal.form_drafts as d (tenant_id, user_id, form, contents, version)
    values (${tenant_id}, ${user_id}, ${form}, ${text}, ${version} + 1)
    on conflict (tenant_id, user_id, form) do update
      set contents = excluded.contents, version = d.version + 1, saved_at = excluded.saved_at
      where d.version = ${version} or d.saved_at <= clock_timestamp() - make_interval(days => ${DRAFT_DAYS})
    returning version, saved_at`.execute(tx)
  const [kept] = rows
  if (!kept) throw refuse(412, 'stale_version')
  return { version: kept.version, savedAt: kept.saved_at }
}

/** It was sent, or given up. Where another tab has kept something since, that stays. */
export async function removeDraft(
  tx: Tx,
  actor: Actor,
  { form, version }: { form: string; version?: number | undefined },
) {
  const { tenant_id, user_id } = placeOf(actor)
  const { numDeletedRows } = await tx
    .deleteFrom('form_drafts')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('form', '=', form)
    .$if(version !== undefined, (query) => query.where('version', '<=', version as number))
    .executeTakeFirst()
  return { removed: numDeletedRows > 0n }
}
