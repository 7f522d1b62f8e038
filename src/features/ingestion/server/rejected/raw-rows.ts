/** In characters, of all cells of a row: what is longer is cut. */
const LONGEST_ROW = 8 * 1024
/** In characters, of all rows that are kept of a batch: those behind it are not. */
const MOST_OF_BATCH = 1024 * 1024

/** A row as it stood in the body; `cut`: not to its end. */
export type RawRow = { row: number; cells: string[]; cut: boolean }

/** Rows of one batch, as far as they are kept. */
export function createRawRows() {
  const rows: RawRow[] = []
  let characters = 0
  return {
    rows,
    add(row: number, cells: readonly unknown[]) {
      if (characters >= MOST_OF_BATCH) return
      const raw = rawRow(row, cells)
      for (const cell of raw.cells) characters += cell.length + 1
      rows.push(raw)
    },
  }
}

/** A body may name any number of keys. */
export const keptHeadings = (headings: readonly string[] | null): string[] | null =>
  headings && rawRow(0, headings).cells

function rawRow(row: number, cells: readonly unknown[]): RawRow {
  const kept: string[] = []
  let left = LONGEST_ROW
  for (const cell of cells) {
    if (left <= 0) return { row, cells: kept, cut: true }
    const text = textOf(cell)
    kept.push(text.slice(0, left))
    if (text.length > left) return { row, cells: kept, cut: true }
    left -= text.length + 1
  }
  return { row, cells: kept, cut: false }
}

/** With its blanks: they may be what is wrong. */
const textOf = (cell: unknown): string => {
  if (typeof cell === 'string') return cell
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell)
  try {
    return JSON.stringify(cell)
  } catch {
    // Nested deeper than can be written.
    return '…'
  }
}
