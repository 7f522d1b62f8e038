import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { cursorText, openCursor } from './cursor.ts'
import { refuse } from './fault.ts'

/** `text`: the key as it travels in a cursor. A bigint of cents may be beyond what a JavaScript number holds. */
type Kind = 'text' | 'bigint' | 'date'
export type SortKey = { key: RawBuilder<unknown>; kind: Kind }
/** Pages of a list that is sorted by one key; rows of equal keys follow their id, so that the order is total. */
export type Sort = SortKey & { id: RawBuilder<unknown>; descending: boolean }

/** Texts with numbers in them as people read them: SO-9 before SO-10. */
export const natural = (column: string): SortKey => ({
  key: sql`${sql.ref(column)} collate portal.natural_order`,
  kind: 'text',
})
export const date = (column: string): SortKey => ({ key: sql.ref(column), kind: 'date' })

/** Rows without a value come last in either direction. */
export const orderBy = ({ key, id, descending }: Sort): RawBuilder<unknown> =>
  descending ? sql`${key} desc nulls last, ${id} desc` : sql`${key} asc nulls last, ${id} asc`

/** The sort value of a row, to be sealed into a cursor. */
export const cursorKey = ({ key }: Sort): RawBuilder<string | null> => sql<string | null>`(${key})::text`

const isForm: Record<Kind, (value: string) => boolean> = {
  text: () => true,
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  date: (value) => z.iso.date().safeParse(value).success,
}

const Cursor = z.tuple([cursorText.nullable(), z.int()])

/** What comes after the cursor's row; undefined without a cursor. 422 when the cursor is not one of this sort. */
export function beyondCursor(
  cursor: string | undefined,
  { key, kind, id, descending }: Sort,
): RawBuilder<boolean> | undefined {
  const opened = openCursor(cursor, Cursor)
  if (!opened) return undefined
  const [value, row] = opened
  if (value !== null && !isForm[kind](value)) throw refuse(422, 'bad_cursor')
  const beyond = descending ? sql`<` : sql`>`
  const after = sql`${id} ${beyond} ${row}::bigint`
  if (value === null) return sql<boolean>`(${key} is null and ${after})`
  const at = sql`${value}::${sql.raw(kind)}`
  return sql<boolean>`(${key} ${beyond} ${at} or (${key} = ${at} and ${after}) or ${key} is null)`
}
