import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../../platform/server/endpoint/cursor.ts'
import type { AdminRow, Audience, Expiry } from '../../admin-contract.ts'
import type { DocumentStatus, Shelf } from '../../domain/vocabulary.ts'
import { fitting, STATUS } from '../document-rows.ts'

type Ask = {
  search?: string | undefined
  shelf?: Shelf | undefined
  status?: DocumentStatus | 'to-release' | undefined
  type?: AdminRow['type'] | undefined
  audience?: Audience['kind'] | undefined
  expiry?: Expiry | undefined
  limit: number
  cursor?: string | undefined
}

const MICROS = sql<number>`(extract(epoch from d.updated_at) * 1000000)::bigint`
/** The newest version that is not released, where it is newer than the one that is. */
const DRAFT = sql<number | null>`(select max(v.no) from portal.document_versions v
  where v.document_id = d.id and v.status = 'draft' and v.no > coalesce(d.current_version, 0))`
const Cursor = z.tuple([z.int().min(-8e15).max(8e15), z.int32()])

/** Documents for those who write them, the last changed first; the first page counts all that fit. */
export async function listAdminDocuments(tx: Handle, { search, limit, cursor, ...filters }: Ask) {
  const after = openCursor<[number, number]>(cursor, Cursor)
  const matching = sql`${sql.join([fitting(search), ...wanted(filters)], sql` and `)}`
  const [page, counted] = await Promise.all([
    sql<AdminRow & { micros: number }>`
      select d.id, d.title, d.number, d.shelves, d.category, d.type, ${STATUS} as status, d.current_version as version,
             ${DRAFT} as "draftVersion", d.audience, cardinality(d.tenant_ids) as tenants, d.language, d.expires_on as "expiresOn",
             d.updated_at as "updatedAt", ${MICROS} as micros
        from portal.documents d
       where ${matching} and ${after ? sql`(${MICROS}, d.id) < (${after[0]}::bigint, ${after[1]}::int)` : sql`true`}
       order by ${MICROS} desc, d.id desc limit ${limit + 1}::int`.execute(tx),
    after
      ? undefined
      : sql<{ n: number }>`select count(*)::int as n from portal.documents d where ${matching}`.execute(tx),
  ])
  const shown = page.rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ micros: _, ...row }) => row),
    nextCursor: page.rows.length > limit && last ? sealCursor([last.micros, last.id]) : null,
    total: counted?.rows[0]?.n ?? null,
  }
}

const NOW = sql`(now() at time zone coalesce((select i.timezone from portal.installation i), 'UTC'))::date`

function wanted({ shelf, status, type, audience, expiry }: Omit<Ask, 'search' | 'limit' | 'cursor'>) {
  const wishes = []
  if (status === 'to-release') wishes.push(sql`${DRAFT} is not null`)
  else if (status) wishes.push(sql`${STATUS} = ${status}`)
  if (shelf) wishes.push(sql`${shelf} = any (d.shelves)`)
  if (type) wishes.push(sql`d.type = ${type}`)
  if (audience) wishes.push(sql`d.audience = ${audience}`)
  // What was withdrawn before is nobody's concern any more.
  if (expiry) wishes.push(sql`d.status <> 'withdrawn'`)
  if (expiry === 'expired') wishes.push(sql`d.expires_on < ${NOW}`)
  else if (expiry) wishes.push(sql`d.expires_on between ${NOW} and ${NOW} + ${Number(expiry)}::int`)
  return wishes
}
