import type { DateOrderDecision } from '../../domain/date-order.ts'
import type { DateOrder } from '../../domain/date-text.ts'
import type { Encoding, ImportMapping, Separator } from '../../domain/import-mapping.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow } from '../../domain/kinds/normalise-row.ts'
import type { MarkDecision } from '../../domain/number-evidence.ts'
import type { Mark } from '../../domain/number-grammar.ts'
import type { RawRow } from '../rejected/raw-rows.ts'
import type { BodyFormat } from './body-format.ts'
import type { EncodingReason } from './encoding.ts'
import type { LeftOut } from './table.ts'
import type { WarningCount } from './warning-tally.ts'

/** What a source always does, and what its earlier files decided; each counts where the body itself cannot tell (C3). */
export type Known = {
  decimal?: Mark | undefined
  dateOrder?: DateOrder | undefined
  encoding?: Encoding | undefined
  /** By column. */
  marks?: Readonly<Record<string, Mark>> | undefined
  rememberedOrder?: DateOrder | undefined
}

/** What the sender says about the body. Everything left out is found out from the body. */
export type ReadOptions<K extends Kind = Kind> = {
  kind: K
  contentType?: string | undefined
  format?: BodyFormat | undefined
  /** The body is declared as gzip (Content-Encoding). One that begins like gzip is unpacked anyhow. */
  gzip?: boolean | undefined
  mapping?: ImportMapping | undefined
  known?: Known | undefined
  /** The body is kept open behind its last row, for rowsAgain, until it is closed. */
  keepOpen?: boolean | undefined
  /** Sees the unpacked bytes as they pass. */
  onBytes?: ((bytes: Uint8Array) => void) | undefined
}

/** `field` is null where a row as a whole is meant. */
export type RowRemark = { field: string | null; code: string; message: string }

/**
 * `row` counts the data rows of the body from 1, `line` is that of the file; heading and left-out lines are no rows. A
 * faulty one may still have its key. `parent`: the rows are numbered within it, which makes their key.
 */
export type ReadRow<K extends Kind = Kind> = { row: number; line: number; parent: string | null } & (
  | { ok: true; value: NormalisedRow<K>; warnings: readonly RowRemark[] }
  | { ok: false; errors: readonly RowRemark[]; key: string | null; raw: readonly unknown[] | null }
)

/** How a body was read, and why so. */
export type ReadingReport = {
  encoding: Encoding | null
  encodingBecause: EncodingReason | null
  separator: Separator | null
  /** The line of the headings; null where there are none, and for JSON. */
  header: number | null
  /** Headings that stand for a column of another name, and that name. */
  columns: Readonly<Record<string, string>>
  /** Lines that are no rows: titles, group lines, subtotals and totals; the first fifty. */
  skipped: LeftOut[]
  /** Null when no date needed it. */
  dateOrder: DateOrder | null
  dateOrderBecause: Omit<DateOrderDecision, 'order'> | null
  /** For each number column that has a mark. */
  decimals: Record<string, MarkDecision>
  /** The other sheets of a workbook. */
  otherSheets?: string[]
}

export type ReadSummary = {
  rows: number
  good: number
  bad: number
  format: BodyFormat | null
  /** The headings that named the columns; null where they went by position. */
  headings: readonly string[] | null
  reading: ReadingReport | null
  /** Headings or keys that are no column of the kind, at most fifty; their cells were left aside. */
  unknownColumns: string[]
  warnings: WarningCount[]
  /** The row behind which nothing could be read; null when the body was read to its end. */
  stoppedAt: number | null
}

export type Reading<K extends Kind> = AsyncIterable<ReadRow<K>> & {
  /** The same rows in groups as they come, for writing them in chunks. Iterate either this or the rows, once. */
  batches(): AsyncGenerator<ReadRow<K>[]>
  /** The cells of these rows as they stood in the body, which was kept open. */
  rowsAgain(rows: readonly number[]): Promise<RawRow[]>
  close(): Promise<void>
  /** What was found out; complete once the rows were iterated to their end. */
  summary(): ReadSummary
}
