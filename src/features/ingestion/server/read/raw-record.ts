/** One row as it stood in the body: its cells as they came; `line` is its line in the file, from 1. */
export type TableRow = { line: number; cells: readonly unknown[] }
export type RawRecord = TableRow | RecordFault

/** A row that has no cells to look at. `message` is one English sentence. */
export class RecordFault {
  readonly code: string
  readonly message: string
  /** Where the next row begins is unknown: nothing after this one can be read. */
  readonly last: boolean
  readonly line: number
  /** What came, where it could be cut out. */
  readonly cells: readonly unknown[] | null

  constructor(
    code: string,
    message: string,
    last = false,
    line = 0,
    cells: readonly unknown[] | null = null,
  ) {
    this.code = code
    this.message = message
    this.last = last
    this.line = line
    this.cells = cells
  }

  at(line: number): RecordFault {
    return new RecordFault(this.code, this.message, this.last, line, this.cells)
  }
}

/** Cuts text into records as it comes; an incomplete one waits for the next call. After a fault that is `last`, stop. */
export type RecordReader = { read(text: string, ended: boolean): RawRecord[] }

/** The longest row that is put together, in characters. */
export const LONGEST_ROW = 1024 * 1024

export const rowTooLarge = () => new RecordFault('row_too_large', 'The row is longer than 1 MB.')
