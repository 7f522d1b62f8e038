import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { cursorText, openCursor } from './cursor.ts'
import { refuse } from './fault.ts'

/** `text`: the key as it travels in a cursor. A bigint of cents may be beyond what a JavaScript number holds. */
type Kind = 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz'
/** `always`: every row has a value, so that an index in the order of key and id answers a page. */
export type SortKey = { key: RawBuilder<unknown>; kind: Kind; always?: true }
/** Pages of a list that is sorted by one key; rows of equal keys follow their id, so that the order is total. */
export type Sort = SortKey & { id: RawBuilder<unknown>; idKind?: keyof typeof Cursor; descending: boolean }

/** Texts with numbers in them as people read them: SO-9 before SO-10. */
export const natural = (column: string): SortKey => ({
  key: sql`${sql.ref(column)} collate portal.natural_order`,
  kind: 'text',
})
export const date = (column: string): SortKey => ({ key: sql.ref(column), kind: 'date' })

/** Rows without a value come last in either direction. */
export function orderBy({ key, id, descending, always }: Sort): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`
  return sql`${key} ${direction}${always ? sql`` : sql` nulls last`}, ${id} ${direction}`
}

/** The sort value of a row, to be sealed into a cursor: of an instant its microseconds, of which no zone changes the form. */
export const cursorKey = ({ key, kind }: Sort): RawBuilder<string | null> =>
  kind === 'timestamptz'
    ? sql<string | null>`(extract(epoch from ${key}) * 1000000)::bigint::text`
    : sql<string | null>`(${key})::text`

const isForm: Record<Kind, (value: string) => boolean> = {
  text: () => true,
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  // At least 0, to the microsecond.
  numeric: (value) => /^\d{1,13}(\.\d{1,6})?$/.test(value),
  date: (value) => z.iso.date().safeParse(value).success,
  timestamptz: (value) => /^\d{1,16}$/.test(value),
}

/** The sort value and the id of a row, by what ids are. */
const Cursor = {
  bigint: z.tuple([cursorText.nullable(), z.int()]),
  int: z.tuple([cursorText.nullable(), z.int32()]),
  text: z.tuple([cursorText.nullable(), cursorText]),
}

/** What comes after the cursor's row; undefined without a cursor. 422 when the cursor is not one of this sort. */
export function beyondCursor(
  cursor: string | undefined,
  { key, kind, id, idKind = 'bigint', descending, always }: Sort,
): RawBuilder<boolean> | undefined {
  const opened = openCursor<[string | null, string | number]>(cursor, Cursor[idKind])
  if (!opened) return undefined
  const [value, row] = opened
  if (value === null ? always : !isForm[kind](value)) throw refuse(422, 'bad_cursor')
  const beyond = descending ? sql`<` : sql`>`
  const own = sql`${row}::${sql.raw(idKind)}`
  const after = sql`${id} ${beyond} ${own}`
  if (value === null) return sql<boolean>`(${key} is null and ${after})`
  const at =
    kind === 'timestamptz'
      ? sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`
      : sql`${value}::${sql.raw(kind)}`
  if (always) return sql<boolean>`(${key}, ${id}) ${beyond} (${at}, ${own})`
  return sql<boolean>`(${key} ${beyond} ${at} or (${key} = ${at} and ${after}) or ${key} is null)`
}
