import { Button } from '@mantine/core'
import { Sheet } from '../kit/sheet.tsx'
import type { Column, RowAction } from './column.ts'
import css from './data-table.module.css'

type RowSheetProps<Row> = {
  row: Row
  opened: boolean
  title: (row: Row) => string
  columns: readonly Column<Row>[]
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  onClose: () => void
}

/** Every fact of one row, also those whose columns are hidden or do not fit, and what can be done to it. */
export default function RowSheet<Row>({ row, opened, title, columns, actions, onClose }: RowSheetProps<Row>) {
  return (
    <Sheet opened={opened} title={title(row)} onClose={onClose}>
      <dl className={css.sheet}>
        {columns.map((column) => [
          <dt key={`${column.id}-title`}>{column.title}</dt>,
          <dd key={column.id}>{column.cell(row)}</dd>,
        ])}
      </dl>
      {actions && (
        <div className={css.sheetActions}>
          {actions(row).map(({ label, disabled, onSelect }) => (
            <Button
              key={label}
              variant="default"
              disabled={disabled}
              onClick={() => {
                onClose()
                onSelect()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Sheet>
  )
}
