import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { DocumentRow } from '../contract.ts'
import {
  type DocumentStatus,
  type Format,
  MODULE_OF,
  mayOpen,
  SHELVES,
  type Shelf,
  type VersionStatus,
} from '../domain/vocabulary.ts'
import { STATUS } from './document-status.ts'
import { inText } from './text/find-in-text.ts'

/** Found by a part of their numbers, so many lots at most lead to their documents. */
const MOST_LOTS = 500

export type StoredRow = {
  id: number
  title: string
  number: string | null
  description: string | null
  shelves: Shelf[]
  category: DocumentRow['category']
  type: DocumentRow['type']
  product_code: string | null
  product_name: string | null
  product_line: string | null
  language: DocumentRow['language']
  status: DocumentStatus
  version: number | null
  version_status: VersionStatus | null
  format: Format | null
  size: number | null
  updated_at: string
  expires_on: string | null
  infected: boolean
  favourite: boolean
}

/** A version found so by a scanner that came later, or knows more by now: it is there, and not to be opened. */
export const INFECTED = sql<boolean>`exists (select from portal.document_scans s where s.checksum = v.checksum and s.state = 'infected')`

/** Documents as every list reads them; row-level security says which. */
export const documentRows = (actor: Actor, where: RawBuilder<unknown>): RawBuilder<StoredRow> => sql`
  select d.id, d.title, d.number, d.description, d.shelves, d.category, d.type, d.product_code, d.product_name, d.product_line,
         d.language, ${STATUS} as status, v.no as version, v.status as version_status, v.format, v.size, d.updated_at, d.expires_on,
         ${INFECTED} as infected,
         exists (select from portal.document_favourites f where f.document_id = d.id and f.user_id = ${actor.userId}) as favourite
    from portal.documents d
    left join portal.document_versions v on v.document_id = d.id and v.no = d.current_version
   where ${where}`

/** The shelves that the asker's modules open (A8). */
const openShelves = ({ hiddenModules }: Actor): Shelf[] =>
  SHELVES.filter((shelf) => !hiddenModules.includes(MODULE_OF[shelf]))

/** What readers see: more than a draft, on one of these shelves. */
export const onShelves = (shelves: readonly Shelf[]): RawBuilder<boolean> =>
  sql`d.status <> 'draft' and d.shelves && ${shelves}::text[]`

/** What stands with lots (E4): certificates of them, and what is of lots and on no shelf. */
export const WITH_LOTS = sql<boolean>`(d.lot_nos <> '{}' and (d.type = 'coa' or d.shelves = '{}'))`

/** A list of documents: a shelf, or all that stands with lots. */
export type Place = Shelf | 'lots'
export const inPlace = (place: Place): RawBuilder<boolean> =>
  place === 'lots' ? sql`d.status <> 'draft' and ${WITH_LOTS}` : onShelves([place])

/** Of a lot in whose number or product it stands what was typed, among those that the asker has. */
export const ofLotLike = (search: string): RawBuilder<boolean> => sql`d.id in (
  select c.id from portal.search_lots(${search}::text, ${MOST_LOTS}) f (id) join portal.lots x on x.id = f.id
    cross join lateral portal.documents_of_lot(x.source_id, x.lot_no, x.item_no) c (id))`

/**
 * What the asker can come to by any way: a shelf of an open module; or a lot, where it is a certificate of one, or of a lot
 * and on no shelf: it stands with its lot and on the lines of orders, so that either module suffices (A8).
 */
export const reachable = (actor: Actor): RawBuilder<boolean> =>
  sql`(d.shelves && ${openShelves(actor)}::text[]
    or ${['orders', 'qaqc'].some((module) => !actor.hiddenModules.includes(module))}::boolean
      and ${WITH_LOTS})`

/** Fits what was typed, in any of a document's names and numbers, or in the text of its file. */
export const fitting = (search: string | undefined): RawBuilder<boolean> =>
  search === undefined
    ? sql`true`
    : sql`(lower(d.search_text) like any ((select portal.search_patterns(${search}))::text[]) or ${inText(search)})`

/** As it crosses the wire: a shelf in a hidden module is not named. */
export const toRow = (row: StoredRow, actor: Actor): DocumentRow => ({
  id: row.id,
  title: row.title,
  number: row.number,
  description: row.description,
  shelves: openShelves(actor).filter((shelf) => row.shelves.includes(shelf)),
  category: row.category,
  type: row.type,
  productCode: row.product_code,
  productName: row.product_name,
  language: row.language,
  status: row.status,
  version: row.version,
  format: row.format,
  size: row.size,
  updatedAt: row.updated_at,
  expiresOn: row.expires_on,
  opens:
    row.status === 'available' &&
    row.version_status !== null &&
    mayOpen(row, { status: row.version_status }) &&
    !row.infected,
  favourite: row.favourite,
  hit: null,
})
