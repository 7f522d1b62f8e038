/** One row as it stood in the body: its cells in the order of the kind's columns. */
export type RawRecord = readonly unknown[] | RecordFault

/** A row that has no cells to look at. `message` is one English sentence. */
export class RecordFault {
  readonly code: string
  readonly message: string
  /** Where the next row begins is unknown: nothing after this one can be read. */
  readonly last: boolean

  constructor(code: string, message: string, last = false) {
    this.code = code
    this.message = message
    this.last = last
  }
}

/** Cuts text into records as it comes; an incomplete one waits for the next call. After a fault that is `last`, stop. */
export type RecordReader = { read(text: string, ended: boolean): RawRecord[] }

/** The longest row that is put together, in characters. */
export const LONGEST_ROW = 1024 * 1024

export const rowTooLarge = () => new RecordFault('row_too_large', 'The row is longer than 1 MB.')
