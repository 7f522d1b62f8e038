import { deflateRawSync, gzipSync } from 'node:zlib'
import { docx, pdf, png, zip } from '../../support/documents.ts'

const MB = 1024 * 1024

export type HostileFile = {
  what: string
  name: string
  /** Made when it is sent: some are large. */
  body: () => Buffer | string
  /** How it has to be refused. */
  status: 413 | 415 | 422
}

const VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

/**
 * Gigabytes in a few kilobytes: every entry of the directory leads to the same packed megabytes, each under another name, and
 * each says what really comes out of it.
 */
function overlapping(megabytes: number): Buffer {
  const one = 16
  const parts = Array.from({ length: Math.ceil(megabytes / one) }, (_, n) => `word/part${n}.xml`)
  const whole = docx([{ name: parts[0] as string, content: Buffer.alloc(one * MB) }])
  const end = whole.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const directory = whole.subarray(whole.readUInt32LE(end + 16), end)
  const last = directory.lastIndexOf(Buffer.from('504b0102', 'hex'))
  const entries = [directory.subarray(0, last)]
  for (const name of parts) {
    const entry = Buffer.from(directory.subarray(last, last + 46))
    entry.writeUInt16LE(name.length, 28)
    entries.push(entry, Buffer.from(name))
  }
  const written = Buffer.concat(entries)
  const tail = Buffer.from(whole.subarray(end))
  const count = parts.length + 2
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(written.length, 12)
  return Buffer.concat([whole.subarray(0, whole.readUInt32LE(end + 16)), written, tail])
}

/** One part of which more comes out than it says, or as much as it says. */
const swollen = (megabytes: number, says?: number) =>
  docx([{ name: 'word/media.xml', content: Buffer.alloc(megabytes * MB), ...(says && { says }) }])

const named = (name: string): HostileFile => ({
  what: `the name ${JSON.stringify(name.length > 40 ? `${name.slice(0, 20)}… (${name.length})` : name)}`,
  name,
  body: () => pdf(name.slice(0, 20)),
  status: 422,
})

const leading = (name: string): HostileFile => ({
  what: `a part named ${JSON.stringify(name)}`,
  name: 'a.docx',
  body: () => docx([{ name, content: Buffer.from('x') }]),
  status: 422,
})

/** Every file of T42 and D13 that is no file to be kept; `limit`: the most bytes that are taken. */
export const hostileFiles = (limit: number): HostileFile[] => [
  {
    what: 'one byte more than the limit',
    name: 'a.pdf',
    body: () => {
      const whole = pdf('large')
      return Buffer.concat([whole, Buffer.alloc(limit + 1 - whole.length, ' ')])
    },
    status: 413,
  },
  { what: '4 GB in overlapping parts', name: 'a.docx', body: () => overlapping(4096), status: 413 },
  {
    what: '240 MB in overlapping parts, nothing else',
    name: 'a.docx',
    body: () => overlapping(208),
    status: 422,
  },
  { what: 'a part of 65 MB', name: 'a.docx', body: () => swollen(65), status: 413 },
  { what: 'a part of 60 MB that says 10 bytes', name: 'a.docx', body: () => swollen(60, 10), status: 413 },
  {
    what: 'a gzip bomb that calls itself CSV',
    name: 'a.csv',
    body: () => gzipSync(Buffer.alloc(64 * MB)),
    status: 415,
  },
  {
    what: 'an archive in an archive',
    name: 'a.docx',
    body: () => docx([{ name: 'word/x.bin', content: zip([{ name: 'y', content: Buffer.from('y') }]) }]),
    status: 422,
  },
  ...['../../x', '/etc/x', 'C:\\x', 'a\0.xml', 'word/../../x'].map(leading),
  ...['../a.pdf', '/etc/a.pdf', 'a\0.pdf', `${'n'.repeat(296)}.pdf`, 'gpj.\u202Efdp.pdf', 'con.pdf'].map(
    named,
  ),
  { what: 'a device of Windows', name: 'con.txt', body: () => 'x', status: 422 },
  { what: 'a text file', name: 'a.txt', body: () => 'x', status: 415 },
  {
    what: 'a PDF that is a page',
    name: 'a.pdf',
    body: () => Buffer.concat([Buffer.from('%PDF-1.4\n<!doctype html><script>x</script>'), pdf()]),
    status: 415,
  },
  {
    what: 'a PDF with a page behind its end',
    name: 'a.pdf',
    body: () => Buffer.concat([pdf(), Buffer.from('<html><script>x</script></html>')]),
    status: 415,
  },
  {
    what: 'an SVG with a script',
    name: 'a.svg',
    body: () => '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>',
    status: 415,
  },
  {
    what: 'an SVG that calls itself a picture',
    name: 'a.png',
    body: () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
    status: 415,
  },
  { what: 'EICAR as CSV', name: 'a.csv', body: () => VIRUS, status: 422 },
  { what: 'a workbook with macros by its name', name: 'a.xlsm', body: () => docx(), status: 415 },
  {
    what: 'macros in a workbook',
    name: 'a.xlsx',
    body: () => docx([{ name: 'xl/vbaProject.bin', content: Buffer.from('x') }]),
    status: 422,
  },
  { what: '100 megapixels', name: 'a.png', body: () => png(10_000, 10_000), status: 413 },
  {
    what: 'a program that calls itself PDF',
    name: 'a.pdf',
    body: () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(9000)]),
    status: 415,
  },
  {
    what: 'noise that calls itself a picture',
    name: 'a.jpg',
    body: () => deflateRawSync(Buffer.alloc(9 * MB)),
    status: 415,
  },
  {
    what: 'a PDF that was cut off',
    name: 'a.pdf',
    body: () => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(3 * MB, 'x')]),
    status: 422,
  },
  { what: 'nothing at all', name: 'a.pdf', body: () => '', status: 422 },
]
