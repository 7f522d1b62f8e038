/** A file of the archive. */
export type StoredFile = { name: string; content: readonly string[] }

const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
/** The format's earliest day, so that equal content gives equal bytes. */
const DAY = 0x21

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8)
  return ~sum >>> 0
}

/** Numbers of two (`short`) and four bytes, the lowest byte first. */
function record(parts: readonly (readonly ['short' | 'long', number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(
    new ArrayBuffer(parts.reduce((sum, [kind]) => sum + (kind === 'short' ? 2 : 4), 0)),
  )
  let at = 0
  for (const [kind, value] of parts) {
    if (kind === 'short') view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += kind === 'short' ? 2 : 4
  }
  return new Uint8Array(view.buffer)
}

const short = (value: number) => ['short', value] as const
const long = (value: number) => ['long', value] as const

/**
 * A ZIP archive whose files are not compressed, in one piece: what a chart holds is small, and so is this. What is large comes
 * from the server, which streams it (zip-stream.ts).
 */
export function storedZip(files: Iterable<StoredFile>): Blob {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let [at, count] = [0, 0]
  for (const { name, content } of files) {
    const [nameBytes, bytes] = [encoder.encode(name), encoder.encode(content.join(''))]
    const both = [
      ...[short(VERSION), short(FLAGS), short(0), short(0), short(DAY)],
      ...[long(checksum(bytes)), long(bytes.length), long(bytes.length), short(nameBytes.length), short(0)],
    ]
    const head = record([long(0x04034b50), ...both])
    pieces.push(head, nameBytes, bytes)
    directory.push(
      record([
        ...[long(0x02014b50), short(VERSION), ...both],
        ...[short(0), short(0), short(0), long(0), long(at)],
      ]),
      nameBytes,
    )
    at += head.length + nameBytes.length + bytes.length
    count += 1
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = record([
    ...[long(0x06054b50), short(0), short(0), short(count), short(count)],
    ...[long(length), long(at), short(0)],
  ])
  return new Blob([...pieces, ...directory, end])
}
