import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { cursorText, openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { DocumentsPage, SORTS } from '../contract.ts'
import type { Category, DocumentStatus } from '../domain/vocabulary.ts'
import {
  documentRows,
  fitting,
  inPlace,
  ofLotLike,
  type Place,
  type StoredRow,
  toRow,
} from './document-rows.ts'
import { STATUS } from './document-status.ts'
import { withHits } from './text/find-in-text.ts'

type Ask = {
  search?: string | undefined
  category?: Category | undefined
  favourites?: 'true' | undefined
  sort: (typeof SORTS)[number]
  limit: number
  cursor?: string | undefined
}

const text = (key: RawBuilder<unknown>) => ({ key: sql`${key} collate portal.natural_order`, isText: true })
/** What is sorted by; text from its beginning, numbers from the largest, unless the sort says otherwise. */
const KEYS = {
  updated: { key: sql`extract(epoch from d.updated_at)::numeric(20, 6)`, isText: false, down: true },
  title: { ...text(sql`d.title`), down: false },
  '-title': { ...text(sql`d.title`), down: true },
  category: { ...text(sql`(d.category || chr(10) || d.title)`), down: false },
  version: { key: sql`coalesce(d.current_version, 0)::numeric`, isText: false, down: true },
} satisfies Record<Ask['sort'], { key: RawBuilder<unknown>; isText: boolean; down: boolean }>

const id = z.int32()
const Words = z.tuple([cursorText, id])
const Figure = z.tuple([z.string().regex(/^\d{1,13}(\.\d{1,6})?$/), id])

/** The documents of a place that fit, page by page; the first page counts the place. */
export async function listDocuments(
  tx: Tx,
  actor: Actor,
  place: Place,
  { search, category, favourites, sort, limit, cursor }: Ask,
): Promise<DocumentsPage> {
  const { key, isText, down } = KEYS[sort]
  const after = openCursor<[string, number]>(cursor, isText ? Words : Figure)
  const value = isText
    ? sql`${after?.[0] ?? ''}::text collate portal.natural_order`
    : sql`${after?.[0] ?? '0'}::numeric`
  const direction = down ? sql`desc` : sql`asc`
  const matching = sql`${inPlace(place)}
    and ${search !== undefined && place === 'lots' ? sql`(${fitting(search)} or ${ofLotLike(search)})` : fitting(search)}
    and ${category ? sql`d.category = ${category}` : sql`true`}
    and ${favourites ? sql`exists (select from portal.document_favourites f where f.document_id = d.id and f.user_id = ${actor.userId})` : sql`true`}`
  const beyond = after
    ? sql`(${key}, d.id) ${down ? sql`<` : sql`>`} (${value}, ${after[1]}::int)`
    : sql`true`
  // What is shown of a document is read of one page of them alone; all that fit are found once, and counted.
  const [page, counted] = await Promise.all([
    sql<StoredRow & { place: string; found: number }>`
      with fits as materialized (select d.id, ${key} as key from portal.documents d where ${matching} and ${beyond}),
           shown as (select f.id, f.key from fits f order by f.key ${direction}, f.id ${direction} limit ${limit + 1}::int)
      select p.*, s.key::text as place, (select count(*)::int from fits) as found
        from (${documentRows(actor, sql`d.id in (select s.id from shown s)`)}) p join shown s on s.id = p.id
       order by s.key ${direction}, s.id ${direction}`.execute(tx),
    after ? undefined : countPlace(tx, place),
  ])
  const shown = page.rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: await withHits(
      tx,
      shown.map((row) => toRow(row, actor)),
      search,
    ),
    nextCursor: page.rows.length > limit && last ? sealCursor([last.place, last.id]) : null,
    total: after ? null : (page.rows[0]?.found ?? 0),
    counts: counted ?? null,
  }
}

type Counted = { category: Category; status: DocumentStatus; n: number }

async function countPlace(tx: Tx, place: Place): Promise<NonNullable<DocumentsPage['counts']>> {
  const { rows } = await sql<Counted>`select d.category, ${STATUS} as status, count(*)::int as n
      from portal.documents d where ${inPlace(place)} group by 1, 2`.execute(tx)
  const counts: NonNullable<DocumentsPage['counts']> = { all: 0, categories: {}, statuses: {} }
  for (const { category, status, n } of rows) {
    counts.all += n
    counts.categories[category] = (counts.categories[category] ?? 0) + n
    counts.statuses[status] = (counts.statuses[status] ?? 0) + n
  }
  return counts
}
