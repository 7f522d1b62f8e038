import bwipjs from 'bwip-js/node'
import { expect, it } from 'vitest'
import { scannedLot } from '../../domain/scanned-lot.ts'
import { decodePicture } from './decode-picture.ts'

type Raw = { pixs: number[]; pixx: number } | { sbs: number[] }

/** A code drawn in black on white, `scale` points for each of its modules, with a quiet border. */
function picture(bcid: string, text: string, scale: number) {
  const [raw] = bwipjs.raw({ bcid, text, parsefnc: true }) as unknown as Raw[]
  if (!raw) throw new Error('nothing was drawn')
  const rows = 'pixs' in raw ? inRows(raw) : Array.from({ length: 30 }, () => inBars(raw.sbs))
  const [border, across] = [10, rows[0]?.length ?? 0]
  const [width, height] = [(across + 2 * border) * scale, (rows.length + 2 * border) * scale]
  const grey = new Uint8ClampedArray(width * height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const dark = rows[Math.floor(y / scale) - border]?.[Math.floor(x / scale) - border]
      if (dark) grey[y * width + x] = 20
    }
  return [grey, width, height] as const
}

const inRows = ({ pixs, pixx }: { pixs: number[]; pixx: number }) =>
  Array.from({ length: pixs.length / pixx }, (_, y) => pixs.slice(y * pixx, (y + 1) * pixx))
/** Widths of bars and spaces in turn. */
const inBars = (widths: number[]) =>
  widths.flatMap((width, at) => new Array<number>(width).fill(1 - (at % 2)))

it.each([
  ['code128', 'L26117B07', 'L26117B07'],
  ['qrcode', 'https://portal.example/lots/L26117B07', 'L26117B07'],
  ['datamatrix', '25H-0417', '25H-0417'],
  ['gs1datamatrix', '(01)00810123450015(10)25H-0417(21)7', '25H-0417'],
  ['gs1-128', '(01)00810123450015(10)25H-0417', '25H-0417'],
])('%s of %s is lot %s', (bcid, text, lot) => {
  const found = decodePicture(...picture(bcid, text, 4))
  expect(found).not.toBeNull()
  expect(scannedLot(found as string)).toBe(lot)
})

it('finds nothing in a picture without a code', () => {
  const grey = new Uint8ClampedArray(64 * 64).map((_, at) => (at * 37) % 251)
  expect(decodePicture(grey, 64, 64)).toBeNull()
})
