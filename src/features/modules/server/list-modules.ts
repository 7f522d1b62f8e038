import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { ModulesRow } from '../contract.ts'

const Cursor = z.tuple([cursorText, z.int32()])

/** Tenants whose name holds the text. */
export const named = (search: string | undefined): RawBuilder<boolean> =>
  sql<boolean>`portal.contains_folded(portal.search_fold(t.name), ${search ?? ''})`

/** Every client by name with what it does not see. */
export async function listModules(
  tx: Tx,
  { search, limit, cursor }: { search?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const after = openCursor(cursor, Cursor)
  const beyond = after
    ? sql`(t.name collate portal.natural_order, t.id) > (${after[0]}::text collate portal.natural_order, ${after[1]}::int)`
    : sql`true`
  const [page, counted] = await Promise.all([
    sql<ModulesRow>`
      select t.id, t.name, t.suspended_at is not null as suspended,
             array(select v.module_id from tenant_module_visibility v where v.tenant_id = t.id and not v.is_visible order by 1) as hidden
        from tenants t where ${named(search)} and ${beyond}
       order by t.name collate portal.natural_order, t.id limit ${limit + 1}`.execute(tx),
    after
      ? undefined
      : sql<{ total: number }>`select count(*) as total from tenants t where ${named(search)}`.execute(tx),
  ])
  const items = page.rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: page.rows.length > limit && last ? sealCursor([last.name, last.id]) : null,
    total: counted?.rows[0]?.total ?? null,
  }
}
