import type { FileHandle } from 'node:fs/promises'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { readAt } from './inspect-package.ts'

/** A page at 600 dots an inch, and then some; more fills the memory of whoever opens it. */
const MOST_PIXELS = 50_000_000
const damaged = () => refuse(422, 'damaged_file')

/** @throws 413 where a picture has more pixels than anybody's machine should have to draw */
export async function inspectPicture(file: FileHandle, format: 'png' | 'jpg', size: number): Promise<void> {
  const { width, height } = format === 'png' ? await pngSize(file) : await jpegSize(file, size)
  if (width === 0 || height === 0) throw damaged()
  if (width * height > MOST_PIXELS) throw refuse(413, 'too_many_pixels', { values: { most: 50 } })
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
