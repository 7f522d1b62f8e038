export type RefusalCode =
  | 'empty_body'
  | 'not_a_table'
  | 'unknown_headings'
  | 'duplicate_heading'
  | 'unknown_column'
  | 'bad_gzip'
  | 'unpacked_too_large'

/** The whole body cannot be read; rows that came before it do not count. `message` is one sentence for the sender. */
export class ReadRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.name = 'ReadRefusal'
    this.code = code
  }
}
