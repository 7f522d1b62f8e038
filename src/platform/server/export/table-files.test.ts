import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readXlsx, readZip } from '../../../../test/support/xlsx.ts'
import { neutralise } from '../../contract/neutralise.ts'
import type { ExportColumn } from './column.ts'
import { attachment } from './content-disposition.ts'
import { csvFile } from './csv.ts'
import { xlsxFile } from './xlsx.ts'

type Row = { name: string | null; count: number | null; amount: string | null; day: string | null }

const COLUMNS: ExportColumn<Row>[] = [
  { heading: 'Name', kind: 'text', value: (row) => row.name },
  { heading: 'Count', kind: 'number', value: (row) => row.count },
  { heading: '=Amount', kind: 'money', value: (row) => row.amount },
  { heading: 'Day', kind: 'date', value: (row) => row.day },
]
const ROWS: Row[] = [
  { name: 'Élixir "Vitalité" & <fils>', count: 12.5, amount: '-1234.50', day: '2026-11-21' },
  { name: '=HYPERLINK("http://evil.example")', count: -3, amount: '99999999999999.99', day: '1900-03-01' },
  { name: null, count: null, amount: null, day: null },
  { name: '  two\nlines, _x0041_ \u000b \ud83e\uddea ', count: 0, amount: '0.00', day: '0001-01-01' },
]

async function* inBatches<T>(rows: T[], size = 3): AsyncGenerator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
const xlsx = async (rows: Row[], mostRows?: number) =>
  readXlsx(await whole(xlsxFile(COLUMNS, inBatches(rows), 'Orders: [all]', mostRows)))

describe('text that could be a formula', () => {
  test.each(['=1+1', '+1-1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=', '--1', '-1+1', '-1e'])(
    '%j gets an apostrophe',
    (text) => expect(neutralise(text)).toBe(`'${text}`),
  )
  test.each(['', 'plain', 'a=1', '-', '-5', '-1234.50', '-1,5', "'=1", '1-2', '✓'])('%j stays', (text) =>
    expect(neutralise(text)).toBe(text),
  )
})

describe('CSV', () => {
  test('begins with the byte order mark and reads back', async () => {
    const file = await whole(csvFile(COLUMNS, inBatches(ROWS)))
    expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const [head, ...rows] = parse(file, { bom: true }) as string[][]
    expect(head).toEqual(['Name', 'Count', "'=Amount", 'Day'])
    expect(rows).toEqual([
      ['Élixir "Vitalité" & <fils>', '12.5', '-1234.50', '2026-11-21'],
      ['\'=HYPERLINK("http://evil.example")', '-3', '99999999999999.99', '1900-03-01'],
      ['', '', '', ''],
      [ROWS[3]?.name, '0', '0.00', '0001-01-01'],
    ])
  })

  test('of no rows is its headings', async () => {
    const file = await whole(csvFile(COLUMNS, inBatches<Row>([])))
    expect(file.toString('utf8')).toBe("\uFEFFName,Count,'=Amount,Day\r\n")
  })
})

describe('XLSX', () => {
  test('holds real figures and dates, and texts as they were', async () => {
    const [sheet] = await xlsx(ROWS)
    expect(sheet?.name).toBe('Orders   all ')
    expect(sheet?.rows).toEqual([
      ['Name', 'Count', '=Amount', 'Day'],
      ['Élixir "Vitalité" & <fils>', 12.5, -1234.5, 46347],
      ['=HYPERLINK("http://evil.example")', -3, Number('99999999999999.99'), 61],
      [],
      [ROWS[3]?.name, 0, 0, '0001-01-01'],
    ])
    // What could be a formula has the quote prefix of its format.
    expect([sheet?.formats[0], sheet?.formats[2]]).toEqual([
      [1, 1, 9, 1],
      [8, 3, 2, 4],
    ])
    // Text, number, money and date each have their format; a date before the calendar of workbooks is text.
    expect([sheet?.formats[1], sheet?.formats[4]]).toEqual([
      [0, 3, 2, 4],
      [0, 3, 2, 0],
    ])
  })

  test('holds months as dates with a format of their own; one that is none is text', async () => {
    const months = ['2024-03', '1900-03', '1900-02', '2024-13', '=1'].map((name) => ({ name }))
    const file = await whole(
      xlsxFile([{ heading: 'Month', kind: 'month', value: ({ name }) => name }], inBatches(months), 'S'),
    )
    const [sheet] = readXlsx(file)
    expect(sheet?.rows.slice(1)).toEqual([[45352], [61], ['1900-02'], ['2024-13'], ['=1']])
    expect(sheet?.formats.slice(1)).toEqual([[5], [5], [0], [0], [8]])
    const styles = readZip(file).get('xl/styles.xml') ?? ''
    const formats = [...styles.matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(([, id]) => id)
    expect(formats[5]).toBe('165')
    expect(styles.match(/<xf [^>]*xfId[^>]*>/g)?.slice(8)).toEqual(
      Array(2).fill(expect.stringContaining('quotePrefix="1"')),
    )
    expect(styles).toContain('numFmtId="165" formatCode="mmm\\ yyyy"')
  })

  test('goes on in another sheet where one is full', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ({ ...(ROWS[0] as Row), count: i }))
    const sheets = await xlsx(many, 5)
    expect(sheets.map(({ rows }) => rows.length)).toEqual([5, 5, 4])
    expect(sheets.flatMap(({ rows }) => rows.slice(1).map((row) => row[1]))).toEqual(
      many.map((row) => row.count),
    )
  })

  test('of no rows, and of exactly one sheet, has one sheet', async () => {
    expect((await xlsx([])).map(({ rows }) => rows.length)).toEqual([1])
    expect(await xlsx(ROWS, ROWS.length + 1)).toHaveLength(1)
  })

  test('is whole XML for any text', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (names) => {
        const rows = names.map((name) => ({ name, count: null, amount: null, day: null }))
        const file = await whole(xlsxFile(COLUMNS, inBatches(rows), 'S'))
        const xml = readZip(file).get('xl/worksheets/sheet1.xml') ?? ''
        expect(xml).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u)
        expect(xml.replace(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/&/)
        const read = readXlsx(file)[0]
          ?.rows.slice(1)
          .map((row) => row[0] ?? null)
        expect(read).toEqual(names.map((name) => name || null))
      }),
      { numRuns: 40 },
    )
  })

  test('breaks off, without its directory, when the rows fail', async () => {
    const pieces: Uint8Array[] = []
    async function* failing(): AsyncGenerator<Row[]> {
      yield ROWS
      throw new Error('the cursor is gone')
    }
    const writing = (async () => {
      for await (const piece of xlsxFile(COLUMNS, failing(), 'S')) pieces.push(piece)
    })()
    await expect(writing).rejects.toThrow('the cursor is gone')
    expect(() => readZip(Buffer.concat(pieces))).toThrow('not whole')
  })

  test('closes the rows when nobody reads on', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) yield Array.from({ length: 500 }, () => ROWS[0] as Row)
      } finally {
        closed = true
      }
    }
    let read = 0
    for await (const piece of xlsxFile(COLUMNS, endless(), 'S')) {
      read += piece.length
      if (read > 50_000) break
    }
    await expect.poll(() => closed).toBe(true)
  })
})

test('file names in any language', () => {
  expect(attachment('commandes-2026-11-21.csv')).toBe(
    `attachment; filename="commandes-2026-11-21.csv"; filename*=UTF-8''commandes-2026-11-21.csv`,
  )
  expect(attachment('relevé "d\'été" 100%;.xlsx')).toBe(
    `attachment; filename="releve _d'ete_ 100_;.xlsx"; filename*=UTF-8''relev%C3%A9%20%22d%27%C3%A9t%C3%A9%22%20100%25%3B.xlsx`,
  )
})
