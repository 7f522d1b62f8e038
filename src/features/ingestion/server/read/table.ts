import type { Separator } from '../../domain/import-mapping.ts'
import type { BodyFormat } from './body-format.ts'
import type { EncodingDecision } from './encoding.ts'
import type { RawRecord } from './raw-record.ts'

/** A line that is no row of the table, and why; `text` is what its cells say. */
export type LeftOut = {
  line: number
  why: 'title' | 'group' | 'subtotal' | 'total' | 'rule' | 'end'
  text: string
}

/** A body whose form is known. Its records can be read from the beginning as often as needed. */
export type Table = {
  format: BodyFormat
  /** Null for a workbook. */
  encoding: EncodingDecision | null
  separator: Separator | null
  /** Of the cells, in their order; null where columns go by the source's order. */
  headings: readonly string[] | null
  /** How many cells a row has. */
  width: number
  /** The line of the heading row; null where the file has none. */
  headingLine: number | null
  /** Whether every row has as many cells as there are headings; else the last ones may be missing. */
  isRectangular: boolean
  /** Strings that fit two readings have a dot as their decimal mark. */
  isJson: boolean
  titles: readonly LeftOut[]
  /** What else there is to say of how the file was opened: the other sheets of a workbook. */
  otherSheets: readonly string[]
  records(): AsyncGenerator<readonly RawRecord[]>
  /** Whether text looked as if it had been decoded twice; complete when the records were read once. */
  looksDecodedTwice(): boolean
}
