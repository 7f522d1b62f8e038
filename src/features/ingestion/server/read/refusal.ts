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

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message)
    this.name = 'ReadRefusal'
    this.code = code
    this.details = details
  }
}
