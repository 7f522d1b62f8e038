import type { DateOrderDecision } from '../../domain/date-order.ts'
import type { DateOrder } from '../../domain/date-text.ts'
import type { Encoding, Separator } from '../../domain/import-mapping.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow } from '../../domain/kinds/normalise-row.ts'
import type { DecimalMark } from '../../domain/number-grammar.ts'
import type { BodyFormat } from './body-format.ts'
import type { WarningCount } from './warning-tally.ts'

/** What the sender says about the body. Everything left out is found out from its first 64 KiB. */
export type ReadOptions<K extends Kind = Kind> = {
  kind: K
  contentType?: string | undefined
  format?: BodyFormat | undefined
  /** The body is declared as gzip (Content-Encoding). One that begins like gzip is unpacked anyhow. */
  gzip?: boolean | undefined
  encoding?: Encoding | undefined
  separator?: Separator | undefined
  /** Whether the first row is the heading row; or the headings of a body that has none. */
  header?: boolean | readonly string[] | undefined
  /** The sender's heading → the source's column. */
  mapping?: Readonly<Record<string, string>> | undefined
  decimal?: DecimalMark | undefined
  /** For dates that nothing else decides; day first by default. */
  dateOrder?: DateOrder | undefined
  /** Sees the unpacked bytes as they pass. */
  onBytes?: ((bytes: Uint8Array) => void) | undefined
}

/** `field` is null where a row as a whole is meant. */
export type RowRemark = { field: string | null; code: string; message: string }

/** `row` counts the data rows of the body from 1; heading and empty lines are none. A faulty one may still have its key. */
export type ReadRow<K extends Kind = Kind> =
  | { row: number; ok: true; value: NormalisedRow<K>; warnings: readonly RowRemark[] }
  | { row: number; ok: false; errors: readonly RowRemark[]; key: string | null }

export type ReadSummary = {
  rows: number
  good: number
  bad: number
  format: BodyFormat | null
  encoding: Encoding | null
  /** CSV only. */
  separator: Separator | null
  /** The headings that named the columns; null where they went by position, and for JSON. */
  headings: readonly string[] | null
  /** Null when no date needed it. */
  dateOrder: DateOrderDecision | null
  decimal: DecimalMark
  /** Headings or keys that are no column of the kind, at most fifty; their cells were left aside. */
  unknownColumns: string[]
  warnings: WarningCount[]
  /** The row behind which nothing could be read; null when the body was read to its end. */
  stoppedAt: number | null
}

export type Reading<K extends Kind> = AsyncIterable<ReadRow<K>> & {
  /** The same rows in groups as they come, for writing them in chunks. Iterate either this or the rows, once. */
  batches(): AsyncGenerator<ReadRow<K>[]>
  /** What was found out; complete once the rows were iterated to their end. */
  summary(): ReadSummary
}
