import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { NewAttachment } from '../../documents/server/published.ts'
import { MOST_DRAFT_FILES } from '../contract.ts'
import { placeOf } from './own-drafts.ts'

const ownFiles = (tx: Tx, actor: Actor, form: string) => {
  const { tenant_id, user_id } = placeOf(actor)
  return tx
    .selectFrom('form_draft_files')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('form', '=', form)
}

/** @throws 409 when it has as many files as it can have, 403 for who has no access anywhere */
export async function refuseFull(tx: Tx, actor: Actor, form: string): Promise<void> {
  if (actor.kind === 'none') throw refuse(403, 'permission_denied')
  const { count } = await ownFiles(tx, actor, form)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_DRAFT_FILES) throw refuse(409, 'draft_files_full', { values: { most: MOST_DRAFT_FILES } })
}

/** A file is there from the moment when it was chosen, whether anything was typed yet or not. */
export async function addDraftFile(
  tx: Tx,
  actor: Actor,
  form: string,
  { name, key, format, size, checksum, scans }: NewAttachment,
): Promise<{ id: number }> {
  const place = { ...placeOf(actor), form }
  // Locked, so that what is sent or given up at this moment takes it along.
  await tx
    .insertInto('form_drafts')
    .values({ ...place, contents: '{}', version: 0 })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'user_id', 'form'])
        .doUpdateSet((eb) => ({ version: eb.ref('form_drafts.version') })),
    )
    .execute()
  await refuseFull(tx, actor, form)
  return tx
    .insertInto('form_draft_files')
    .values({ ...place, file_name: name, file_key: key, format, size, checksum, scans })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @throws 404 when it is not one’s own */
export async function removeDraftFile(tx: Tx, actor: Actor, id: number): Promise<{ id: number }> {
  const { tenant_id, user_id } = placeOf(actor)
  const gone = await tx
    .deleteFrom('form_draft_files')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw refuse(404, 'not_found')
  return gone
}

/** The files of a draft, for what is made of it in this transaction; then the draft is to be removed (`removeDraft`). */
export async function filesOfDraft(tx: Tx, actor: Actor, form: string): Promise<NewAttachment[]> {
  // Whoever adds one at this moment comes before or after.
  const { tenant_id, user_id } = placeOf(actor)
  await tx
    .selectFrom('form_drafts')
    .select('version')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('form', '=', form)
    .forUpdate()
    .executeTakeFirst()
  return ownFiles(tx, actor, form)
    .select(['file_name as name', 'file_key as key', 'format', 'size', 'checksum', 'scans'])
    .orderBy('id')
    .execute()
}
