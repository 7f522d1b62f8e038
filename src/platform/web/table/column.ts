import type { ReactNode } from 'react'

/** What can be done to a row. */
export type RowAction = { label: string; disabled?: boolean; onSelect: () => void }

/** One column of a DataTable. `id` is also the sort field of the API. */
export type Column<Row> = {
  id: string
  title: string
  /** Explains the heading on hover and focus. */
  hint?: string
  cell: (row: Row) => ReactNode
  /** Figures stand to the right, with tabular digits. */
  align?: 'end'
  /** A long value is cut sooner, so that the columns after it stay in sight. */
  narrow?: true
  /** Has the room that the other columns leave, and is cut there: it pushes none of them out of sight. */
  fills?: true
  /** A long text is read whole, in as many lines as it needs. */
  wraps?: true
  /** Off for what the API cannot sort by. */
  sortable?: boolean
  /** What a list that is there whole is sorted by; what never was comes first. */
  by?: (row: Row) => string | number | null
  /** Where the value stands on a phone's card: in its corner, or as one of its facts (three are enough). */
  card?: 'corner' | 'fact'
  /** More of it for a phone's card: a line of its own beneath the title. */
  line?: (row: Row) => ReactNode
  /** Stays when the user chooses columns. */
  fixed?: boolean
  /** Not shown until the user chooses it. */
  startsHidden?: boolean
}
