import type { Encoding, ImportMapping } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type BodyFormat, chooseFormat, readContentType, refuseOtherFiles } from './body-format.ts'
import { createKnown } from './columns.ts'
import { openCsv } from './csv-table.ts'
import { byteOrderMark, chooseEncoding } from './encoding.ts'
import { openJson } from './json-table.ts'
import type { ReadOptions } from './reading.ts'
import { ReadRefusal } from './refusal.ts'
import type { Spool } from './spool.ts'
import type { Table } from './table.ts'
import { openSheet } from './workbook-table.ts'

/** In bytes: what is looked at to know the kind of file. */
export const HEAD_BYTES = 4096

/** What kind of file a body is; `encoding` is that of the sender or the source, where one says it. */
export type FileKind = { format: BodyFormat; encoding: Encoding | undefined }

/** Looks at the first bytes, before anything is kept. Throws `empty_body` and `not_a_table`. */
export function recogniseFile(
  head: Buffer,
  { contentType, format: given, mapping, known }: Omit<ReadOptions, 'kind'>,
): FileKind {
  const said = readContentType(contentType)
  const mark = byteOrderMark(head)
  const setting = mapping?.encoding ?? said.encoding ?? known?.encoding
  const encoding = mark?.encoding ?? setting
  const content = head.subarray(mark?.length ?? 0)
  if (head.length < HEAD_BYTES && content.toString('latin1').replaceAll('\0', '').trim() === '')
    throw new ReadRefusal('empty_body', 'The body is empty.')
  const format = chooseFormat(given ?? said.format, content)
  if (format !== 'xlsx') refuseOtherFiles(content, encoding === 'utf-16le' || encoding === 'utf-16be')
  return { format, encoding: setting }
}

/** Finds out how a body is encoded and laid out. Throws ReadRefusal where it cannot be read. */
export async function openTable(
  body: Spool,
  { format, encoding }: FileKind,
  kind: KindDefinition,
  mapping: ImportMapping,
  looksLikeData: (cells: readonly unknown[]) => boolean,
): Promise<Table> {
  if (format === 'xlsx') return openSheet(body, kind, mapping)
  const decided = await chooseEncoding(body, encoding, format !== 'csv')
  if (format !== 'csv') return openJson(body, decided, format, createKnown(kind, mapping))
  return openCsv(body, decided, kind, mapping, looksLikeData)
}
