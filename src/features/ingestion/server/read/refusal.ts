export type RefusalCode =
  | 'empty_body'
  | 'not_a_table'
  | 'unknown_headings'
  | 'duplicate_heading'
  | 'unknown_column'
  | 'key_not_possible'
  | 'unknown_sheet'
  | 'bad_gzip'
  | 'bad_workbook'
  | 'unpacked_too_large'
  | 'no_space'
  | 'encoding_unclear'
  | 'number_mark_unclear'
  | 'date_order_unclear'
  | 'setting_contradicted'
  | 'total_differs'

/** Of the headings that are told. */
const MOST_HEADINGS = 100
/** In characters. */
const LONGEST_HEADING = 100
const LONGEST_MESSAGE = 1000

/** What helps the sender beside the sentence. */
export type RefusalDetails = {
  /** The column that it is about. */
  column?: string
  /** The headings that came, and those that would have fitted. */
  found?: readonly string[]
  accepted?: readonly string[]
}

/** The whole body cannot be read; rows that came before it do not count. `message` is one sentence for the sender. */
export class ReadRefusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails
  /** The number of the batch that it left in the list, if it left one. */
  batchId: number | undefined

  constructor(code: RefusalCode, message: string, { found, accepted, ...details }: RefusalDetails = {}) {
    super(short(message, LONGEST_MESSAGE))
    this.name = 'ReadRefusal'
    this.code = code
    this.details = {
      ...details,
      ...(found && { found: headings(found) }),
      ...(accepted && { accepted: headings(accepted) }),
    }
  }
}

/** What stands in a file may be of any length, and what is no text cannot be kept. */
const short = (text: string, most: number) => text.slice(0, most).replace(UNSTORABLE, '\ufffd')
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text of the database holds a NUL
const UNSTORABLE = /\u0000|\p{Surrogate}/gu

const headings = (all: readonly string[]) =>
  all
    .map((heading) => short(heading.trim(), LONGEST_HEADING))
    .filter((heading) => heading !== '')
    .slice(0, MOST_HEADINGS)
