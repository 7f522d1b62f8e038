import { Sheet } from '../kit/sheet.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'

type RowSheetProps<Row> = {
  row: Row | null
  title: (row: Row) => string
  columns: readonly Column<Row>[]
  onClose: () => void
}

/** Every fact of one row, also those whose columns are hidden or do not fit. */
export function RowSheet<Row>({ row, title, columns, onClose }: RowSheetProps<Row>) {
  return (
    <Sheet opened={row !== null} title={row === null ? '' : title(row)} onClose={onClose}>
      <dl className={css.sheet}>
        {row !== null &&
          columns.map((column) => [
            <dt key={`${column.id}-title`}>{column.title}</dt>,
            <dd key={column.id}>{column.cell(row)}</dd>,
          ])}
      </dl>
    </Sheet>
  )
}
