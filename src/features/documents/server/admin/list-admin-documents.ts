import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../../platform/server/endpoint/cursor.ts'
import type { AdminRow, Audience, Expiry } from '../../admin-contract.ts'
import type { DocumentStatus, Shelf } from '../../domain/vocabulary.ts'
import { fitting } from '../document-rows.ts'
import { STATUS } from '../document-status.ts'

type Ask = {
  search?: string | undefined
  shelf?: Shelf | undefined
  status?: DocumentStatus | 'to-release' | undefined
  type?: AdminRow['type'] | undefined
  audience?: Audience['kind'] | undefined
  expiry?: Expiry | undefined
  company?: number | undefined
  limit: number
  cursor?: string | undefined
}

const MICROS = sql<number>`(extract(epoch from d.updated_at) * 1000000)::bigint`
/** Of a list by expiry: the first to expire is the greatest. */
const LAST_DAY = sql<number>`(date '2000-01-01' - d.expires_on)::bigint`
/** The newest version that is not released, where it is newer than the one that is. */
const DRAFT = sql<number | null>`(select max(v.no) from portal.document_versions v
  where v.document_id = d.id and v.status = 'draft' and v.no > coalesce(d.current_version, 0))`
const Cursor = z.tuple([z.int().min(-8e15).max(8e15), z.int32()])

/** Documents for those who write them, the last changed first; the first page counts all that fit. */
export async function listAdminDocuments(tx: Tx, { search, limit, cursor, ...filters }: Ask) {
  const after = openCursor<[number, number]>(cursor, Cursor)
  const key = filters.expiry ? LAST_DAY : MICROS
  const matching = sql`${sql.join([fitting(search), ...wanted(filters)], sql` and `)}`
  const [page, counted, board] = await Promise.all([
    sql<AdminRow & { place: number }>`
      select d.id, d.title, d.number, d.shelves, d.category, d.type, ${STATUS} as status, d.current_version as version,
             ${DRAFT} as "draftVersion", (select encode(v.checksum, 'hex') from portal.document_versions v where v.document_id = d.id and v.no = ${DRAFT})
               as "draftChecksum", d.audience, cardinality(d.tenant_ids) as tenants, d.language, d.expires_on as "expiresOn",
             d.updated_at as "updatedAt", ${key} as place
        from portal.documents d
       where ${matching} and ${after ? sql`(${key}, d.id) < (${after[0]}::bigint, ${after[1]}::int)` : sql`true`}
       order by ${key} desc, d.id desc limit ${limit + 1}::int`.execute(tx),
    after
      ? undefined
      : sql<{ n: number }>`select count(*)::int as n from portal.documents d where ${matching}`.execute(tx),
    after ? null : countBoard(tx),
  ])
  const shown = page.rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ place: _, ...row }) => row),
    nextCursor: page.rows.length > limit && last ? sealCursor([last.place, last.id]) : null,
    total: counted?.rows[0]?.n ?? null,
    board,
  }
}

const NOW = sql`portal.today()`

function wanted({
  shelf,
  status,
  type,
  audience,
  expiry,
  company,
}: Omit<Ask, 'search' | 'limit' | 'cursor'>) {
  const wishes = []
  if (status === 'to-release') wishes.push(sql`${DRAFT} is not null`)
  else if (status) wishes.push(sql`${STATUS} = ${status}`)
  if (shelf) wishes.push(sql`${shelf} = any (d.shelves)`)
  if (type) wishes.push(sql`d.type = ${type}`)
  if (audience) wishes.push(sql`d.audience = ${audience}`)
  if (company)
    wishes.push(
      sql`exists (select from portal.document_access a where a.document_id = d.id and a.tenant_id = ${company}::int)`,
    )
  // What was withdrawn before is nobody's concern any more.
  if (expiry) wishes.push(sql`d.status <> 'withdrawn'`)
  if (expiry === 'expired') wishes.push(sql`d.expires_on < ${NOW}`)
  else if (expiry) wishes.push(sql`d.expires_on between ${NOW} and ${NOW} + ${Number(expiry)}::int`)
  return wishes
}

type Board = Record<'toRelease' | Expiry, number>

/** What is to be done soon, over all that the asker may write. */
async function countBoard(tx: Tx): Promise<Board> {
  const { rows } = await sql<Board>`
    select (select count(*)::int from portal.documents d where ${DRAFT} is not null) as "toRelease",
           count(*) filter (where left_ < 0)::int as expired, count(*) filter (where left_ between 0 and 7)::int as "7",
           count(*) filter (where left_ between 0 and 30)::int as "30", count(*) filter (where left_ between 0 and 60)::int as "60"
      from (select d.expires_on - ${NOW} as left_ from portal.documents d where d.expires_on is not null and d.status <> 'withdrawn') d`.execute(
    tx,
  )
  return rows[0] as Board
}
