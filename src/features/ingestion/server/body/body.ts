import type { RowError } from '../../contract.ts'
import type { ReadingReport, ReadSummary } from '../read/reading.ts'
import type { RawRow } from '../rejected/raw-rows.ts'

/** What an upload brings, read and typed: chunks of rows, once; then what there is to say of all of them. */
export type Body = {
  /** Throws ReadRefusal where the body as a whole cannot be read. */
  chunks(): AsyncGenerator<Chunk>
  /** Complete once the chunks were iterated to their end. */
  end(): BodyEnd
  /** The cells of these rows as they stand in the upload: behind its end, until it is closed. */
  rowsAgain(rows: readonly number[]): Promise<RawRow[]>
  /** Lets go of the upload, however far it was read. */
  close(): Promise<void>
}

/**
 * Rows as texts of PostgreSQL arrays, one for each column of the stage: plain data, so that another thread can make it. Every
 * chunk but the last has CHUNK rows at least.
 */
export type Chunk = {
  /** Of the body up to here, faulty ones included. */
  received: number
  /** How many stand in the arrays. */
  rows: number
  rowNumbers: string
  /** The line of the file that each row begins in. */
  lines: string
  /**
   * Of rows that are numbered within a parent: its key. The stage gives them theirs (portal.number_ingest), which is the
   * parent's and a number; null where rows have keys of their own.
   */
  parents: string | null
  keys: string
  deletions: string
  updatedAt: string
  /** In the order of the kind's STAGED_COLUMNS. */
  columns: string[]
  /** Of sales lines: what they call their items and customers. */
  names: { items: Names; customers: Names } | null
  /** Keys of rows that could not be read; only where the batch replaces what is there. */
  unread: string[]
  /** Rows that could not be read, of those that are numbered within a parent: they keep a number, and what stands at it. */
  unreadLines: readonly UnreadLine[]
}

export type UnreadLine = { row: number; line: number; parent: string }

/** The different pairs of number (or code) and name, and of each row which of them it has; null for a deletion. */
export type Names = { pairs: (readonly [string, string])[]; at: (number | null)[] }

export type BodyEnd = {
  received: number
  rejected: number
  /** Of the rejected ones those whose key could not be read, one behind which nothing was read among them. */
  nameless: number
  staged: number
  /** The first MOST_ERRORS. */
  errors: RowError[]
  errorsTotal: number
  /** Of the cells of rows; null where there are none. */
  headings: readonly string[] | null
  /** The rows that the errors name as they stood in the upload, as far as they could be cut out. */
  rawRows: RawRow[]
  /** In thousandths and cents, over the rows that could be read and are no deletions. */
  sums: { quantity: bigint; amount: bigint }
  warnings: ReadSummary['warnings']
  unknownColumns: string[]
  /** Null for rows of this program. */
  reading: ReadingReport | null
  /** Identifies the body and what was asked of it; null where nobody asks. */
  fingerprint: Uint8Array | null
}
