import { crc32, inflateRawSync } from 'node:zlib'

export type Cell = string | number | null
export type Sheet = { name: string; rows: Cell[][]; formats: number[][] }

/** The files of a ZIP archive, by its directory; throws when a checksum or a size is wrong. */
export function readZip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0) throw new Error('no directory: the archive is not whole')
  const files = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let i = 0; i < file.readUInt16LE(end + 10); i++) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('broken directory')
    const stored = file.readUInt16LE(at + 10) === 0
    const [crc, packed, size] = [16, 20, 24].map((place) => file.readUInt32LE(at + place)) as [
      number,
      number,
      number,
    ]
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(begin, begin + packed)
    const data = stored ? bytes : inflateRawSync(bytes)
    if (crc32(data) !== crc || data.length !== size) throw new Error(`${name} is damaged`)
    files.set(name, data.toString('utf8'))
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return files
}

/** The sheets of a workbook as our writer and others make it with inline texts; `formats` are the style numbers. */
export function readXlsx(file: Buffer): Sheet[] {
  const files = readZip(file)
  const workbook = files.get('xl/workbook.xml') ?? ''
  return [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, name], i) => ({
    name: plain(name as string),
    ...readSheet(files.get(`xl/worksheets/sheet${i + 1}.xml`) ?? ''),
  }))
}

function readSheet(xml: string): { rows: Cell[][]; formats: number[][] } {
  const rows: Cell[][] = []
  const formats: number[][] = []
  for (const [, number, cells] of xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)) {
    const row: Cell[] = []
    const styles: number[] = []
    for (const [, column, style, rest] of (cells as string).matchAll(
      /<c r="([A-Z]+)\d+" s="(\d+)"([^>]*>.*?)<\/c>/gs,
    )) {
      const place =
        [...(column as string)].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const text = /<t xml:space="preserve">(.*?)<\/t>/s.exec(rest as string)?.[1]
      row[place] = text === undefined ? Number(/<v>(.*?)<\/v>/.exec(rest as string)?.[1]) : plain(text)
      styles[place] = Number(style)
    }
    rows[Number(number) - 1] = Array.from(row, (cell) => cell ?? null)
    formats[Number(number) - 1] = styles
  }
  return { rows, formats }
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const plain = (xml: string): string =>
  xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name] as string)
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
