import { refuse } from '../endpoint/fault.ts'

/** Some 130 pages; beyond that nobody reads, and a workbook is made in flat memory (docs/performance.md). */
const MOST_ROWS = 5000

export function refuseTooLong(rows: number): void {
  if (rows > MOST_ROWS) throw refuse(422, 'paper_too_long', { values: { rows, most: MOST_ROWS } })
}
