import { type KeyboardEvent, useState } from 'react'

/**
 * A table of buttons is one stop in the tab order: arrows, Home and End move between them. Each button carries
 * `data-cell="row-column"`.
 */
export function useCellKeys(rows: number, columns: number) {
  const [active, setActive] = useState({ row: 0, column: 0 })
  // A filter can leave fewer rows than the focus had.
  const current = { row: Math.min(active.row, rows - 1), column: Math.min(active.column, columns - 1) }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return
    const [row = 0, column = 0] = cell.split('-').map(Number)
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, columns - 1],
    }[event.key]
    if (!to) return
    event.preventDefault()
    const [toRow = 0, toColumn = 0] = to
    const next = { row: within(toRow, rows), column: within(toColumn, columns) }
    setActive(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)?.focus()
  }

  return {
    onKeyDown,
    /** What each button of the table carries. */
    cell: (row: number, column: number) => ({
      'data-cell': `${row}-${column}`,
      tabIndex: row === current.row && column === current.column ? 0 : -1,
      onFocus: () => setActive({ row, column }),
    }),
  }
}

const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))
