/** In decimal units, as operating systems of today tell them; whole kilobytes below one megabyte. */
const UNITS = [
  { from: 1_000_000_000_000, unit: 'terabyte', least: 0 },
  { from: 1_000_000_000, unit: 'gigabyte', least: 0 },
  { from: 1_000_000, unit: 'megabyte', least: 1 },
] as const

type SizeFormat = {
  style: 'unit'
  unit: string
  minimumFractionDigits: number
  maximumFractionDigits: number
}

/** A number of bytes as a figure with its unit; both sides format it in the reader's language. */
export function fileSizeOf(bytes: number): { value: number; format: SizeFormat } {
  const found = UNITS.find(({ from }) => bytes >= from)
  const digits = (least: number, most: number) => ({
    ...{ style: 'unit' as const, minimumFractionDigits: least, maximumFractionDigits: most },
  })
  if (!found) return { value: Math.ceil(bytes / 1000), format: { unit: 'kilobyte', ...digits(0, 0) } }
  return { value: bytes / found.from, format: { unit: found.unit, ...digits(found.least, 1) } }
}
