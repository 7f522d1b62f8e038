/** How a source writes decimals; 'auto': found out of each file. */
export const DECIMALS = ['auto', '.', ','] as const
export const DATE_ORDERS = ['auto', 'dmy', 'mdy', 'ymd'] as const
/** What becomes of rows of one key without, or of one, `Updated At` and different content: all refused, or the last one wins. */
export const DUPLICATES = ['reject', 'last'] as const

/** What may decide how the next file is read: the evidence of one file, or what was set for it. */
export const READING_REASONS = [
  'column',
  'other_columns',
  'arithmetic',
  'value',
  'year_month',
  'setting',
] as const
export const READINGS = ['.', ',', 'dmy', 'mdy', 'ymd'] as const

/** What was found out of a source's files of a kind. `field` is a column of numbers, or "dateOrder" for the whole file. */
export type Reading = {
  kind: string
  field: string
  decided: (typeof READINGS)[number]
  because: (typeof READING_REASONS)[number]
}
