import { inMinorDigits } from '../../contract/minor-digits.ts'
import type { CellKind, CellValue, ExportColumn } from '../../domain/xlsx/column.ts'

export type { CellValue, ExportColumn }

/** A column of a row's own field: which, what it is, how wide. */
export type FieldColumn<Field extends string, Row> = readonly [Field, ExportColumn<Row>['kind'], number?]

/** A cell with an amount has the decimals of its currency. */
export const inCurrency = (
  kind: CellKind,
  value: CellValue,
  currency: string | null | undefined,
): CellValue =>
  kind === 'money' && typeof value === 'string' && currency ? inMinorDigits(value, currency) : value

/** Columns of a row's own fields under their headings; `value` answers the cell, `currencyOf` what its amounts are in. */
export const fieldColumns = <Field extends string, Row>(
  fields: readonly FieldColumn<Field, Row>[],
  headings: Readonly<Record<Field, string>>,
  value: (row: Row, field: Field) => CellValue,
  currencyOf?: (row: Row) => string | null,
): ExportColumn<Row>[] =>
  fields.map(([field, kind, width]) => ({
    heading: headings[field],
    kind,
    value: (row) => inCurrency(kind, value(row, field), currencyOf?.(row)),
    ...(width && { width }),
  }))

/** Rows as they arrive from a cursor. */
export type Batches<Row> = AsyncIterable<readonly Row[]>
