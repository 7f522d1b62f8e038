import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { readRows } from './read-rows.ts'
import type { ReadOptions } from './reading.ts'

type Options = Partial<ReadOptions<'sales-history'>>

async function* stream(body: string | Uint8Array, length = 65_536) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

/** Each row's Id and date, or the codes of its errors; and the summary. */
async function read(body: string | Uint8Array, options: Options = {}, length?: number) {
  const reading = readRows(stream(body, length), { kind: 'sales-history', ...options })
  const rows: string[] = []
  for await (const row of reading) {
    if (!row.ok) rows.push(`${row.row}: ${row.errors.map((error) => error.code).join()}`)
    else
      rows.push(
        row.value.op === 'delete' ? `delete ${row.value.key}` : `${row.value.id} ${row.value.invoiceDate}`,
      )
  }
  return { rows, summary: reading.summary() }
}

const refusal = async (body: string | Uint8Array, options: Options = {}) =>
  read(body, options).then(
    () => 'read',
    (fault) => fault.code,
  )

const HEADINGS = 'Id,Year,Month,Invoice No,Invoice Date,Qty Sold,Amount'
const line = (id: number, date = '2025-07-04', quantity = '5') =>
  `${id},2025,7,A${id},${date},${quantity},1.50`
const csv = (...lines: string[]) => [HEADINGS, ...lines].join('\n')
const object = (id: number) => ({
  Id: id,
  Year: 2025,
  Month: 7,
  'Invoice No': `A${id}`,
  'Qty Sold': 5,
  Amount: '1.50',
})

describe('the form of the body', () => {
  it.each<[string, string | Uint8Array, Options, string]>([
    ['CSV', csv(line(1)), {}, 'csv'],
    ['a JSON array', JSON.stringify([object(1)]), {}, 'json'],
    ['JSON by Content-Type', `  ${JSON.stringify([object(1)])}`, { contentType: 'application/json' }, 'json'],
    ['NDJSON', `${JSON.stringify(object(1))}\n`, {}, 'ndjson'],
    ['NDJSON by Content-Type', JSON.stringify(object(1)), { contentType: 'application/x-ndjson' }, 'ndjson'],
    ['gzip', gzipSync(csv(line(1))), {}, 'csv'],
    [
      'gzip as declared',
      gzipSync(JSON.stringify([object(1)])),
      { gzip: true, contentType: 'application/json' },
      'json',
    ],
    ['a UTF-8 mark', `\ufeff${csv(line(1))}`, { contentType: 'text/csv; charset=utf-8' }, 'csv'],
    ['a UTF-8 mark before JSON', `\ufeff${JSON.stringify([object(1)])}`, {}, 'json'],
    ['UTF-16', Buffer.from(`\ufeff${csv(line(1))}`, 'utf16le'), {}, 'csv'],
    ['UTF-16 by setting', Buffer.from(csv(line(1)), 'utf16le'), { mapping: { encoding: 'utf-16le' } }, 'csv'],
    ['semicolons', csv(line(1)).replaceAll(',', ';'), {}, 'csv'],
    [
      'carriage returns around a cell of two lines',
      [`${HEADINGS},Item Name`, `${line(1)},"Two\nlines"`, ''].join('\r'),
      {},
      'csv',
    ],
    ['tabs', csv(line(1)).replaceAll(',', '\t'), {}, 'csv'],
    ['pipes', csv(line(1)).replaceAll(',', '|'), {}, 'csv'],
    ['a spreadsheet hint', `sep=;\r\n${csv(line(1)).replaceAll(',', ';')}`, {}, 'csv'],
    [
      'snake case',
      csv(line(1)).replace(HEADINGS, 'id,year,month,invoice_no,invoice_date,qty_sold,amount'),
      {},
      'csv',
    ],
    [
      'capitals and blanks',
      csv(line(1)).replace(HEADINGS, HEADINGS.toUpperCase().replaceAll(',', ' , ')),
      {},
      'csv',
    ],
  ])('%s', async (_, body, options, format) => {
    for (const length of [1, 7, 65_536]) {
      const { rows, summary } = await read(body, options, length)
      expect(rows).toEqual([expect.stringMatching(/^1 /)])
      expect(summary).toMatchObject({ rows: 1, good: 1, bad: 0, format, stoppedAt: null })
    }
  })

  it.each<[string, string | Uint8Array, Options, string]>([
    ['nothing', '', {}, 'empty_body'],
    ['blanks', ' \r\n\n', {}, 'empty_body'],
    ['a mark alone', '\ufeff', {}, 'empty_body'],
    ['gzip of nothing', gzipSync(''), {}, 'empty_body'],
    ['PDF', '%PDF-1.5\n%\xd0', {}, 'not_a_table'],
    ['a broken workbook', 'PK\x03\x04\x14\0', {}, 'bad_workbook'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), {}, 'not_a_table'],
    ['binary data', Buffer.from([1, 2, 3, 0, 9, 200]), {}, 'not_a_table'],
    ['HTML', '<!doctype html><p>502', {}, 'not_a_table'],
    ['prose', 'Dear customer\nthe file follows', {}, 'not_a_table'],
    ['a JSON object as JSON', JSON.stringify(object(1)), { contentType: 'application/json' }, 'not_a_table'],
    ['an array as NDJSON', JSON.stringify([object(1)]), { format: 'ndjson' }, 'not_a_table'],
    ['gzip in gzip', gzipSync(gzipSync(csv(line(1)))), {}, 'not_a_table'],
    ['declared gzip that is not', csv(line(1)), { gzip: true }, 'bad_gzip'],
    ['half of a gzip', gzipSync(csv(line(1))).subarray(0, 40), {}, 'bad_gzip'],
    ['unknown headings', 'A;B;C\n1;2;3', {}, 'unknown_headings'],
    ['a column twice', 'Id,Year,id\n1,2,3', {}, 'duplicate_heading'],
    [
      'a mapping to nothing',
      csv(line(1)),
      { mapping: { columns: { Lager: 'Warehouse' } } },
      'unknown_column',
    ],
  ])('refuses %s', async (_, body, options, code) => {
    expect(await refusal(body, options)).toBe(code)
  })

  it('refuses a body that unpacks to far more than it promised, early', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'))
    expect(await refusal(Buffer.concat([gzipSync(`${csv(line(1))}\n`), bomb]))).toBe('unpacked_too_large')
  })

  it('closes the stream when it refuses, before all of it has come', async () => {
    let closed = 0
    async function* endless(start: Uint8Array) {
      try {
        yield start
        for (;;) yield Buffer.from(`${line(1)}\n`.repeat(1000))
      } finally {
        closed += 1
      }
    }
    const batches = (start: Uint8Array) => readRows(endless(start), { kind: 'sales-history' }).batches()
    await expect(batches(Buffer.from('%PDF-')).next()).rejects.toMatchObject({ code: 'not_a_table' })
    expect(closed).toBe(1)
    await expect(batches(gzipSync('%PDF-')).next()).rejects.toMatchObject({ code: 'bad_gzip' })
    await expect.poll(() => closed).toBe(2)
  })

  it('refuses text in which no line ends, before all of it has come', async () => {
    let sent = 0
    async function* endless() {
      for (; sent < 100; sent++) yield Buffer.alloc(65_536, 'x')
    }
    const reading = readRows(endless(), { kind: 'sales-history' })
    await expect(reading.batches().next()).rejects.toMatchObject({ code: 'not_a_table' })
    expect(sent).toBeLessThan(20)
  })

  it('passes on the fault of the stream itself', async () => {
    async function* broken() {
      yield gzipSync(csv(line(1))).subarray(0, 30)
      throw new Error('connection lost')
    }
    await expect(readRows(broken(), { kind: 'sales-history' }).batches().next()).rejects.toThrow(
      'connection lost',
    )
  })
})

describe('headings', () => {
  const positional = '1|2025|7|C1|Boréal|A1|2025-07-04|5|P1|Item|1.50|0.3|EU|1.50\n'

  it('are found, given, or go by position when the first row is data', async () => {
    expect((await read(positional)).summary).toMatchObject({
      good: 1,
      headings: null,
      reading: { separator: '|', header: null },
    })
    expect((await read(positional, { mapping: { header: false } })).summary).toMatchObject({ good: 1 })
    const names = [
      'Id',
      'Year',
      'Month',
      'x',
      'y',
      'Invoice No',
      'z',
      'Qty Sold',
      'a',
      'b',
      'Amount',
      'c',
      'd',
      'e',
    ]
    expect((await read(positional, { mapping: { header: names } })).summary).toMatchObject({
      good: 1,
      headings: names,
    })
    const given = {
      mapping: { header: ['Id', 'Year', 'Month', 'Invoice No', 'Qty Sold', 'Amount', 'Item Name'] },
    }
    expect((await read('1;2025;7;A1;5;1,5;a,b,c,d,e,f,g,h', given)).summary).toMatchObject({
      good: 1,
      reading: { separator: ';' },
    })
    const commas = positional.replaceAll('|', ';').replace('Item', 'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p')
    expect((await read(commas)).summary).toMatchObject({ good: 1, reading: { separator: ';' } })
    expect(await refusal(positional.replace('2025|7', '2025|13'))).toBe('unknown_headings')
    expect((await read(csv())).summary).toMatchObject({ rows: 0, stoppedAt: null })
  })

  it('are translated by the mapping, also in JSON; the others are named once', async () => {
    const mapping = { columns: { Mng: 'Qty Sold', BETRAG_2: 'amount' } }
    const german = csv(line(1), line(2)).replace('Qty Sold,Amount', 'mng,Betrag 2')
    expect((await read(german, { mapping })).summary).toMatchObject({ good: 2, unknownColumns: [] })
    expect((await read(german)).summary).toMatchObject({ bad: 2, unknownColumns: ['mng', 'Betrag 2'] })
    const { 'Qty Sold': quantity, ...rest } = object(1)
    const row = JSON.stringify({ ...rest, Mng: quantity, __proto__x: 1 })
    expect((await read(row, { mapping })).summary).toMatchObject({ good: 1, unknownColumns: ['__proto__x'] })
  })
})

describe('faulty rows', () => {
  it('are answered with their number and the others are read', async () => {
    const body = csv(line(1), `${line(2)},9`, '3,2025', line(4, '2025-02-30', 'abc'), '', line(5))
    const { rows, summary } = await read(body)
    expect(rows).toEqual([
      '1 2025-07-04',
      '2: column_count',
      '3: column_count',
      '4: no_such_date,not_a_number',
      '5 2025-07-04',
    ])
    expect(summary).toMatchObject({ rows: 5, good: 2, bad: 3, stoppedAt: null })
  })

  it('an unclosed quote costs its own row; malformed JSON ends the reading, and the summary says where', async () => {
    const { rows, summary } = await read(csv(line(1), '"2,2025', line(3)))
    expect(rows).toEqual(['1 2025-07-04', '2: unclosed_quote', '3 2025-07-04'])
    expect(summary).toMatchObject({ rows: 3, good: 2, bad: 1, stoppedAt: null })
    const json = await read(`[${JSON.stringify(object(1))},{"Id`)
    expect(json.rows).toEqual(['1 null', '2: invalid_json'])
    expect(json.summary).toMatchObject({ rows: 2, good: 1, bad: 1, stoppedAt: 2 })
  })

  it('bytes of another encoding are a fault of their row', async () => {
    const late = Buffer.concat([
      Buffer.from(`${HEADINGS},Item Name\n${`${line(1)},é\n`.repeat(3000)}`),
      Buffer.from(`${line(2)},caf\xe9\n`, 'latin1'),
      Buffer.from(`${line(3)},é\n`),
    ])
    const { rows } = await read(late)
    expect(rows.slice(-2)).toEqual(['3001: invalid_encoding', '3 2025-07-04'])
  })

  it('warnings are counted, not repeated', async () => {
    const late = { other: '2025-09-04' }
    const { summary } = await read(csv(line(1), line(2, late.other), line(3, late.other)))
    expect(summary.warnings).toEqual([
      expect.objectContaining({
        field: 'Invoice Date',
        code: 'other_period',
        count: 2,
        firstRow: 2,
        lines: [3, 4],
      }),
    ])
  })

  it('deletes need only their key', async () => {
    const rows = [{ _op: 'delete', Id: 7 }, { _op: 'delete' }]
    expect((await read(JSON.stringify(rows))).rows).toEqual(['delete 7', '2: required'])
  })

  it('hostile keys do nothing', async () => {
    const hostile = JSON.stringify(object(1)).replace(
      '{',
      '{"__proto__":{"Year":1},"constructor":1,"Year":1999,',
    )
    const { rows, summary } = await read(`[${hostile}]`)
    expect(rows).toEqual(['1 null'])
    expect(summary.unknownColumns).toEqual(['__proto__', 'constructor'])
  })
})

describe('the order of day and month', () => {
  it('is decided by a later row for the rows before it', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => line(index, '4/7/25'))
    const { rows, summary } = await read(csv(...many, line(7, '24/7/25')))
    expect(rows.slice(-2)).toEqual(['29999 2025-07-04', '7 2025-07-24'])
    expect(summary.reading).toMatchObject({
      dateOrder: 'dmy',
      dateOrderBecause: { because: 'value', cell: '24/7/25', line: 30_002 },
    })
  })

  it('is asked for where nothing tells it', async () => {
    expect(await refusal(csv(line(1, '3/4/25')).replace('2025,7', ',4').replace(',4,', ',,'))).toBe(
      'date_order_unclear',
    )
    expect((await read(csv(line(1, '3/4/25')), { known: { dateOrder: 'mdy' } })).rows).toEqual([
      '1 2025-03-04',
    ])
  })
})

it('reads every kind', async () => {
  const bodies: Record<Kind, string> = {
    customers: 'Client Code,Client Name\nC1,Boréal\n',
    orders: 'Primary,Ord No,Client Name,Montant Total\n1,10100,Boréal,TBD\n',
    'order-lines': 'Ord No,Line No,Qty Ordered\n10100,1,12 KG\n',
    'sales-history': csv(line(1)),
    lots: 'Lot No,Item No,State,Expiry\nL1,GH-60,On Hold,2027-06-30\n',
    'lot-results': 'Lot No,Test,Result,Max\nL1,Moisture,"3,9 %",4.0\n',
    products: 'Item No,Name,Class,Active\nGH-60,Gut Health,Finished Product,yes\n',
    'current-sales': 'id,Year,Month,Qty Sent,Total\n1,2025,8,12,120.00\n',
    invoices: 'Invoice No,Invoice Date,Client Code,Total\nI-1,2025-08-15,BOR-01,"1 149,75 $"\n',
    'invoice-lines': 'Invoice No,Line No,Quantity,Amount\nI-1,1,12 KG,1000.00\n',
    shipments: 'Tracking Number,Carrier,Client Code,Order Date\n1Z,UPS,BOR-01,Date Not Captured\n',
    'shipment-events':
      'Tracking Number,Carrier,Event Time,Event\n1Z,UPS,2025-08-21T14:05:00-04:00,In Transit\n',
    'shipment-lines': 'Tracking Number,Carrier,Line No,Quantity\n1Z,UPS,1,12 KG\n',
    payments: 'Payment No,Payment Date,Amount,Client Code\nR-1,2025-09-10,500.00,BOR-01\n',
    'price-list': 'Client Code,Item No,Unit Price,Valid From\nBOR-01,GH-60,"9,8765",2025-01-01\n',
  }
  for (const [kind, body] of Object.entries(bodies) as [Kind, string][]) {
    const reading = readRows(stream(body), { kind })
    for await (const row of reading) expect(row).toMatchObject({ row: 1, ok: true, value: { op: 'upsert' } })
    expect(reading.summary()).toMatchObject({ good: 1, bad: 0 })
  }
})
