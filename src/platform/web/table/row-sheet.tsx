import { Sheet } from '../kit/sheet.tsx'
import type { Column } from './column.ts'
import css from './data-table.module.css'

type RowSheetProps<Row> = {
  row: Row
  opened: boolean
  title: (row: Row) => string
  columns: readonly Column<Row>[]
  onClose: () => void
}

/** Every fact of one row, also those whose columns are hidden or do not fit. */
export default function RowSheet<Row>({ row, opened, title, columns, onClose }: RowSheetProps<Row>) {
  return (
    <Sheet opened={opened} title={title(row)} onClose={onClose}>
      <dl className={css.sheet}>
        {columns.map((column) => [
          <dt key={`${column.id}-title`}>{column.title}</dt>,
          <dd key={column.id}>{column.cell(row)}</dd>,
        ])}
      </dl>
    </Sheet>
  )
}
