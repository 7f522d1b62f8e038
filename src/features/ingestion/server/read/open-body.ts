import type { Encoding, Separator } from '../../domain/import-mapping.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import type { FieldsByKind, Kind } from '../../domain/kinds/kinds.ts'
import { normaliseCells } from '../../domain/kinds/normalise-row.ts'
import { type BodyFormat, chooseFormat, readContentType, refuseOtherFiles } from './body-format.ts'
import { inPieces, peek, startingWith, watched, without } from './bytes.ts'
import { findCsvLayout } from './csv-layout.ts'
import { createCsvReader } from './csv-rows.ts'
import { byteOrderMark, decodeText } from './decode.ts'
import { createHeadings } from './headings.ts'
import { createJsonReader } from './json-rows.ts'
import { createNdjsonReader } from './ndjson-rows.ts'
import type { RecordReader } from './raw-record.ts'
import type { ReadOptions } from './reading.ts'
import { ReadRefusal } from './refusal.ts'
import { unpack } from './unpack.ts'

/** In bytes to know the kind of file, in characters to know the layout of a table. */
const HEAD_BYTES = 4096
const HEAD_CHARACTERS = 64 * 1024

/** A body whose format is known, ready to be read from its first row on. Closing `text` closes the stream. */
export type OpenBody = {
  text: AsyncGenerator<string>
  reader: RecordReader
  format: BodyFormat
  /** Known for certain once the first byte outside ASCII has come. */
  encoding(): Encoding
  separator: Separator | null
  headings: readonly string[] | null
  unknownColumns(): string[]
}

/** Looks at the head of a body and finds out what nobody said. Throws ReadRefusal, with the stream closed. */
export async function openBody<K extends Kind>(
  stream: AsyncIterable<Uint8Array>,
  kind: KindDefinition<FieldsByKind[K]>,
  options: ReadOptions<K>,
): Promise<OpenBody> {
  const bytes = watched(unpack(inPieces(stream), options.gzip === true), options.onBytes)
  try {
    return await open(bytes, kind, options)
  } catch (fault) {
    await bytes.return(undefined)
    throw fault
  }
}

async function open<K extends Kind>(
  bytes: AsyncGenerator<Buffer>,
  kind: KindDefinition<FieldsByKind[K]>,
  options: ReadOptions<K>,
): Promise<OpenBody> {
  const said = readContentType(options.contentType)
  const { head, all } = await peek(bytes, HEAD_BYTES)
  const mark = byteOrderMark(head)
  const encoding = mark?.encoding ?? options.encoding ?? said.encoding
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be'
  const content = head.subarray(mark?.length ?? 0)
  if (head.length < HEAD_BYTES && content.toString('latin1').replaceAll('\0', '').trim() === '') {
    throw new ReadRefusal('empty_body', 'The body is empty.')
  }
  refuseOtherFiles(content, isUtf16)
  const format = chooseFormat(options.format ?? said.format, content)
  const headings = createHeadings(kind, options.mapping)

  // JSON is UTF-8 by its own rules, so only a table may turn out to be Windows-1252.
  const assumed = encoding ?? (format === 'csv' ? undefined : 'utf-8')
  let actual: Encoding = assumed ?? 'utf-8'
  const text = decodeText(without(mark?.length ?? 0, all), assumed, (decided) => {
    actual = decided
  })
  const common = { format, encoding: () => actual, unknownColumns: headings.unknown }
  if (format !== 'csv') {
    const createReader = format === 'json' ? createJsonReader : createNdjsonReader
    return {
      ...common,
      text,
      reader: createReader(kind.columns.length, headings),
      separator: null,
      headings: null,
    }
  }

  const first = await firstText(text)
  const looksLikeData = (cells: readonly unknown[]) =>
    (['dmy', 'mdy'] as const).some(
      (dateOrder) => normaliseCells<K>(kind, cells, { decimal: options.decimal ?? 'auto', dateOrder }).ok,
    )
  const layout = findCsvLayout(first.text, first.ended, kind, headings, options, looksLikeData)
  return {
    ...common,
    text: startingWith([first.text.slice(layout.start)], text),
    reader: createCsvReader(layout, kind),
    separator: layout.format.separator,
    headings: layout.headings,
  }
}

async function firstText(text: AsyncGenerator<string>): Promise<{ text: string; ended: boolean }> {
  let first = ''
  while (first.length < HEAD_CHARACTERS) {
    const next = await text.next()
    if (next.done) return { text: first, ended: true }
    first += next.value
  }
  return { text: first, ended: false }
}
