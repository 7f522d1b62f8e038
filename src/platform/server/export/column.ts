/** A cell as it comes from the database: text, a decimal as text or number, a date as 2026-11-21, or nothing. */
export type CellValue = string | number | null

/** One column of an exported table. */
export type ExportColumn<Row> = {
  heading: string
  /** Numbers and dates are written as such; text is neutralised against formulas. */
  kind: 'text' | 'number' | 'money' | 'date'
  value: (row: Row) => CellValue
  /** Width in characters, where the format knows widths. */
  width?: number
}

/** Rows as they arrive from a cursor. */
export type Batches<Row> = AsyncIterable<readonly Row[]>
