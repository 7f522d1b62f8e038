import { expect, it } from 'vitest'
import { ImportMapping } from '../../domain/import-mapping.ts'
import { readRows } from './read-rows.ts'

type Given = Record<string, unknown>

/** Each row as Id, date, customer, item, quantity and amount, or the codes of its faults; and what was left out, and why. */
async function read(lines: string, mapping: Given) {
  async function* body() {
    yield Buffer.from(lines)
  }
  const reading = readRows(body(), { kind: 'sales-history', mapping: ImportMapping.parse(mapping) })
  const rows: string[] = []
  for await (const row of reading) {
    if (!row.ok) rows.push(row.errors.map(({ code }) => code).join())
    else if (row.value.op === 'upsert') {
      const { id, invoiceDate, customerName, itemNo, qtyText, amountText } = row.value
      rows.push(
        [id, invoiceDate, customerName, itemNo, qtyText, amountText].map((one) => one ?? '-').join('|'),
      )
    }
  }
  return { rows, leftOut: reading.summary().reading?.skipped.map(({ line, why }) => `${line} ${why}`) }
}

const PLAIN = { Id: 'Id', Date: 'Invoice Date', Inv: 'Invoice No', Qty: 'Qty Sold', Amt: 'Amount' }
const HEADINGS = 'Id,Date,Inv,Client,Item,Qty,Amt'
const COLUMNS = { ...PLAIN, Client: 'Customer Name', Item: 'Item No' }
const row = (id: number, client = 'Boréal', item = 'GH-60', quantity = '2', amount = '3.00') =>
  `${id},2025-07-04,F-${id},${client},${item},${quantity},${amount}`
const read1 = (id: number, client = 'Boréal', item = 'GH-60', quantity = '2', amount = '3.00') =>
  `${id}|2025-07-04|${client}|${item}|${quantity}|${amount}`

it.each<[what: string, lines: string[], mapping: Given, rows: string[], leftOut: string[]]>([
  ['nothing but names', [HEADINGS, row(1)], { columns: COLUMNS }, [read1(1)], []],
  [
    'one cell for two columns',
    [
      'Id,Date,Inv,What,Qty,Amt',
      '1,2025-07-04,F-1,GH-60 / Boréal / Est,2,3.00',
      '2,2025-07-04,F-2,GH-60,2,3.00',
    ],
    { columns: PLAIN, split: [{ from: 'What', at: '/', columns: ['Item No', 'Customer Name'] }] },
    [read1(1, 'Boréal / Est'), read1(2, '-')],
    [],
  ],
  [
    // Then rows are taken as they are, unless something has to be done to them.
    'one cell for two columns, in a file in the order of the columns',
    [
      'Id,Year,Month,Client Code,Customer Name,Invoice No,Invoice Date,Qty Sold',
      '1,2025,7,C1,GH-60 / 3.00,F-1,2025-07-04,2',
    ],
    { split: [{ from: 'Customer Name', at: '/', columns: ['Item No', 'Amount'] }] },
    [read1(1, 'GH-60 / 3.00')],
    [],
  ],
  [
    'several cells for one column',
    [
      'Id,Date,Inv,First,Last,Item,Qty,Amt',
      '1,2025-07-04,F-1,Jean,Roy,GH-60,2,3.00',
      '2,2025-07-04,F-2,,Roy,GH-60,2,3.00',
    ],
    {
      columns: {
        ...PLAIN,
        Item: 'Item No',
        First: { column: 'Customer Name', join: ['Last', 'First'], with: ', ' },
      },
    },
    [read1(1, 'Roy, Jean'), read1(2, 'Roy')],
    [],
  ],
  [
    'a value for every row',
    [HEADINGS, row(1, 'Boréal', '')],
    { columns: { ...COLUMNS, Item: null }, constants: { 'Item No': 'GH-90' } },
    [read1(1, 'Boréal', 'GH-90')],
    [],
  ],
  [
    'values that mean others',
    [HEADINGS, row(1, 'Boréal', 'A'), row(2, 'Boréal', 'B')],
    { columns: { ...COLUMNS, Item: { column: 'Item No', values: { A: 'GH-60' } } } },
    [read1(1), read1(2, 'Boréal', 'B')],
    [],
  ],
  [
    'a column left out although its name is known',
    [`${HEADINGS},Amount`, `${row(1)},999`],
    { columns: { ...COLUMNS, Amount: null } },
    [read1(1)],
    [],
  ],
  [
    'blank cells as the ones above',
    [HEADINGS, row(1), row(2, '', ''), row(3, '', 'GH-90'), row(4, '', '')],
    { columns: COLUMNS, fillDown: ['Client', 'Item'] },
    [read1(1), read1(2), read1(3, 'Boréal', 'GH-90'), read1(4, 'Boréal', 'GH-90')],
    [],
  ],
  [
    // Whether the row that could not be read names another client cannot be known.
    'blank cells below a row that could not be read, until one is filled',
    [HEADINGS, row(1), '2,2025-07-04,Other', row(3, ''), row(4, 'Est'), row(5, '')],
    { columns: COLUMNS, fillDown: ['Client'] },
    [read1(1), 'column_count', 'row_above_unread', read1(4, 'Est'), read1(5, 'Est')],
    [],
  ],
  [
    'lines at the top, below the table and in between',
    ['Sales', 'Printed 2025-08-01', HEADINGS, row(1), 'Page 1,,,,,,', row(2), 'End,,,,,,', row(3), 'x'],
    { columns: COLUMNS, skipTop: 2, skipRows: ['^page \\d+$'], stopAt: 'end' },
    [read1(1), read1(2)],
    ['5 rule', '7 end', '8 end', '9 end'],
  ],
  [
    'a heading line of its group',
    [
      HEADINGS,
      'GH-60,,,,,,',
      row(1, 'Boréal', ''),
      row(2, 'Boréal', 'GH-75'),
      'GH-90,,,,,,',
      row(3, 'Boréal', ''),
    ],
    { columns: COLUMNS, groupHeading: 'Item No' },
    [read1(1), read1(2, 'Boréal', 'GH-75'), read1(3, 'Boréal', 'GH-90')],
    ['2 group', '5 group'],
  ],
  [
    'subtotals and a total that agree, in the marks of the file',
    [
      'Id;Date;Inv;Client;Item;Qty;Amt',
      '1;2025-07-04;F-1;Boréal;GH-60;2;1.234,50',
      ';;;Sous-total;;2;1.234,50',
      '2;2025-07-04;F-2;Boréal;GH-60;2;0,50',
      ';;;Sous-total;;2;0,50',
      'Summe;;;;;4;1.235,00',
    ],
    { columns: COLUMNS },
    [read1(1, 'Boréal', 'GH-60', '2', '1.234,50'), read1(2, 'Boréal', 'GH-60', '2', '0,50')],
    ['3 subtotal', '5 subtotal', '6 total'],
  ],
  [
    'subtotals that only the sender knows as such',
    [HEADINGS, row(1), '>> 1 line,,,,,2,3.00', row(2), '>> 1 line,,,,,2,3.00'],
    { columns: COLUMNS, skipRows: ['^>>'] },
    [read1(1), read1(2)],
    ['3 subtotal', '5 total'],
  ],
])('reads %s', async (_, lines, mapping, rows, leftOut) => {
  expect(await read(lines.join('\n'), mapping)).toEqual({ rows, leftOut })
})

it.each<[what: string, lines: string[], mapping: Given]>([
  ['total', [row(1), row(2), 'Total,,,,,4,6.01'], {}],
  ['subtotal', [row(1), 'Subtotal,,,,,2,3.01', row(2)], {}],
  ['quantity', [row(1), row(2), 'Total,,,,,5,6.00'], {}],
  [
    'subtotal that only the sender knows as such',
    [row(1), '>> 1 line,,,,,2,3.01', row(2)],
    { skipRows: ['^>>'] },
  ],
])('refuses a file whose %s is not that of its rows', async (_, lines, mapping) => {
  const file = [HEADINGS, ...lines].join('\n')
  await expect(read(file, { columns: COLUMNS, ...mapping })).rejects.toMatchObject({ code: 'total_differs' })
})
