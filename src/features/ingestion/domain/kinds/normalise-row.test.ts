import { describe, expect, it } from 'vitest'
import type { RowSettings } from './cells.ts'
import { snakeCase } from './column.ts'
import { KINDS, type Kind } from './kinds.ts'
import { normaliseRow } from './normalise-row.ts'

const settings: RowSettings = { decimal: 'auto', dateOrder: 'dmy' }
const sale = {
  Id: 1,
  Year: '2024',
  Month: '1',
  'Invoice No': 'A1',
  'Invoice Date': '2024-01-05',
  'Qty Sold': '10',
  Amount: '100.00',
}

function faults(kind: Kind, values: Record<string, unknown>): string[] {
  const result = normaliseRow(kind, values, settings)
  return result.ok ? [] : result.errors.map(({ field, code }) => `${field}: ${code}`)
}

function warnings(kind: Kind, values: Record<string, unknown>): string[] {
  const result = normaliseRow(kind, values, settings)
  return result.ok ? result.warnings.map(({ field, code }) => `${field}: ${code}`) : ['refused']
}

function row<K extends Kind>(kind: K, values: Record<string, unknown>) {
  const result = normaliseRow(kind, values, settings)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.row
}

describe('every kind', () => {
  const minimal: Record<Kind, Record<string, unknown>> = {
    customers: { 'Client Code': 'C1', 'Client Name': 'Boréal' },
    orders: { Primary: 1, 'Client Name': 'Boréal' },
    'order-lines': { Primary: 1, 'Line No': 1 },
    'sales-history': sale,
    products: { 'Item No': 'GH-60', Name: 'Gut Health' },
    lots: { 'Lot No': 'L1', 'Item No': 'GH-60', State: 'released' },
    'lot-results': { 'Lot No': 'L1', Test: 'Moisture', Result: '3.9 %' },
    'current-sales': { id: 1, Year: 2025, Month: 8, 'Qty Sent': '12', Total: '120.00' },
    invoices: { 'Invoice No': 'I-1', 'Invoice Date': '2025-08-15', 'Client Code': 'C1', Total: '10.00' },
    'invoice-lines': { 'Invoice No': 'I-1', 'Line No': 1, Amount: '10.00' },
    shipments: { 'Tracking Number': '1Z', Carrier: 'UPS', 'Client Code': 'C1' },
    'shipment-events': {
      'Tracking Number': '1Z',
      Carrier: 'UPS',
      'Event Time': '2025-08-21T14:05:00Z',
      Event: 'placed',
    },
    'shipment-lines': { 'Tracking Number': '1Z', Carrier: 'UPS', 'Line No': 1 },
    payments: { 'Payment No': 'R-1', 'Payment Date': '2025-09-10', 'Client Code': 'C1', Amount: '10.00' },
    'price-list': {
      'Client Code': 'C1',
      'Item No': 'GH-60',
      'Unit Price': '9.87',
      'Valid From': '2025-01-01',
    },
  }

  it.each(Object.keys(KINDS) as Kind[])('%s takes both spellings of its columns', (kind) => {
    const snake = Object.fromEntries(
      Object.entries(minimal[kind]).map(([name, value]) => [snakeCase(name), value]),
    )
    expect(row(kind, snake)).toEqual(row(kind, minimal[kind]))
  })

  it.each(Object.keys(KINDS) as Kind[])('%s refuses an empty row and names what is missing', (kind) => {
    expect(faults(kind, {}).every((fault) => fault.endsWith(': required'))).toBe(true)
    expect(faults(kind, {}).length).toBeGreaterThan(0)
  })

  it.each(Object.keys(KINDS) as Kind[])('%s has a maximum length for every column', (kind) => {
    for (const { name, type, maxLength } of KINDS[kind].columns) {
      const tooLong = { ...minimal[kind], [name]: 'x'.repeat(maxLength + 1) }
      expect(faults(kind, tooLong), `${name} (${type})`).not.toEqual([])
    }
  })

  it.each(Object.keys(KINDS) as Kind[])('%s deletes by the key alone', (kind) => {
    const { key } = row(kind, minimal[kind])
    expect(row(kind, { ...minimal[kind], Amount: 'abc', _op: 'DELETE' })).toEqual({
      op: 'delete',
      key,
      updatedAt: null,
    })
    expect(faults(kind, { _op: 'delete' })).toEqual([expect.stringMatching(/: required$/)])
    expect(faults(kind, { ...minimal[kind], _op: 'drop' })).toEqual(['_op: bad_op'])
  })

  it('reads Updated At as an instant', () => {
    expect(row('sales-history', { ...sale, 'Updated At': '2025-08-31T12:00:00+02:00' })).toMatchObject({
      updatedAt: '2025-08-31T10:00:00.000000Z',
    })
    expect(faults('sales-history', { ...sale, updated_at: '2025-08-31' })).toEqual([
      'Updated At: not_an_instant',
    ])
  })

  it('keeps other keys out, and is not harmed by theirs', () => {
    const hostile = JSON.parse('{"__proto__": {"Id": 9}, "constructor": "x", "Entrepôt": "x"}')
    expect(row('sales-history', { ...hostile, ...sale })).toEqual(row('sales-history', sale))
    const onlyHostile = JSON.parse('{"__proto__": {"Client Code": "C1", "Client Name": "x"}}')
    expect(faults('customers', onlyHostile)).toHaveLength(2)
  })
})

describe('text', () => {
  const name = (value: unknown) => row('customers', { 'Client Code': 'C1', 'Client Name': value })

  it('is trimmed and NFC', () => {
    expect(name('  Québec\u00a0 ')).toMatchObject({ clientName: 'Québec' })
    expect(name('Que\u0301bec')).toMatchObject({ clientName: 'Québec' })
    expect(name(10100)).toMatchObject({ clientName: '10100' })
    expect(name('=1+1')).toMatchObject({ clientName: '=1+1' })
    expect(name('💊'.repeat(200))).toMatchObject({ clientName: '💊'.repeat(200) })
  })

  it.each([
    ['a\0b', 'Client Name: bad_text'],
    ['a\ud800', 'Client Name: bad_text'],
    ['a\udc92b', 'Client Name: invalid_encoding'],
    ['💊'.repeat(201), 'Client Name: too_long'],
    [true, 'Client Name: bad_type'],
    [{ toString: 'x' }, 'Client Name: bad_type'],
    [['x'], 'Client Name: bad_type'],
    [2 ** 60, 'Client Name: out_of_range'],
    ['   ', 'Client Name: required'],
    [null, 'Client Name: required'],
  ])('%j is refused: %s', (value, fault) => {
    expect(faults('customers', { 'Client Code': 'C1', 'Client Name': value })).toEqual([fault])
  })

  it('has no control characters in what identifies a row', () => {
    expect(faults('customers', { 'Client Code': 'C\u001f1', 'Client Name': 'x' })).toEqual([
      'Client Code: bad_text',
    ])
    expect(row('order-lines', { 'Ord No': '1', 'Line No': '2' }).key).toBe('ord_no:1\u001f2')
  })
})

describe('orders', () => {
  const order = { Primary: '5', 'Client Code': 'C1' }

  it('are known by Primary, else by Ord No, and never mixed up', () => {
    expect(row('orders', { ...order, 'Ord No': '7' }).key).toBe('primary:5')
    expect(row('orders', { 'Ord No': 5, 'Client Name': 'x' }).key).toBe('ord_no:5')
    expect(faults('orders', { 'PO No': 'x' })).toEqual(['Primary: required', 'Client Name: required'])
  })

  it.each([
    ['$10,223.83', 1022383, null],
    ['1 234,56 $ US', 123456, 'USD'],
    ['-5', -500, null],
    [10223.83, 1022383, null],
  ])('read Montant Total %j', (montantTotal, amountCents, currency) => {
    const read = row('orders', { ...order, 'Montant Total': montantTotal })
    expect(read).toMatchObject({ montantTotal: String(montantTotal), amountCents, currency })
    expect(warnings('orders', { ...order, 'Montant Total': montantTotal })).toEqual([])
  })

  it.each([
    ['TBD', 'TBD'],
    ['see PO 123', 'see PO 123'],
    ['-', '-'],
    ['', null],
    [null, null],
  ])('keep Montant Total %j as received, as 0 with a warning', (sent, kept) => {
    const values = { ...order, 'Montant Total': sent }
    expect(row('orders', values)).toMatchObject({ montantTotal: kept, amountCents: 0 })
    expect(warnings('orders', values)).toEqual(['Montant Total: amount_text'])
  })

  it.each([
    ['12,34,56', 'bad_grouping'],
    ['1e3', 'not_a_number'],
    ['5k', 'unknown_unit'],
    ['\u0661\u0662', 'foreign_digits'],
    [{}, 'bad_type'],
  ])('refuse Montant Total %j: a figure that cannot be read', (sent, code) => {
    expect(faults('orders', { ...order, 'Montant Total': sent })).toEqual([`Montant Total: ${code}`])
  })

  it('take the currency from the column or the text, and refuse two', () => {
    const cad = { ...order, 'Montant Total': '5 CAD' }
    expect(row('orders', { ...order, 'Montant Total': '$5', Currency: 'eur' })).toMatchObject({
      currency: 'EUR',
    })
    expect(row('orders', { ...cad, Currency: 'CAD' })).toMatchObject({ currency: 'CAD' })
    expect(faults('orders', { ...cad, Currency: 'USD' })).toEqual(['Currency: currency_conflict'])
    expect(faults('orders', { ...order, Currency: 'XYZ' })).toEqual(['Currency: unknown_currency'])
  })

  it('read their dates', () => {
    const dates = { 'Order Date': '04/07/2025', 'Requested Date': '2025-08-01', 'Promised Date': '' }
    expect(row('orders', { ...order, ...dates })).toMatchObject({
      orderDate: '2025-07-04',
      requestedDate: '2025-08-01',
      promisedDate: null,
    })
    expect(faults('orders', { ...order, 'Order Date': '07/24/2025' })).toEqual(['Order Date: date_order'])
  })
})

describe('order lines', () => {
  const line = { 'Ord No': '7', 'Line No': '1' }

  it('belong to an order', () => {
    expect(row('order-lines', { ...line, Primary: '5' })).toMatchObject({
      key: 'primary:5\u001f1',
      orderKey: 'primary:5',
    })
    expect(faults('order-lines', { ...line, Primary: 'a\tb' })).toEqual(['Primary: bad_text'])
    expect(faults('order-lines', { 'Item No': 'P1' })).toEqual(['Line No: required', 'Primary: required'])
  })

  it('have quantities and a price, or none', () => {
    expect(
      row('order-lines', { ...line, 'Qty Ordered': '12 KG', 'Unit Price': '€0.1250', Unit: 'KG' }),
    ).toMatchObject({
      qtyOrderedThousandths: 12_000,
      qtyOrderedText: '12 KG',
      qtyShippedThousandths: null,
      qtyShippedText: null,
      unitPrice: '0.1250',
      currency: 'EUR',
    })
    expect(faults('order-lines', { ...line, 'Qty Shipped': 'some' })).toEqual(['Qty Shipped: not_a_number'])
  })
})

describe('sales history', () => {
  it('is typed', () => {
    expect(row('sales-history', { ...sale, 'Qty Sold': '(2.5)', Amount: '1 234,565 $', Amt_2: '7' })).toEqual(
      {
        op: 'upsert',
        key: '1',
        updatedAt: null,
        id: '1',
        year: 2024,
        month: 1,
        clientCode: null,
        customerName: null,
        invoiceNo: 'A1',
        invoiceDate: '2024-01-05',
        qtyThousandths: -2500,
        qtyText: '(2.5)',
        itemNo: null,
        itemName: null,
        amountCents: 123457,
        amountFine: '123456.5',
        amountText: '1 234,565 $',
        unitPrice: null,
        taxCode: null,
        amt2Cents: 700,
        amt2Fine: null,
        amt2Text: '7',
        currency: null,
      },
    )
  })

  it.each([
    ['12.340 KWD', undefined, []],
    ['12.3404', 'KWD', []],
    ['12.345 KWD', undefined, ['Amount: amount_precision']],
    ['-0.001', 'TND', ['Amount: amount_precision']],
    ['12.345', 'CAD', []],
    ['12.345', undefined, []],
  ])('%s in %s: %s', (Amount, Currency, expected) => {
    expect(normaliseRow('sales-history', { ...sale, Amount, Currency }, { decimal: '.' })).toMatchObject(
      expected.length === 0
        ? { ok: true }
        : { ok: false, errors: expected.map((fault) => ({ code: fault.split(': ')[1] })) },
    )
  })

  it('lets Year and Month win over the date, which fills what is missing', () => {
    expect(row('sales-history', { ...sale, Month: '2' })).toMatchObject({ year: 2024, month: 2 })
    expect(warnings('sales-history', { ...sale, Month: '2' })).toEqual(['Invoice Date: other_period'])
    expect(row('sales-history', { ...sale, Year: '', Month: null })).toMatchObject({ year: 2024, month: 1 })
    expect(row('sales-history', { ...sale, 'Invoice Date': '' })).toMatchObject({
      invoiceDate: null,
      month: 1,
    })
    expect(faults('sales-history', { ...sale, Month: '', 'Invoice Date': '' })).toEqual(['Month: required'])
  })

  it.each([
    [{ Month: 13 }, 'Month: bad_month'],
    [{ Month: '0' }, 'Month: bad_month'],
    [{ Month: 1.5 }, 'Month: bad_month'],
    [{ Year: '20250' }, 'Year: bad_year'],
    [{ Year: 1899 }, 'Year: bad_year'],
    [{ Year: '24' }, 'Year: bad_year'],
    [{ 'Invoice Date': '2025-02-30' }, 'Invoice Date: no_such_date'],
    [{ 'Invoice No': ' ' }, 'Invoice No: required'],
    [{ 'Qty Sold': 'abc' }, 'Qty Sold: not_a_number'],
    [{ 'Qty Sold': '' }, 'Qty Sold: required'],
    [{ Amount: '12,34,56' }, 'Amount: bad_grouping'],
    [{ Amount: 'TBD' }, 'Amount: not_a_number'],
    [{ Amt_2: 'TBD' }, 'Amt_2: not_a_number'],
    [{ Amount: '€5', 'Unit Price': 'US$5' }, 'Unit Price: currency_conflict'],
  ])('%j is refused: %s', (change, fault) => {
    expect(faults('sales-history', { ...sale, ...change })).toEqual([fault])
  })

  it('names everything that is wrong at once', () => {
    expect(faults('sales-history', { ...sale, Month: 13, 'Qty Sold': 'abc', Id: '' })).toEqual([
      'Id: required',
      'Month: bad_month',
      'Qty Sold: not_a_number',
    ])
  })
})
