import type { ReactNode } from 'react'
import type { Column, RowAction } from './column.ts'
import type { ColumnChoice } from './column-choice.ts'

export type DataTableProps<Row> = {
  /** Name of the table for those who cannot see it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Names one row: title of its card and of its sheet. */
  rowTitle: (row: Row) => string
  /** From `useColumnChoice`; without it every column is shown. */
  choice?: ColumnChoice
  sort?: string | undefined
  onSort?: (sort: string) => void
  /** Enter or click on a row. Not given: a sheet with every fact of the row. */
  onOpen?: (row: Row) => void
  /** Stand at the end of the row, and in its sheet. */
  actions?: (row: Row) => readonly RowAction[]
  /** Rows to mark for a moment, because they changed while one looked: from `useChangedRows`. */
  changed?: ReadonlySet<string | number>
  total?: number | null
  more?: { load: () => void; loading: boolean } | null
  /** Nothing has arrived yet. */
  loading?: boolean
  /** How many rows are expected then, up to fifty; without it ten. */
  expected?: number
  /** The rows are those of the previous filter; the new ones are on their way. */
  dimmed?: boolean
  /** Replaces the table. */
  failure?: { title: string; message?: string; cause?: unknown; onRetry?: () => void } | null
  /** What stands there when there is no row. */
  empty: ReactNode
  /** Inside a Panel: no frame of its own. */
  flush?: boolean
}
