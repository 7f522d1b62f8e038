import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'

const inflate = promisify(inflateRaw)

const MOST_PARTS = 5000
/** Bytes of all parts together; what a word processor or a spreadsheet opens on any machine. */
const MOST_UNPACKED = 256 * 1024 * 1024
/** Bytes of one part, which is unpacked in memory to see what it is. */
const LARGEST_PART = 64 * 1024 * 1024
const LARGEST_DIRECTORY = 1024 * 1024
const END_AT_MOST = 22 + 65_535
const LOCAL_HEAD = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

type Part = {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  at: number
}

const MAIN = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const
type Packaged = keyof typeof MAIN

const damaged = () => refuse(422, 'damaged_file')
const unsafe = () => refuse(422, 'unsafe_file')

/**
 * What an Office package is: every part is unpacked and held against what it says of itself, so that nothing is believed
 * of a bomb. @throws 413 where it unpacks to too much; 422 where it is damaged, leads out of itself, or carries macros,
 * programs or further archives. Undefined: another kind of archive.
 */
export async function inspectPackage(file: FileHandle, size: number): Promise<Packaged | undefined> {
  const parts = await readDirectory(file, size)
  if (parts.length > MOST_PARTS) throw unsafe()
  const names = new Set(parts.map(({ name }) => name))
  if (names.size < parts.length) throw damaged()
  if (parts.some(({ name }) => leadsOut(name))) throw unsafe()
  if (!names.has('[Content_Types].xml')) return undefined
  if (parts.some(({ name }) => /vbaProject\.bin$|\/activeX\/|\.(exe|dll|js|vbs|bat|cmd|ps1)$/i.test(name)))
    throw unsafe()
  if (parts.reduce((sum, part) => sum + part.size, 0) > MOST_UNPACKED) throw unpacksToTooMuch()
  if (overlap(parts)) throw damaged()
  let kind: Packaged | undefined
  for (const part of parts) {
    const content = await unpack(file, part)
    // An archive in an archive: what is in it was looked at by nobody.
    if (content.subarray(0, 4).equals(ZIP) || content.subarray(0, 2).equals(GZIP)) throw unsafe()
    if (part.name === '[Content_Types].xml') kind = kindOf(content.toString('utf8'))
  }
  return kind
}

export const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const GZIP = Buffer.from([0x1f, 0x8b])

function kindOf(types: string): Packaged | undefined {
  if (/macroEnabled/i.test(types)) throw unsafe()
  return (Object.keys(MAIN) as Packaged[]).find((kind) => types.includes(MAIN[kind]))
}

/** The same bytes under several names: as nothing but a bomb is packed. */
const overlap = (parts: readonly Part[]) => {
  const inOrder = parts.toSorted((a, b) => a.at - b.at)
  return inOrder.some((part, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && part.at < before.at + LOCAL_HEAD + before.packed
  })
}

const leadsOut = (name: string) =>
  name.startsWith('/') || name.includes('\\') || name.includes('\0') || /(^|\/)\.\.(\/|$)|^[a-z]:/i.test(name)

const unpacksToTooMuch = () => refuse(413, 'unpacked_too_large')

async function readDirectory(file: FileHandle, size: number): Promise<Part[]> {
  const tail = await readAt(file, Math.max(0, size - END_AT_MOST), Math.min(size, END_AT_MOST))
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || tail.length - end < 22) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const at = tail.readUInt32LE(end + 16)
  if (length > LARGEST_DIRECTORY || at + length > size) throw damaged()
  const directory = await readAt(file, at, length)
  const parts: Part[] = []
  for (let place = 0; parts.length < count; ) {
    if (place + 46 > length || directory.readUInt32LE(place) !== 0x02014b50) throw damaged()
    const nameEnd = place + 46 + directory.readUInt16LE(place + 28)
    parts.push({
      name: directory.toString('utf8', place + 46, nameEnd),
      flags: directory.readUInt16LE(place + 8),
      method: directory.readUInt16LE(place + 10),
      crc: directory.readUInt32LE(place + 16),
      packed: directory.readUInt32LE(place + 20),
      size: directory.readUInt32LE(place + 24),
      at: directory.readUInt32LE(place + 42),
    })
    place = nameEnd + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32)
  }
  return parts
}

async function unpack(file: FileHandle, { flags, method, crc, packed, size, at }: Part): Promise<Buffer> {
  if (flags & ENCRYPTED || (method !== STORED && method !== DEFLATED)) throw unsafe()
  if (size > LARGEST_PART) throw unpacksToTooMuch()
  const header = await readAt(file, at, 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw damaged()
  const begin = at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = await readAt(file, begin, packed)
  let content = bytes
  if (method === DEFLATED) {
    content = await inflate(bytes, { maxOutputLength: size + 1 }).catch((fault: { code?: string }) => {
      // More comes out than it says.
      throw fault.code === 'ERR_BUFFER_TOO_LARGE' ? unpacksToTooMuch() : damaged()
    })
  }
  if (content.length > size) throw unpacksToTooMuch()
  if (content.length !== size || crc32(content) !== crc) throw damaged()
  return content
}

/** @throws 422 where the file ends before */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw damaged()
  return bytes
}
