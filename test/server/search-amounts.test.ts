import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TODAY = '2025-08-31'
let portal: TestPortal
let actor: Actor
let stranger: Actor

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  const tenantId = await aTenant(portal, { clientCodes: ['A'], source: 'amounts', currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source: 'amounts' }))
  const invoice = (no: string, total: string, more: Json = {}) => ({
    ...{ 'Invoice No': no, 'Invoice Date': '2025-08-01', 'Client Code': 'A', Total: total, ...more },
  })
  const payment = (no: string, amount: string, more: Json = {}) => ({
    ...{ 'Payment No': no, 'Payment Date': '2025-08-10', 'Client Code': 'A', Amount: amount, ...more },
  })
  const batches: [string, Json[]][] = [
    [
      'invoices',
      [
        invoice('TOTAL', '1149.75'),
        invoice('OPEN', '2000.00'),
        invoice('LATER', '1500.00'),
        invoice('CREDIT', '-50.25'),
        invoice('DOLLARS', '1149.75 USD'),
      ],
    ],
    [
      'payments',
      [
        // What is left of OPEN is the amount, today; of LATER it is, only once its payment has come in.
        payment('R-1', '850.25', { 'Invoice No': 'OPEN' }),
        payment('R-2', '350.25', { 'Invoice No': 'LATER', 'Payment Date': '2025-09-20' }),
        payment('R-3', '1149.75'),
      ],
    ],
    [
      'orders',
      [
        order('P-1', { 'Ord No': 'SO-1', 'Client Code': 'A', 'Montant Total': '1149.75' }),
        order('P-2', { 'Ord No': 'SO-2', 'Client Code': 'A', 'Montant Total': '3.00' }),
      ],
    ],
  ]
  for (const [kind, rows] of batches) {
    const { body, text } = await send(kind, rows)
    expect(body.rejected, text).toBe(0)
  }
  actor = await aMember(portal, tenantId, 'tenant_admin')
  stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

const invoices = async (who: Actor, term: string) =>
  (await who.get(`/api/v1/invoices?sort=number&search=${encodeURIComponent(term)}`)).body.items.map(
    ({ number }: Json) => number,
  )
const orders = async (who: Actor, term: string) =>
  (await who.get(`/api/v1/orders?search=${encodeURIComponent(term)}`)).body.items.map(
    ({ ordNo }: Json) => ordNo,
  )
const everywhere = async (who: Actor, term: string) =>
  Object.fromEntries(
    (await who.get(`/api/v1/search?q=${encodeURIComponent(term)}`)).body.groups.map(
      ({ group, hits }: Json) => [group, hits.map(({ title }: Json) => title).toSorted()],
    ),
  )

it.each(['1,149.75', '1149.75', '1 149,75 $', '1.149,75'])(
  '%s finds what bears that amount',
  async (term) => {
    expect(await invoices(actor, term)).toEqual(['DOLLARS', 'OPEN', 'TOTAL'])
    expect(await orders(actor, term)).toEqual(['SO-1'])
    expect(await everywhere(actor, term)).toMatchObject({
      invoices: ['DOLLARS', 'OPEN', 'TOTAL'],
      orders: ['SO-1'],
      payments: ['R-3'],
    })
  },
)

it.each([
  ['CAD 1149.75', ['OPEN', 'TOTAL']],
  ['US$1,149.75', ['DOLLARS']],
  ['EUR 1149.75', []],
  ['50.25', ['CREDIT']],
  ['1149', ['DOLLARS', 'OPEN', 'TOTAL']],
  ['1500.00', ['LATER']],
  // The balance of a day that has not come, and of what is paid.
  ['850.00', []],
  ['0.00', []],
])('%s finds the invoices %j', async (term, found) => {
  expect(await invoices(actor, term)).toEqual(found)
})

it('finds nothing of other companies, and all of them for an administrator', async () => {
  expect([await invoices(stranger, '1149.75'), await orders(stranger, '1149.75')]).toEqual([[], []])
  expect(await everywhere(stranger, '1149.75')).toEqual({})
  const admin = await anAdministrator(portal)
  expect(await invoices(admin, '1149.75')).toEqual(['DOLLARS', 'OPEN', 'TOTAL'])
  expect(await everywhere(admin, '1149.75')).toMatchObject({ orders: ['SO-1'], payments: ['R-3'] })
})

it('finds a payment that was announced here, by its amount', async () => {
  const [invoice] = (await actor.get('/api/v1/invoices?search=OPEN')).body.items
  const wish = { wish: 'of-an-amount', parts: [{ invoiceId: invoice.id, amount: '77.13' }] }
  const { reference } = (await actor.post('/api/v1/payments', wish)).body
  expect(await everywhere(actor, '77,13')).toMatchObject({ payments: [reference] })
})
