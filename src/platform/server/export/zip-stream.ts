import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive: its name and its content, piece by piece. */
export type ZipEntry = { name: string; content: AsyncIterable<string | Uint8Array> | Iterable<string> }

type Written = { name: Buffer; crc: number; packed: number; size: number; at: number }

const LARGEST = 0xffffffff
// Bit 3: sizes follow the data, since nothing is known before it was read. Bit 11: names are UTF-8.
const FLAGS = 0x0808
const DEFLATE = 8
const VERSION = 20
// The format's earliest moment, so that equal content gives equal bytes.
const DOS_TIME = 0
const DOS_DATE = 0x21

/**
 * A ZIP archive, written while its entries are read: memory holds one piece, whatever the size.
 * Throws RangeError beyond 4 GiB, where the plain format ends.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at }
    yield localHeader(entry)
    for await (const piece of deflated(content, entry)) yield piece
    yield descriptor(entry)
    at += 30 + entry.name.length + entry.packed + 16
    if (Math.max(at, entry.size) > LARGEST) throw new RangeError('a ZIP archive ends at 4 GiB')
    written.push(entry)
  }
  yield directory(written, at)
}

/** The compressed pieces; `entry` takes its checksum and sizes on the way. */
async function* deflated(content: ZipEntry['content'], entry: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level: 5 })
  // Its fault arrives through the stream that is read below; an early end of that reading ends it too.
  const fed = pipeline(measured(content, entry), deflate).catch(() => {})
  for await (const piece of deflate) {
    entry.packed += (piece as Buffer).length
    yield piece as Buffer
  }
  await fed
}

async function* measured(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DOS_TIME, 10)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

function directory(entries: Written[], at: number): Buffer {
  const records = entries.map(({ name, crc, packed, size, at: begin }) => {
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(VERSION, 4)
    record.writeUInt16LE(VERSION, 6)
    record.writeUInt16LE(FLAGS, 8)
    record.writeUInt16LE(DEFLATE, 10)
    record.writeUInt16LE(DOS_TIME, 12)
    record.writeUInt16LE(DOS_DATE, 14)
    record.writeUInt32LE(crc, 16)
    record.writeUInt32LE(packed, 20)
    record.writeUInt32LE(size, 24)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt32LE(begin, 42)
    return Buffer.concat([record, name])
  })
  const all = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([all, end])
}
