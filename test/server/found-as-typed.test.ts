import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { search } from '../support/find.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let actor: Actor
let stranger: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  const tenant = await aTenant(portal, { clientCodes: ['A'], source: 'typed', currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source: 'typed' }))
  const batches: [string, Json[]][] = [
    ['products', [{ 'Item No': 'VC-1000', Name: 'Ascorbine Œuvre', 'Name FR': 'Cœur de rose' }]],
    [
      'orders',
      [
        order('P-1', {
          'Ord No': '47418',
          'PO No': 'PO-772',
          'Client Code': 'A',
          'Client Name': 'Bœuf  Santé',
          'Montant Total': '1149.75',
        }),
        order('P-2', { 'Ord No': '47419', 'PO No': 'QX 9', 'Client Code': 'A', 'Client Name': 'Other' }),
      ],
    ],
    [
      'order-lines',
      [
        {
          Primary: 'P-1',
          'Line No': 1,
          'Item No': 'VC-1000',
          'Item Name': 'Gut Health – 60 caps',
          Lot: 'L2024-118',
        },
        { Primary: 'P-2', 'Line No': 1, 'Item No': 'ZN-15', 'Item Name': 'Zinc', Lot: 'L2024-119' },
      ],
    ],
    ['lots', [{ 'Lot No': 'L2024-118', 'Item No': 'VC-1000', Status: 'Released' }]],
  ]
  for (const [kind, rows] of batches) {
    const { body, text } = await send(kind, rows)
    expect(body.rejected, text).toBe(0)
  }
  actor = await aMember(portal, tenant, 'tenant_admin')
  stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

const orders = async (who: Actor, term: string) =>
  (await who.get(`/api/v1/orders?search=${encodeURIComponent(term)}`)).body.items.map(
    ({ ordNo }: Json) => ordNo,
  )
const lots = async (who: Actor, term: string) =>
  (await who.get(`/api/v1/lots?search=${encodeURIComponent(term)}`)).body.items.map(
    ({ lotNo }: Json) => lotNo,
  )

it.each([
  'boeuf',
  'po772',
  'PO 772',
  'PO–772',
  '#47418',
  '1,149.75',
  'VC-1000',
  'vc1000',
  'gut health',
  'L2024-118',
  'LOT: L2024118',
  'ascorbine',
  'coeur de rose',
])('orders %s', async (term) => {
  expect.soft(await orders(actor, term)).toEqual(['47418'])
  expect
    .soft((await search(actor, term)).find(({ group }) => group === 'orders')?.hits.map(({ title }) => title))
    .toEqual(['47418'])
})
it.each(['L2024118', 'LOT: L2024-118', 'lot no L2024 118'])('lots %s', async (term) => {
  expect.soft(await lots(actor, term)).toEqual(['L2024-118'])
  expect
    .soft((await search(actor, term)).find(({ group }) => group === 'lots')?.hits.map(({ title }) => title))
    .toEqual(['L2024-118'])
})
