import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { cursorText, openCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { OrderSort } from '../contract.ts'

/** `text`: the key as it travels in a cursor. A bigint of cents may be beyond what a JavaScript number holds. */
type Kind = 'text' | 'bigint' | 'date'
type Key = { key: RawBuilder<unknown>; kind: Kind }
export type Sort = Key & { field: OrderSort; descending: boolean }

const natural = (column: string): Key => ({
  key: sql`${sql.ref(column)} collate portal.natural_order`,
  kind: 'text',
})
const date = (column: string): Key => ({ key: sql.ref(column), kind: 'date' })

const SORT_KEYS: Record<OrderSort, Key> = {
  primary: natural('o.primary_no'),
  ordNo: natural('o.ord_no'),
  poNo: natural('o.po_no'),
  fNo: natural('o.f_no'),
  clientName: natural('o.client_name'),
  ordStat: natural('o.status'),
  amount: { key: sql.ref('o.amount_cents'), kind: 'bigint' },
  blT: natural('o.bl_t'),
  ctsT: natural('o.cts_t'),
  bbT: natural('o.bb_t'),
  pbl: natural('o.pbl'),
  pcts: natural('o.pcts'),
  pbb: natural('o.pbb'),
  ref: natural('o.ref'),
  orderDate: date('o.order_date'),
  requestedDate: date('o.requested_date'),
  promisedDate: date('o.promised_date'),
  shipTo: natural('o.ship_to'),
  tenantName: natural('t.name'),
}

/** `-ordNo` → its key and direction. */
export function orderSort(sort: string): Sort {
  const field = sort.replace(/^-/, '') as OrderSort
  return { field, ...SORT_KEYS[field], descending: sort.startsWith('-') }
}

/** Orders without a value come last in either direction; equal ones follow their id, so that the order is total. */
export const orderBy = ({ key, descending }: Sort): RawBuilder<unknown> =>
  descending ? sql`${key} desc nulls last, o.id desc` : sql`${key} asc nulls last, o.id asc`

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
  { key, kind, descending }: Sort,
): RawBuilder<boolean> | undefined {
  const opened = openCursor(cursor, Cursor)
  if (!opened) return undefined
  const [value, id] = opened
  if (value !== null && !isForm[kind](value)) throw refuse(422, 'bad_cursor')
  const beyond = descending ? sql`<` : sql`>`
  const after = sql`o.id ${beyond} ${id}::bigint`
  if (value === null) return sql<boolean>`(${key} is null and ${after})`
  const at = sql`${value}::${sql.raw(kind)}`
  return sql<boolean>`(${key} ${beyond} ${at} or (${key} = ${at} and ${after}) or ${key} is null)`
}
