/** How a source writes decimals; 'auto': found out of each file. */
export const DECIMALS = ['auto', '.', ','] as const
export const DATE_ORDERS = ['auto', 'dmy', 'mdy', 'ymd'] as const
/** What becomes of rows of one key without, or of one, `Updated At` and different content: all refused, or the last one wins. */
export const DUPLICATES = ['reject', 'last'] as const

/** What was found out of a source's files of a kind. `field` is a column, or "dateOrder" or "encoding" for the whole file. */
export type Reading = { kind: string; field: string; decided: string; because: string }
