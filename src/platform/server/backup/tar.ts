/** Of POSIX tar (ustar) what a backup needs: plain files of mode 600 without owner or date, so that a header follows from name and size. */
export const BLOCK = 512
const NAME = 100
/** Eleven octal digits. */
const LARGEST = 8 ** 11 - 1

export function tarHeader(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME || size > LARGEST) throw new RangeError(`${name} does not fit a tar`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${octal(sum, 6)}\u0000 `, 148)
  return header
}

/** What a header says; undefined: it is not exactly one that is written here. */
export function readTarHeader(header: Buffer): { name: string; size: number } | undefined {
  const end = header.indexOf(0)
  const name = header.toString('utf8', 0, Math.min(end === -1 ? NAME : end, NAME))
  const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
  if (name === '' || Buffer.byteLength(name) > NAME || !(size >= 0 && size <= LARGEST)) return undefined
  return tarHeader(name, size).equals(header) ? { name, size } : undefined
}

/** How many zeros stand behind a member, so that the next one begins with a block. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK
