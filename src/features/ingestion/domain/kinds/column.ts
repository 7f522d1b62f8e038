import { fold } from '../../../../platform/contract/fold.ts'

/** How the cells of a column are read. 'identifier' is text without control characters; 'op' is `_op`. */
export type ColumnType =
  | 'identifier'
  | 'text'
  | 'quantity'
  | 'money'
  | 'money_or_text'
  | 'price'
  | 'year'
  | 'month'
  | 'date'
  | 'date_or_text'
  | 'date_or_month'
  | 'instant'
  | 'currency'
  | 'weeks'
  | 'flag'
  | 'decimal'
  | 'op'

/** One column that upstream may send. `name` is spelt as in the source; numbers keep their text, so they have a length too. */
export type Column<Name extends string = string> = {
  readonly name: Name
  readonly type: ColumnType
  /** In characters; the longest text that is kept. */
  readonly maxLength: number
  readonly required: boolean
}

const NUMBER_LENGTH = 64
const LENGTHS: Record<Exclude<ColumnType, 'text'>, number> = {
  identifier: 100,
  quantity: NUMBER_LENGTH,
  money: NUMBER_LENGTH,
  money_or_text: 100,
  price: NUMBER_LENGTH,
  year: 8,
  month: 8,
  date: 40,
  date_or_text: 100,
  date_or_month: 40,
  instant: 40,
  currency: 3,
  weeks: 8,
  flag: 10,
  decimal: NUMBER_LENGTH,
  op: 10,
}

export function column<Name extends string>(
  name: Name,
  type: Exclude<ColumnType, 'text'>,
  need: 'required' | 'optional' = 'optional',
): Column<Name> {
  return { name, type, maxLength: LENGTHS[type], required: need === 'required' }
}

export function textColumn<Name extends string>(
  name: Name,
  maxLength: number,
  need: 'required' | 'optional' = 'optional',
): Column<Name> {
  return { name, type: 'text', maxLength, required: need === 'required' }
}

/** The second accepted spelling: "Qty Sold" → qty_sold, "BL t" → bl_t. */
export function snakeCase(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_')
}

/** What two spellings of one heading have in common; only for comparing. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '_')
}

/** What spellings of one heading in any language have in common: `N° commande`, `No. commande` and `NO_COMMANDE`, `Item #` and `Item No`. */
export function aliasKey(heading: string): string {
  return fold(heading.replace(/\.?[°º]/g, 'o').replaceAll('#', ' no '))
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
