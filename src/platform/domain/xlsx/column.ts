/** A cell as it comes from the database: text, a decimal as text or number, a date as 2026-11-21, a month as 2026-11, or nothing. */
export type CellValue = string | number | null

/** Numbers, dates and months are written as such; text stays text, also where it could be a formula. */
export type CellKind = 'text' | 'number' | 'money' | 'date' | 'month'

/** One column of an exported table. */
export type ExportColumn<Row> = {
  heading: string
  kind: CellKind
  value: (row: Row) => CellValue
  /** Width in characters, where the format knows widths. */
  width?: number
}
