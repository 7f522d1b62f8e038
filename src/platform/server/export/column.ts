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

/** A column of a row's own field: which, what it is, how wide. */
export type FieldColumn<Field extends string, Row> = readonly [Field, ExportColumn<Row>['kind'], number?]

/** Columns of a row's own fields under their headings; `value` answers the cell. */
export const fieldColumns = <Field extends string, Row>(
  fields: readonly FieldColumn<Field, Row>[],
  headings: Readonly<Record<Field, string>>,
  value: (row: Row, field: Field) => CellValue,
): ExportColumn<Row>[] =>
  fields.map(([field, kind, width]) => ({
    heading: headings[field],
    kind,
    value: (row) => value(row, field),
    ...(width && { width }),
  }))

/** Rows as they arrive from a cursor. */
export type Batches<Row> = AsyncIterable<readonly Row[]>
