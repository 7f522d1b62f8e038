import type { FileHandle } from 'node:fs/promises'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { readAt } from './inspect-package.ts'

/** A page at 600 dots an inch, and then some; more fills the memory of whoever opens it. */
const MOST_PIXELS = 50_000_000
const damaged = () => refuse(422, 'damaged_file')

type Size = { width: number; height: number }

/** How large each of its pictures says that it is. */
const SIZES = {
  png: async (file: FileHandle) => [await pngSize(file)],
  jpg: async (file: FileHandle, size: number) => [await jpegSize(file, size)],
  webp: async (file: FileHandle) => [await webpSize(file)],
  heic: heicSizes,
  tif: tiffSizes,
} satisfies Record<string, (file: FileHandle, size: number) => Promise<Size[]>>
type Picture = keyof typeof SIZES
export const isPicture = (format: string): format is Picture => Object.hasOwn(SIZES, format)

/** @throws 413 where a picture has more pixels than anybody's machine should have to draw */
export async function inspectPicture(file: FileHandle, format: Picture, size: number): Promise<void> {
  const sizes = await SIZES[format](file, size)
  if (sizes.length === 0) throw damaged()
  for (const { width, height } of sizes) {
    if (width === 0 || height === 0) throw damaged()
    if (width * height > MOST_PIXELS) throw refuse(413, 'too_many_pixels', { values: { most: 50 } })
  }
}

/** The first chunk is of one of three kinds, each with its own way to say it. */
async function webpSize(file: FileHandle): Promise<Size> {
  const head = await readAt(file, 0, 30)
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8L') {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8 ') throw damaged()
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
}

const MOST_BOXES = 100
const LARGEST_META = 4 * 1024 * 1024

/** Box by box to the one that describes; every picture in the file, its tiles among them, has its size there. */
async function heicSizes(file: FileHandle, size: number): Promise<Size[]> {
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < MOST_BOXES; boxes++) {
    const head = await readAt(file, at, 8)
    const length = head.readUInt32BE(0)
    if (head.toString('latin1', 4) !== 'meta') {
      // 0 and 1: to the end of the file, or longer than any that is taken.
      if (length < 8) break
      at += length
      continue
    }
    if (length < 8 || length > LARGEST_META) break
    const meta = await readAt(file, at, Math.min(length, size - at))
    const sizes: Size[] = []
    for (
      let box = meta.indexOf('ispe');
      box >= 0 && box + 16 <= meta.length;
      box = meta.indexOf('ispe', box + 4)
    )
      sizes.push({ width: meta.readUInt32BE(box + 8), height: meta.readUInt32BE(box + 12) })
    return sizes
  }
  throw damaged()
}

const MOST_PAGES = 1000
const WIDTH = 256
const HEIGHT = 257

/** Page by page, each with a table of what it is. */
async function tiffSizes(file: FileHandle, size: number): Promise<Size[]> {
  const head = await readAt(file, 0, 8)
  const little = head.readUInt8(0) === 0x49
  const u16 = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const u32 = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const sizes: Size[] = []
  for (let at = u32(head, 4); at !== 0; ) {
    // More, or in a circle.
    if (sizes.length === MOST_PAGES || at + 2 > size) throw damaged()
    const count = u16(await readAt(file, at, 2), 0)
    const table = await readAt(file, at + 2, count * 12 + 4)
    const page = { width: 0, height: 0 }
    for (let entry = 0; entry < count * 12; entry += 12) {
      const tag = u16(table, entry)
      // A short number stands in the first half of its place.
      const value = u16(table, entry + 2) === 3 ? u16(table, entry + 8) : u32(table, entry + 8)
      if (tag === WIDTH) page.width = value
      if (tag === HEIGHT) page.height = value
    }
    sizes.push(page)
    at = u32(table, count * 12)
  }
  return sizes
}

async function pngSize(file: FileHandle) {
  const head = await readAt(file, 0, 33)
  if (head.toString('latin1', 12, 16) !== 'IHDR') throw damaged()
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** Marker by marker to the frame, which has the size. */
async function jpegSize(file: FileHandle, size: number) {
  for (let at = 2, steps = 0; at + 9 < size && steps < 1000; steps++) {
    const head = await readAt(file, at, 9)
    const marker = head.readUInt8(1)
    if (head.readUInt8(0) !== 0xff) break
    // Frames are C0 to CF, but for three that are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(2)
  }
  throw damaged()
}
