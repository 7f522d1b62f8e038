import { Readable } from 'node:stream'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ReadRefusal } from './refusal.ts'
import type { Spool } from './spool.ts'

/** XML of tables shrinks 5 to 30 times. Beyond both limits a workbook is a bomb. */
const HARMLESS_BYTES = 64 * 1024 * 1024
const HIGHEST_RATIO = 200
/** Texts that cells share stand in memory; in characters. */
const MOST_SHARED = 24 * 1024 * 1024

export type Sheet = { name: string; isHidden: boolean; part: string }

export type Workbook = {
  sheets: readonly Sheet[]
  /** Texts that cells share, by number. */
  shared: readonly string[]
  /** Whether cells of a style show dates. */
  isDate(style: number): boolean
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean
  xml(part: string): AsyncGenerator<string>
}

/** Opens an Excel workbook (Office Open XML). Throws `not_a_table` for another archive and `bad_workbook` for a damaged one. */
export async function openWorkbook(body: Spool): Promise<Workbook> {
  const { zip, entries } = await openArchive(body)

  async function* xml(part: string): AsyncGenerator<string> {
    const entry = entries.get(part)
    if (!entry) throw damaged()
    if (
      entry.uncompressedSize > HARMLESS_BYTES &&
      entry.uncompressedSize > entry.compressedSize * HIGHEST_RATIO
    )
      throw new ReadRefusal('unpacked_too_large', 'The workbook unpacks to far more than its size allows.')
    const decoder = new TextDecoder()
    try {
      const stream = await zip.openReadStreamPromise(entry)
      for await (const piece of stream) yield decoder.decode(piece as Buffer, { stream: true })
    } catch (fault) {
      throw fault instanceof ReadRefusal ? fault : damaged()
    }
  }

  const parts = new Map<string, string>()
  await eachElement(xml('xl/_rels/workbook.xml.rels'), ({ local, attributes }) => {
    if (local === 'Relationship') parts.set(attributes.Id ?? '', partOf(attributes.Target ?? ''))
  })
  const sheets: Sheet[] = []
  let from1904 = false
  await eachElement(xml('xl/workbook.xml'), ({ local, attributes }) => {
    if (local === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    const part = parts.get(attributes['r:id'] ?? '')
    if (local === 'sheet' && part !== undefined && entries.has(part))
      sheets.push({ name: attributes.name ?? '', isHidden: /hidden/i.test(attributes.state ?? ''), part })
  })
  return {
    sheets,
    shared: entries.has('xl/sharedStrings.xml') ? await readShared(xml('xl/sharedStrings.xml')) : [],
    isDate: entries.has('xl/styles.xml') ? await readDateStyles(xml('xl/styles.xml')) : () => false,
    from1904,
    xml,
  }
}

async function openArchive(body: Spool): Promise<{ zip: ZipFile; entries: ReadonlyMap<string, Entry> }> {
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    zip = await fromRandomAccessReaderPromise(new SpoolReader(body), body.size, {
      lazyEntries: true,
      autoClose: false,
    })
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    throw damaged()
  }
  if (!entries.has('xl/workbook.xml') || !entries.has('xl/_rels/workbook.xml.rels'))
    throw new ReadRefusal(
      'not_a_table',
      'The body is a ZIP file without an Excel workbook; send the table that is in it.',
    )
  return { zip, entries }
}

class SpoolReader extends RandomAccessReader {
  readonly #body: Spool
  constructor(body: Spool) {
    super()
    this.#body = body
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const body = this.#body
    async function* pieces() {
      for (let at = start; at < end; ) {
        const piece = await body.slice(at, Math.min(64 * 1024, end - at))
        if (piece.length === 0) return
        at += piece.length
        yield piece
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }
}

const damaged = () =>
  new ReadRefusal('bad_workbook', 'The workbook is damaged or incomplete; save it again, or as CSV.')

/** Targets stand relative to `xl/` or from the root. */
const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

type Element = { local: string; attributes: Readonly<Record<string, string>> }

/** Calls `open` for each element, by its name without prefix, `close` behind it and `text` for what stands in it. */
export function createXmlReader(handlers: {
  open?: (element: Element) => void
  close?: (local: string) => void
  text?: (text: string) => void
}): { write(xml: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {
    throw damaged()
  })
  const localOf = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
    handlers.open?.({ local: localOf(name), attributes: attributes as Record<string, string> }),
  )
  parser.on('closetag', ({ name }: SaxesTagPlain) => handlers.close?.(localOf(name)))
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  return { write: (xml) => void parser.write(xml), end: () => void parser.close() }
}

async function eachElement(xml: AsyncGenerator<string>, open: (element: Element) => void): Promise<void> {
  const reader = createXmlReader({ open })
  for await (const text of xml) reader.write(text)
  reader.end()
}

async function readShared(xml: AsyncGenerator<string>): Promise<string[]> {
  const shared: string[] = []
  let text = ''
  let inText = false
  let phonetic = false
  let size = 0
  const reader = createXmlReader({
    open({ local }) {
      if (local === 'si') text = ''
      if (local === 'rPh') phonetic = true
      if (local === 't') inText = !phonetic
    },
    text(piece) {
      if (inText) text += piece
    },
    close(local) {
      if (local === 't') inText = false
      if (local === 'rPh') phonetic = false
      if (local !== 'si') return
      shared.push(text)
      size += text.length
      if (size > MOST_SHARED)
        throw new ReadRefusal(
          'unpacked_too_large',
          'The workbook holds too much text; save the sheet as CSV.',
        )
    },
  })
  for await (const piece of xml) reader.write(piece)
  reader.end()
  return shared
}

/** Built-in number formats that show dates (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Whether a format shows a date: it has a day, a month or a year outside quotes, brackets and escapes; a mere time is none. */
function showsDate(format: string): boolean {
  const letters = format.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '')
  return /[yd]/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters))
}

async function readDateStyles(xml: AsyncGenerator<string>): Promise<(style: number) => boolean> {
  const formats = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  const reader = createXmlReader({
    open({ local, attributes }) {
      if (local === 'numFmt') formats.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ''))
      if (local === 'cellXfs') inCells = true
      if (local !== 'xf' || !inCells) return
      const id = Number(attributes.numFmtId ?? 0)
      styles.push(formats.get(id) ?? isBuiltInDate(id))
    },
    close(local) {
      if (local === 'cellXfs') inCells = false
    },
  })
  for await (const piece of xml) reader.write(piece)
  reader.end()
  return (style) => styles[style] === true
}
