import { afterAll, beforeAll, expect, it } from 'vitest'
import { minorDigits } from '../../src/platform/contract/minor-digits.ts'
import { aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { currentSale, order, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { detail, draft, PATH } from '../support/purchase-orders.ts'

let portal: TestPortal
let yen: number
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  yen = await aTenant(portal, { currency: 'JPY', clientCodes: ['Y'] })
})
afterAll(() => portal?.close())

it('the database rounds by the same currencies as the program', async () => {
  const codes = Intl.supportedValuesOf('currency')
  const rounded = await peek(
    portal,
    'select c, portal.minor_digits(c) as digits, portal.round_cents(150.5, c)::int as cents from unnest($1::text[]) c',
    [codes],
  )
  expect(rounded).toEqual(
    codes.map((c) => ({ c, digits: minorDigits(c), cents: minorDigits(c) === 0 ? 200 : 151 })),
  )
})

it('amounts without a smaller unit land as whole ones, half away from zero, whoever says the currency', async () => {
  const send = sender(portal.url, await aKey(portal))
  const of = { 'Client Code': 'Y', 'Customer Name': 'Y' }
  for (const [kind, rows] of [
    [
      'orders',
      [
        order('J-1', { ...of, 'Montant Total': '1500.50' }),
        order('J-2', { ...of, 'Montant Total': '-1500.50' }),
        order('J-3', { ...of, 'Montant Total': '1500.49' }),
        order('J-4', { ...of, 'Montant Total': '1500.50 EUR' }),
      ],
    ],
    ['sales-history', [sale('J-1', { ...of, Amount: '0.5' }), sale('J-2', { ...of, Amount: '2.50 USD' })]],
    ['current-sales', [currentSale('J-1', { 'Account Number': 'Y', Code: 'A', Total: '7.5' })]],
    ['invoices', [{ ...of, 'Invoice No': 'J-1', 'Invoice Date': '2025-05-01', Total: '99.5' }]],
    ['payments', [{ ...of, 'Payment No': 'J-1', 'Payment Date': '2025-05-02', Amount: '10.4' }]],
  ] as const) {
    const answer = await send(kind, rows)
    expect([kind, answer.status, answer.body.rejected]).toEqual([kind, 200, 0])
  }
  const cents = async (column: string, table: string) =>
    (
      await peek(
        portal,
        `select ${column}::int as cents from portal.${table} where tenant_id = $1 order by source_key`,
        [yen],
      )
    ).map((row) => row.cents)
  expect(await cents('amount_cents', 'orders')).toEqual([150_100, -150_100, 150_000, 150_050])
  expect(await cents('amount_cents', 'sales_history')).toEqual([100, 250])
  expect(await cents('amount_cents', 'current_sales')).toEqual([800])
  expect(await cents('total_cents', 'invoices')).toEqual([10_000])
  expect(await cents('amount_cents', 'payments')).toEqual([1000])
  // The text keeps the rest.
  const member = await aMember(portal, yen)
  const { items } = (await member.get('/api/v1/orders?sort=primary&limit=1')).body
  expect(items.map(({ amount, montantTotal }: Json) => [amount, montantTotal])).toEqual([
    ['1501.00', '1500.50'],
  ])
})

const draftOf = (tenantId: number, currency: string, lines: [quantity: string, unitPrice: string][]) => ({
  ...{ tenantId, kind: 'invoice', creditsNo: null, date: '2025-08-01', dueDate: '2025-08-31', terms: null },
  ...{ poNo: null, ordNo: null, currency, taxes: [], billTo: '1 Quay', place: 'US' },
  lines: lines.map(([quantity, unitPrice]) => ({
    ...{ itemNo: null, description: 'Capsules', unit: null, quantity, unitPrice },
  })),
})

it('an invoice that staff write comes to whole ones, line by line, and to no third decimal', async () => {
  const billing = await aStaffMember(portal, 'finance')
  const tenantId = await aTenant(portal, { currency: 'JPY' })
  const write = (currency: string, lines: [string, string][]) =>
    billing.post('/api/v1/admin/invoice-drafts', draftOf(tenantId, currency, lines))
  const refused = await write('KWD', [
    ['3', '1.24'],
    ['1.5', '1.25'],
  ])
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: 'lines.1.unitPrice', message: expect.stringContaining('third decimal') }],
  ])
  expect((await write('KWD', [['3', '1.24']])).status).toBe(200)
  const { body } = await write('JPY', [
    ['1.5', '101'],
    ['2.5', '101'],
  ])
  const { body: kept } = await billing.get(`/api/v1/admin/invoice-drafts/${body.id}`)
  // 151.5 and 252.5
  expect(kept).toMatchObject({ total: '405.00' })
})

it.each([
  ['JPY', '101', ['405.00', '152.00', '253.00']],
  ['KWD', '1.25', null],
  ['KWD', '1.24', ['4.96', '1.86', '3.10']],
])('a purchase order in %s at %s', async (currency, price, amounts) => {
  const code = `P-${currency}-${price}`
  const tenantId = await aTenant(portal, { currency, clientCodes: [code] })
  const send = sender(portal.url, await aKey(portal))
  const items = ['ONE', 'TWO'].map((item) => `${item}-${code}`)
  for (const [kind, rows] of [
    ['products', items.map((item) => ({ 'Item No': item, Name: item, Unit: 'UN' }))],
    ['orders', [order(code, { 'Client Code': code })]],
    ['order-lines', items.map((item, at) => ({ Primary: code, 'Line No': at + 1, 'Item No': item }))],
    [
      'price-list',
      items.map((item) => ({
        ...{ 'Client Code': code, 'Item No': item, 'Unit Price': price, 'Valid From': '2025-01-01' },
      })),
    ],
  ] as const)
    expect((await send(kind, rows)).body.errors).toEqual([])
  const buyer = await aMember(portal, tenantId)
  const lines = items.map((itemNo, at) => ({ itemNo, quantity: at + 1.5 }))
  const made = await buyer.post(PATH, draft({ lines }))
  if (amounts === null) {
    expect([made.status, made.body.code, made.body.errors[0].path]).toEqual([
      ...[422, 'amount_precision', 'lines.0.quantity'],
    ])
    return
  }
  const body = await detail(buyer, made.body.id)
  expect([body.purchaseOrder.total, ...body.lines.map(({ amount }: Json) => amount)]).toEqual(amounts)
})

it('files have the decimals of each currency', async () => {
  const member = await aMember(portal, yen, 'tenant_admin')
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const file = async (address: string) =>
    await (await fetch(`${portal.url}${address}`, { headers: { cookie } })).text()
  const orders = await file('/api/v1/orders/export?format=csv')
  expect(orders).toContain(',1501,JPY,')
  expect(orders).toContain(',1500.50,EUR,')
  expect(await file('/api/v1/sales/lines/export?dataset=history&format=csv&year=2024')).toContain(',1,JPY,')
})
