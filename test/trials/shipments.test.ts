import fs from 'node:fs'
import zlib from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const FILE = '../shared/data/orders/shipments_scms.csv.gz'
/** In the middle of what was scheduled: what arrived later is still expected. */
const TODAY = '2024-06-30'
const day = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)

type Line = Record<string, string>
type Shipment = {
  number: string
  carrier: string
  client: string
  scheduled: string
  delivered: string
  lines: Line[]
}

/** One for each notice of shipment, way and client, as its last line has it; in plain code, without the portal's. */
function readShipments(): Shipment[] {
  const lines = parse(zlib.gunzipSync(fs.readFileSync(FILE)), { columns: true, bom: true }) as Line[]
  const shipments = new Map<string, Shipment>()
  for (const line of lines) {
    const { ASN = '', Mode = '', Client = '', Scheduled = '', Delivered = '' } = line
    const key = `${ASN} ${Mode} ${Client}`
    const known = shipments.get(key)?.lines ?? []
    shipments.set(key, {
      number: `${ASN}-${Client}`,
      carrier: Mode,
      client: Client,
      scheduled: Scheduled,
      delivered: Delivered,
      lines: [...known, line],
    })
  }
  return [...shipments.values()]
}

const shipments = readShipments()
const isThere = ({ delivered }: Shipment) => delivered <= TODAY
const countsOf = (some: readonly Shipment[]) => ({
  all: some.length,
  delivered: some.filter(isThere).length,
  in_transit: 0,
  processing: some.filter((one) => !isThere(one)).length,
  delayed: some.filter((one) => !isThere(one) && one.scheduled < TODAY).length,
  at_risk: some.filter((one) => !isThere(one) && one.scheduled >= TODAY && one.scheduled <= day(2)).length,
})

let portal: TestPortal
const tenants = new Map<string, number>()
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  for (const client of new Set(shipments.map((one) => one.client)))
    tenants.set(client, await aTenant(portal, { clientNames: [client] }))
}, 240_000)
afterAll(() => portal?.close())

it('shows where real shipments are, how many are late, and what came in time, client by client', async () => {
  const send = sender(portal.url, await aKey(portal))
  const of = ({ number, carrier }: Shipment) => ({ 'Tracking Number': number, Carrier: carrier })
  const bring = async (kind: string, rows: unknown[]) => {
    const { status, text, body } = await send(kind, rows)
    expect([status, body.rejected, body.inserted], text.slice(0, 500)).toEqual([200, 0, rows.length])
  }
  await bring(
    'shipments',
    shipments.map((one) => ({
      ...of(one),
      'Client Name': one.client,
      'PO No': one.lines.at(-1)?.PO,
      'Order Date': 'Date Not Captured',
      'Estimated Delivery': one.scheduled,
      'Delivered Date': isThere(one) ? one.delivered : null,
      Weight: one.lines.at(-1)?.Weight,
    })),
  )
  await bring(
    'shipment-lines',
    shipments.flatMap((one) =>
      one.lines.map((line) => ({
        ...of(one),
        ...{ 'Line No': line.Id, 'Item Name': line.Item, Quantity: line.Qty },
      })),
    ),
  )
  const everybody = await anAdministrator(portal)
  const counts = async (asker: typeof everybody) =>
    (await asker.get('/api/v1/tracking/shipments?limit=1')).body.counts
  expect(await counts(everybody)).toEqual(countsOf(shipments))
  const last = shipments.filter((one) => isThere(one) && one.delivered > '2023-06-30')
  const { onTime } = (await everybody.get('/api/v1/tracking/times')).body
  expect(onTime).toEqual({
    shipments: last.filter((one) => one.delivered <= one.scheduled).length,
    of: last.length,
  })
  const late = shipments.filter((one) => !isThere(one) && one.scheduled < TODAY)
  for (const [client, tenant] of tenants) {
    const own = shipments.filter((one) => one.client === client)
    const member = await aMember(portal, tenant)
    expect(await counts(member), client).toEqual(countsOf(own))
    const { items } = (await member.get('/api/v1/tracking/shipments?group=delayed&limit=1000')).body
    const days = late
      .filter((one) => one.client === client)
      .map((one) => [one.number, (Date.parse(TODAY) - Date.parse(one.scheduled)) / 86_400_000])
    expect(
      Object.fromEntries(
        items.map((item: { trackingNumber: string; daysLate: number }) => [
          item.trackingNumber,
          item.daysLate,
        ]),
      ),
      client,
    ).toEqual(Object.fromEntries(days))
  }
  // What is in one: every line of it, with its quantity and its weight as it was written.
  const [largest] = shipments.toSorted((a, b) => b.lines.length - a.lines.length)
  if (!largest) throw new Error('no shipments')
  const { hit } = (await everybody.get(`/api/v1/tracking/shipments?search=${largest.number}`)).body
  const detail = (await everybody.get(`/api/v1/tracking/shipments/${hit}`)).body
  expect(detail.lines.map(({ quantity }: { quantity: number }) => quantity).toSorted()).toEqual(
    largest.lines.map(({ Qty }) => Number(Qty)).toSorted(),
  )
  expect([detail.weight, detail.steps[0]]).toMatchObject([
    largest.lines.at(-1)?.Weight,
    { step: 'placed', done: true, on: null, text: 'Date Not Captured' },
  ])
}, 300_000)
