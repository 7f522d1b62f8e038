import { inflateSync } from 'node:zlib'

/** Samples of a pixel, and the depths that they may have, by colour type. */
const COLOURS: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/**
 * Whether every row of pixels of a PNG is there. Looked at before it is drawn: what draws reads pixels in a callback of its
 * own, where a fault would end the server. Interlaced ones are left out.
 */
export function isDrawablePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47) return false
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth = 0, type = 9, , , interlaced] = bytes.subarray(24, 29)
  const colour = COLOURS[type]
  if (!colour?.depths.includes(depth) || interlaced !== 0 || width < 1 || height < 1) return false
  const parts = new Map<string, Uint8Array[]>()
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) return false
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    parts.set(name, [...(parts.get(name) ?? []), bytes.subarray(at + 8, at + 8 + length)])
    at += 12 + length
  }
  if (type === 3 && !parts.has('PLTE')) return false
  const row = Math.ceil((width * colour.samples * depth) / 8) + 1
  try {
    const pixels = inflateSync(Buffer.concat(parts.get('IDAT') ?? []), { maxOutputLength: row * height })
    if (pixels.length !== row * height) return false
    // Each row begins with the filter that it was written by.
    for (let at = 0; at < pixels.length; at += row) if ((pixels[at] ?? 9) > 4) return false
    return true
  } catch {
    return false
  }
}
