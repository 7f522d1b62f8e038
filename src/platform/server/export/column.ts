import type { CellValue, ExportColumn } from '../../domain/xlsx/column.ts'

export type { CellValue, ExportColumn }

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
