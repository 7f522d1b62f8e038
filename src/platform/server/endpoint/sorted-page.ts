import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/tx.ts'
import { sealCursor } from './cursor.ts'
import { beyondCursor, cursorKey, orderBy, type Sort, type SortKey } from './keyset.ts'

/** What a list is sorted by, of its rows `r`: a text, as people order it, a moment or a count; what never was comes first. */
type By = { text: RawBuilder<unknown> } | { moment: RawBuilder<unknown> } | { count: RawBuilder<unknown> }

export type SortedList<Field extends string> = {
  /** A query for every row that fits. */
  rows: RawBuilder<unknown>
  keys: Record<Field, By>
  /** What tells its rows apart. */
  id: { column: string; type: 'text' | 'int' }
}

/** What a list is asked for. */
export type SortedAsk<Field extends string> = {
  sort: Field | `-${Field}`
  limit: number
  cursor?: string | undefined
}

/** By what its rows are compared, and which way. */
function orderOf<Field extends string>({ keys, id }: SortedList<Field>, sort: Field | `-${Field}`): Sort {
  const by = keys[sort.replace('-', '') as Field]
  const number = 'moment' in by ? sql`extract(epoch from ${by.moment})` : 'count' in by && by.count
  const key: SortKey =
    'text' in by
      ? { key: sql`${by.text} collate portal.natural_order`, kind: 'text' }
      : { key: sql`coalesce((${number})::numeric(20,6), 0)`, kind: 'numeric' }
  return {
    ...key,
    always: true,
    id: sql.ref(`r.${id.column}`),
    idKind: id.type,
    descending: sort.startsWith('-'),
  }
}

/** Every row of a list in one of its orders, and how many there are: what a file of it holds. */
export function wholeList<Row, Field extends string>(list: SortedList<Field>, sort: Field | `-${Field}`) {
  return {
    rows: sql<Row>`select r.* from (${list.rows}) r order by ${orderBy(orderOf(list, sort))}`,
    count: sql<{ total: number }>`select count(*)::int as total from (${list.rows}) r`,
  }
}

/** A page of a list that is read in any of its orders; the first page counts all rows. */
export async function sortedPage<Row, Field extends string>(
  tx: Tx,
  list: SortedList<Field>,
  { sort, limit, cursor }: SortedAsk<Field>,
): Promise<{ rows: Row[]; nextCursor: string | null; total: number | null }> {
  const order = orderOf(list, sort)
  const beyond = beyondCursor(cursor, order)
  const counted = beyond ? sql`null::int` : sql`count(*) over ()::int`
  const { rows } = await sql<Row & { place: string; total: number | null; own: string | number }>`
    select r.*, ${cursorKey(order)} as place, ${order.id} as own from (select x.*, ${counted} as total from (${list.rows}) x) r
     where ${beyond ?? sql`true`} order by ${orderBy(order)} limit ${limit + 1}::int`.execute(tx)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ place: _, own: _own, total: _total, ...row }) => row as Row),
    nextCursor: rows.length > limit && last ? sealCursor([last.place, last.own]) : null,
    total: beyond ? null : (rows[0]?.total ?? 0),
  }
}
