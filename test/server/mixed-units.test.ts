import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { order, sender } from '../support/ingest.ts'
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
