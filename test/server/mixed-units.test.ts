import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { currentSale, order, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

it('what a shipment carried of a lot is told by unit', async () => {
  const tenantId = await aTenant(portal, { clientCodes: ['U'] })
  const send = sender(portal.url, await aKey(portal))
  const of = { 'Tracking Number': 'T-1', Carrier: 'Purolator' }
  const line = (no: number, quantity: number | null, unit: string | null) => ({
    ...{ ...of, 'Line No': no, 'Item No': 'A', Lot: 'L-1', Quantity: quantity, Unit: unit },
  })
  for (const [kind, rows] of [
    ['lots', [{ 'Lot No': 'L-1', 'Item No': 'A', State: 'released' }]],
    ['orders', [order('O-1', { 'Client Code': 'U', 'Ord No': 'O-1' })]],
    ['order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'A', Lot: 'L-1', 'Qty Ordered': 5 }]],
    ['shipments', [{ ...of, 'Client Code': 'U' }]],
    ['shipment-lines', [line(1, 2.5, 'KG'), line(2, 100, 'UN'), line(3, 0.5, 'KG'), line(4, 7, null)]],
  ] as const) {
    const answer = await send(kind, rows)
    expect([kind, answer.status, answer.body.errors]).toEqual([kind, 200, []])
  }
  const { status, body } = await (await aMember(portal, tenantId, 'tenant_admin')).get('/api/v1/lots/L-1')
  expect(status).toBe(200)
  expect(body.shipments).toHaveLength(1)
  expect(body.shipments[0].quantities).toEqual([
    { quantity: 3, unit: 'KG' },
    { quantity: 100, unit: 'UN' },
    { quantity: 7, unit: null },
  ])
})

it('the lines behind a figure tell their quantity by unit', async () => {
  const tenantId = await aTenant(portal, { clientCodes: ['S'] })
  const send = sender(portal.url, await aKey(portal))
  const sold = (id: string, quantity: number, unit: string | null) =>
    currentSale(id, { 'Account Number': 'S', Code: 'A', Month: 2, 'Qty Sent': quantity, Unit: unit })
  const rows = [sold('1', 2.5, 'KG'), sold('2', 100, 'UN'), sold('3', 0.5, 'KG '), sold('4', 7, null)]
  expect((await send('current-sales', rows)).body.errors).toEqual([])
  expect(
    (await send('sales-history', [sale('1', { 'Client Code': 'S', 'Customer Name': 'S' })])).body.errors,
  ).toEqual([])
  const member = await aMember(portal, tenantId, 'tenant_admin')
  const lines = (query: string) => member.get(`/api/v1/sales/lines?limit=1&${query}`)
  const { body } = await lines('dataset=current&year=2025')
  expect(body.sums).toEqual({ quantity: 110, amount: '40.00', lines: 4 })
  expect(body.units).toEqual([
    { unit: 'KG', quantity: 3 },
    { unit: 'UN', quantity: 100 },
    { unit: null, quantity: 7 },
  ])
  const next = await lines(`dataset=current&year=2025&cursor=${body.nextCursor}`)
  expect([next.body.sums, next.body.units]).toEqual([null, null])
  // The history has no units.
  expect((await lines('dataset=history&year=2024')).body.units).toBe(null)
  expect((await lines('dataset=current&year=2001')).body).toMatchObject({ sums: { lines: 0 }, units: null })
})
