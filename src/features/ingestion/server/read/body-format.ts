import { type Encoding, encodingOf } from '../../domain/import-mapping.ts'
import { ReadRefusal } from './refusal.ts'

export type BodyFormat = 'csv' | 'ndjson' | 'json' | 'xlsx'

const FORMATS: ReadonlyMap<string, BodyFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
])

/** What a Content-Type says; nothing when it is absent or says nothing about tables (octet-stream, plain text). */
export function readContentType(contentType = ''): {
  format: BodyFormat | undefined
  encoding: Encoding | undefined
} {
  const [type = '', ...parameters] = contentType.split(';')
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter)?.[1])
  const label = charset.find((value) => value !== undefined)
  return {
    format: FORMATS.get(type.trim().toLowerCase()),
    encoding: label === undefined ? undefined : encodingOf(label),
  }
}

/** Beginnings of files that are no text tables, and what to say about them. */
const OTHER_FILES: readonly (readonly [signature: string, name: string])[] = [
  ['%PDF-', 'a PDF document'],
  ['\xd0\xcf\x11\xe0', 'an old or protected Excel workbook; save it as XLSX without a password, or as CSV'],
  ['\x1f\x8b', 'gzip inside gzip'],
  ['\x89PNG', 'an image'],
  ['\xff\xd8\xff', 'an image'],
  ['{\\rtf', 'an RTF document'],
  ['<', 'HTML or XML'],
]

/** Refuses what cannot be a table, by its first bytes: known files, and anything with NUL or many control characters. */
export function refuseOtherFiles(head: Buffer, isUtf16: boolean): void {
  const text = head.toString('latin1')
  const known = OTHER_FILES.find(([signature]) => text.trimStart().startsWith(signature))
  if (known) throw new ReadRefusal('not_a_table', `The body is not a table but ${known[1]}.`)
  if (isUtf16) return
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  const controls = text.match(/[\x00-\x08\x0e-\x1f]/g)?.length ?? 0
  if (text.includes('\0') || controls * 10 > text.length) {
    throw new ReadRefusal('not_a_table', 'The body is not a table but binary data.')
  }
}

/** Whether the body is a ZIP archive, which every workbook is. */
const isArchive = (head: Buffer) => head.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

/** The format said or, failing that, seen in the first bytes; a body that is another than it is said to be is refused by name. */
export function chooseFormat(said: BodyFormat | undefined, head: Buffer): BodyFormat {
  if (isArchive(head)) return 'xlsx'
  if (said === 'xlsx') throw new ReadRefusal('not_a_table', 'The body is not an Excel workbook.')
  const first = head.toString('latin1').replaceAll('\0', '').trimStart().charAt(0)
  const seen = first === '[' ? 'json' : first === '{' ? 'ndjson' : undefined
  if (said === 'json' && first !== '[') {
    throw new ReadRefusal('not_a_table', 'The body is not a JSON array of rows.')
  }
  if (said === 'ndjson' && seen === 'json') {
    throw new ReadRefusal('not_a_table', 'The body is a JSON array, not one JSON object per line.')
  }
  return said ?? seen ?? 'csv'
}
