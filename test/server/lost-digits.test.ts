import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { currentSale, order, peek, type Sender, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let dinar: number
let yen: number
let send: Sender
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  dinar = await aTenant(portal, { currency: 'KWD', clientCodes: ['K'] })
  yen = await aTenant(portal, { currency: 'JPY', clientCodes: ['Y'] })
  await aTenant(portal, { clientCodes: ['C'] })
  send = sender(portal.url, await aKey(portal))
})
afterAll(() => portal?.close())

const of = (code: string) => ({ 'Client Code': code, 'Customer Name': code })
const invoice = (no: string, code: string, fields: Json = {}) => ({
  ...{ 'Invoice No': no, 'Invoice Date': '2025-05-01', ...of(code), Total: '5', ...fields },
})
const line = (no: string, amount: string, lineNo = 1) => ({
  ...{ 'Invoice No': no, 'Line No': lineNo, Amount: amount },
})
const codes = ({ body }: { body: Json }) => body.errors.map(({ code }: Json) => code)
const lines = async (no: string, table = 'invoice_lines') =>
  (
    await peek(
      portal,
      `select amount_cents::text as cents from portal.${table} where invoice_key = $1 order by source_key`,
      [no],
    )
  ).map(({ cents }) => cents)

it.each([
  ['the row names the currency', 'C', 'KWD', ['Montant Total', 'Amount', 'Total', 'Total', 'Amount']],
  ['it is the company’s', 'K', undefined, [null, null, null, null, null]],
])('a third decimal that is not kept is refused: %s', async (_, code, currency, fields) => {
  const kinds = [
    [
      'orders',
      (n: number, amount: string) => order(`${code}-${n}`, { ...of(code), 'Montant Total': amount }),
    ],
    ['sales-history', (n: number, amount: string) => sale(`${code}-${n}`, { ...of(code), Amount: amount })],
    [
      'current-sales',
      (n: number, amount: string) =>
        currentSale(`${code}-${n}`, { 'Account Number': code, Code: 'A', Total: amount }),
    ],
    ['invoices', (n: number, amount: string) => invoice(`${code}-${n}`, code, { Total: amount })],
    [
      'payments',
      (n: number, amount: string) => ({
        ...{ 'Payment No': `${code}-${n}`, 'Payment Date': '2025-05-02', ...of(code), Amount: amount },
      }),
    ],
  ] as const
  for (const [at, [kind, row]] of kinds.entries()) {
    const amounts = ['12.3456', '-0.001', '12.340', '12.3404', '-7.5']
    const answer = await send(
      `${kind}?decimal=.`,
      amounts.map((amount, n) => ({ ...row(n, amount), ...(currency && { Currency: currency }) })),
    )
    expect([kind, answer.status, answer.body.rejected, answer.body.inserted]).toEqual([kind, 200, 2, 3])
    expect(answer.body.errors.map(({ row, field, code }: Json) => [row, field, code])).toEqual([
      [1, fields[at], 'amount_precision'],
      [2, fields[at], 'amount_precision'],
    ])
    expect(answer.body.sums[0]).toMatchObject({ currency: 'KWD', amount: '17.18' })
  }
})

it('taxes of an invoice are refused and rounded like its total', async () => {
  const taxed = (no: string, code: string, tax: string) =>
    invoice(no, code, { 'Tax 1 Name': 'VAT', 'Tax 1': tax })
  const answer = await send('invoices?decimal=.', [taxed('T-1', 'K', '0.125'), taxed('T-2', 'Y', '7.495')])
  expect(codes(answer)).toEqual(['amount_precision'])
  const [kept] = await peek(portal, `select taxes from portal.invoices where invoice_no = 'T-2'`)
  expect(kept?.taxes).toEqual([{ name: 'VAT', cents: 700 }])
})

it('a line is in the currency of its invoice', async () => {
  await send('invoices', [invoice('L-1', 'K'), invoice('L-2', 'Y'), invoice('L-3', 'C')])
  const answer = await send('invoice-lines?decimal=.', [
    ...[line('L-1', '1.234'), line('L-1', '1.230', 2), line('L-2', '99.495'), line('L-2', '99.5', 2)],
    line('L-3', '1.235'),
  ])
  expect(answer.body.errors).toEqual([
    expect.objectContaining({ row: 1, code: 'amount_precision', key: expect.stringContaining('L-1') }),
  ])
  expect([await lines('L-1'), await lines('L-2'), await lines('L-3')]).toEqual([
    ['123'],
    ['9900', '10000'],
    ['124'],
  ])
})

it('a line that came before its invoice keeps its digits until its currency is known', async () => {
  await send('invoice-lines?decimal=.', [line('W-1', '99.495'), line('W-2', '1.234'), line('W-3', '1.234')])
  expect(await lines('W-1', 'unassigned_invoice_lines')).toEqual(['9949.5'])
  const answer = await send('invoices', [invoice('W-1', 'Y'), invoice('W-2', 'K'), invoice('W-3', 'C')])
  expect(answer.body.errors).toEqual([expect.objectContaining({ row: 2, code: 'amount_precision' })])
  expect([await lines('W-1'), await lines('W-2'), await lines('W-3')]).toEqual([['9900'], [], ['123']])
  expect(await lines('W-2', 'unassigned_invoice_lines')).toEqual(['123.4'])
  // Without the line it is taken.
  await send('invoice-lines', [{ ...line('W-2', '1.23') }])
  expect((await send('invoices', [invoice('W-2', 'K')])).body.inserted).toBe(1)
  expect(await lines('W-2')).toEqual(['123'])
})

it('lines follow an invoice into yen, and hold it out of dinars', async () => {
  await send('invoices', [invoice('M-1', 'C')])
  await send('invoice-lines', [line('M-1', '10.50')])
  expect(codes(await send('invoices', [invoice('M-1', 'C', { Currency: 'KWD' })]))).toEqual([
    'amount_precision',
  ])
  expect((await send('invoices', [invoice('M-1', 'C', { Currency: 'JPY' })])).body.updated).toBe(1)
  expect(await lines('M-1')).toEqual(['1100'])
})

it('what arrives is rounded once, and added up as it lands', async () => {
  const { body } = await send('orders?decimal=.', [
    order('R-1', { ...of('Y'), 'Montant Total': '1500.495' }),
    order('R-2', { ...of('Y'), 'Montant Total': '0.5' }),
    order('R-3', { ...of('C'), 'Montant Total': '-0.005' }),
  ])
  expect(body.sums).toEqual([
    { currency: 'CAD', rows: 1, quantity: null, amount: '-0.01' },
    { currency: 'JPY', rows: 2, quantity: null, amount: '1501.00' },
  ])
  const kept = await peek(
    portal,
    `select amount_cents::text as cents from portal.orders where primary_no like 'R-%' order by primary_no`,
  )
  expect(kept.map(({ cents }) => cents)).toEqual(['150000', '100', '-1'])
})

it('rows that waited without naming a currency do not go to a company of three decimals', async () => {
  const admin = await anAdministrator(portal)
  await send('sales-history', [sale('U-1', { ...of('NEW'), Amount: '12.34' })])
  const { items } = (await admin.get('/api/v1/admin/unassigned?search=NEW')).body
  const { sourceId, clientCode, rows } = items[0]
  const give = () =>
    admin.post('/api/v1/admin/unassigned/assign', { sourceId, clientCode, tenantId: dinar, rows })
  const refused = await give()
  expect([refused.status, refused.body.code]).toEqual([409, 'currency_not_named'])
  await send('sales-history', [sale('U-1', { ...of('NEW'), Amount: '12.34', Currency: 'KWD' })])
  expect((await give()).status).toBe(200)
})

it('lines that waited with their invoice are rounded when it gets a company', async () => {
  const admin = await anAdministrator(portal)
  await send('invoices', [invoice('N-1', 'LATE'), invoice('N-2', 'LATE', { Currency: 'CAD' })])
  await send('invoice-lines?decimal=.', [line('N-1', '99.495'), line('N-2', '99.495')])
  const { items } = (await admin.get('/api/v1/admin/unassigned?search=LATE')).body
  const { sourceId, clientCode, rows } = items[0]
  const given = await admin.post('/api/v1/admin/unassigned/assign', {
    ...{ sourceId, clientCode, tenantId: yen, rows },
  })
  expect(given.status).toBe(200)
  expect([await lines('N-1'), await lines('N-2')]).toEqual([['9900'], ['9950']])
})
