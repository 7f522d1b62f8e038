import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRows } from '../../src/features/ingestion/server/read/read-rows.ts'
import { ReadRefusal } from '../../src/features/ingestion/server/read/refusal.ts'

const data = new URL('../../../shared/data/', import.meta.url)
const file = (path: string) => new URL(path, data)
const json = (path: string) => JSON.parse(readFileSync(file(path), 'utf8'))

type Sums = { records: number; qty: number; amount: string }
type Variant = {
  expected: Partial<Sums> & { refused?: true; error_on_data_row?: number }
  faulty_data_rows?: Record<string, string>
}
const { files, base } = json('expected/import-variants.json') as {
  files: Record<string, Variant>
  base: Sums
}

const faultyRows = ({ expected, faulty_data_rows }: Variant) =>
  expected.error_on_data_row === undefined
    ? Object.keys(faulty_data_rows ?? {}).map(Number)
    : [expected.error_on_data_row]

/** What the French headings mean: the mapping that an operator would write. */
const FRENCH = {
  'Date facture': 'Invoice Date',
  'No facture': 'Invoice No',
  'Code client': 'Client Code',
  'Nom du client': 'Customer Name',
  'No article': 'Item No',
  'Nom article': 'Item Name',
  'Qté vendue': 'Qty Sold',
  'Prix unitaire': 'Unit Price',
  Montant: 'Amount',
  'Code taxe': 'Tax Code',
  Année: 'Year',
  Mois: 'Month',
  No: 'Id',
  'Montant 2': 'Amt_2',
  Entrepôt: null,
}

/** Exact sums over the distinct Ids: the last row of each counts, as in the store. */
async function readFile(path: string) {
  const mapping = path.includes('french_headers') ? { columns: FRENCH } : undefined
  const reading = readRows(createReadStream(file(path)), { kind: 'sales-history', mapping })
  const sales = new Map<
    string,
    { thousandths: number; cents: number; customer: string | null; item: string | null }
  >()
  const faults = new Map<number, string[]>()
  for await (const row of reading) {
    if (!row.ok)
      faults.set(
        row.row,
        row.errors.map(({ field, code }) => `${field}: ${code}`),
      )
    else if (row.value.op === 'upsert') {
      const { id, qtyThousandths, amountCents, customerName, itemName } = row.value
      sales.set(id, {
        thousandths: qtyThousandths,
        cents: amountCents,
        customer: customerName,
        item: itemName,
      })
    }
  }
  const total = { thousandths: 0, cents: 0 }
  for (const { thousandths, cents } of sales.values()) {
    total.thousandths += thousandths
    total.cents += cents
  }
  const sums = { records: sales.size, qty: total.thousandths / 1000, amount: (total.cents / 100).toFixed(2) }
  return { sums, sales, faults, summary: reading.summary() }
}

describe('the import files', () => {
  it('are all known', () => {
    const present = readdirSync(file('imports/')).filter((name) => name !== 'rules_mini.csv')
    expect(present.sort()).toEqual(Object.keys(files).sort())
  })

  it.each(Object.entries(files).filter(([, { expected }]) => expected.records !== undefined))(
    '%s',
    async (name, variant) => {
      const { sums, faults, summary } = await readFile(`imports/${name}`)
      const { records, qty, amount } = variant.expected
      expect(sums).toEqual({ records, qty, amount: Number(amount).toFixed(2) })
      expect([...faults.keys()]).toEqual(faultyRows(variant))
      expect(summary.stoppedAt).toBeNull()
    },
  )

  it.each(Object.entries(files).filter(([, { expected }]) => expected.refused))(
    '%s is refused as a whole',
    async (name) => {
      const fault = await readFile(`imports/${name}`).catch((reason) => reason)
      expect(fault).toBeInstanceOf(ReadRefusal)
      expect(fault.code).toBe(name.startsWith('32_') ? 'empty_body' : 'not_a_table')
    },
  )

  it('every doubled line is read; only the store drops the second', async () => {
    const { summary } = await readFile('imports/12_every_line_twice.csv')
    expect(summary.rows).toBe(base.records * 2)
  })

  it('names what is wrong with each of the ten bad rows', async () => {
    const { faults } = await readFile('imports/30_ten_bad_rows.csv')
    expect(Object.fromEntries(faults)).toEqual({
      3: ['Month: bad_month'],
      7: ['Invoice Date: no_such_date'],
      11: ['Qty Sold: not_a_number'],
      15: ['Amount: bad_grouping'],
      19: ['Invoice No: required'],
      23: ['null: column_count'],
      27: ['null: column_count'],
      31: ['Qty Sold: not_a_number'],
      35: ['Year: bad_year'],
      39: ['Amount: required'],
    })
  })

  it('an unclosed quote is found where it opened, and costs its own line', async () => {
    const row = files['34_unclosed_quote.csv']?.expected.error_on_data_row as number
    const { faults, summary } = await readFile('imports/34_unclosed_quote.csv')
    expect([...faults]).toEqual([[row, ['null: unclosed_quote']]])
    expect(summary.stoppedAt).toBeNull()
  })

  it('keeps accents in every encoding, and formulas as text', async () => {
    for (const name of ['01_base_utf8_lf.csv', '03_windows1252_crlf.csv', '06_utf16le_tab.txt']) {
      const { sales } = await readFile(`imports/${name}`)
      const words = [...sales.values()].flatMap(({ customer, item }) => [customer, item])
      for (const word of ['Königlich Essen', 'Gravad lax', 'Côte de Blaye']) expect(words).toContain(word)
    }
    const { sales } = await readFile('imports/35_formula_names.csv')
    expect([...sales.values()].map(({ customer }) => customer)).toContain('=1+1')
  })

  it('says which order of day and month it found', async () => {
    const french = await readFile('imports/04_fr_semicolon_decimal_comma_utf8bom.csv')
    const american = await readFile('imports/13_us_money_and_dates.csv')
    expect(french.summary.reading).toMatchObject({ dateOrder: 'dmy', dateOrderBecause: { because: 'value' } })
    expect(american.summary.reading).toMatchObject({
      dateOrder: 'mdy',
      dateOrderBecause: { because: 'value' },
    })
  })
})

it('rules_mini means what its sender means, and rejects what C3 rejects', async () => {
  type Rule = { id: number; qty_meant: number | null; amount_meant: number | null; decision?: string }
  const { rows } = json('expected/rules_mini.json') as { rows: Rule[] }
  const { sales, faults } = await readFile('imports/rules_mini.csv')
  for (const { id, qty_meant, amount_meant, decision } of rows) {
    const sale = sales.get(String(id))
    if (decision?.startsWith('row rejected')) {
      expect(faults.get(id), `row ${id}`).toBeDefined()
      expect(sale).toBeUndefined()
    } else {
      expect({
        id,
        qty: (sale?.thousandths ?? Number.NaN) / 1000,
        amount: (sale?.cents ?? Number.NaN) / 100,
      }).toEqual({
        id,
        qty: qty_meant,
        amount: amount_meant,
      })
    }
  }
  expect(faults.size).toBe(3)
})

it.each(['online_retail_y1', 'scms', 'northwind'])('the sales set %s adds up', async (name) => {
  const { records, qty, amount } = (json(`expected/${name}.json`) as { totals: Sums }).totals
  const { sums, faults } = await readFile(`sales/${name}.csv.gz`)
  expect(faults.size).toBe(0)
  expect(sums).toEqual({ records, qty, amount })
})

it('the orders add up', async () => {
  const reading = readRows(createReadStream(file('orders/gh_ordre_classicmodels.csv')), { kind: 'orders' })
  let cents = 0
  for await (const row of reading) if (row.ok && row.value.op === 'upsert') cents += row.value.amountCents
  const expected = json('expected/orders.json').orders as { orders: number; total_amount: string }
  expect(reading.summary()).toMatchObject({ good: expected.orders, bad: 0, unknownColumns: [], warnings: [] })
  expect((cents / 100).toFixed(2)).toBe(expected.total_amount)
})
