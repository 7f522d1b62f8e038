import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { counts, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
let buyer: Actor
let admin: Actor
let send: Sender

/** Today of the reporting calendar. */
const TODAY = '2025-06-16'
const day = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
const of = (number: string, carrier = 'UPS') => ({ 'Tracking Number': number, Carrier: carrier })
const list = async (query = '', asker = buyer) =>
  (await asker.get(`/api/v1/tracking/shipments?${query}`)).body
const numbers = async (query: string) =>
  (await list(query)).items.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber)

const bringIn = async (kind: string, rows: unknown[]) => {
  const { status, text, body } = await send(kind, rows)
  if (status !== 200 || body.rejected > 0) throw new Error(text)
}

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  tenant = await aTenant(portal, { clientCodes: ['A'], source: 'tracking' })
  const other = await aTenant(portal, { clientCodes: ['B'], source: 'tracking' })
  buyer = await aMember(portal, tenant)
  admin = await anAdministrator(portal)
  send = sender(portal.url, await aKey(portal, { source: 'tracking' }))
  await bringIn('orders', [
    { Primary: 'P-1', 'Ord No': 'SO-10', 'Client Code': 'A', 'Order Date': day(-60) },
    { Primary: 'P-2', 'Ord No': 'SO-11', 'Client Code': 'A' },
    { Primary: 'P-9', 'Ord No': 'SO-10', 'Client Code': 'B' },
  ])
  const shipment = (number: string, fields: Record<string, unknown> = {}) => ({
    ...of(number),
    'Client Code': 'A',
    ...fields,
  })
  await bringIn('shipments', [
    // Nothing of the carrier yet: on time, at risk, late.
    shipment('T-1', {
      Primary: 'P-1',
      'PO No': 'PO-7',
      'Estimated Delivery': day(9),
      'Processed Date': day(-1),
    }),
    shipment('T-2', { 'Ord No': 'SO-11', 'PO No': 'PO-1', 'Estimated Delivery': day(2) }),
    shipment('T-3', { 'Estimated Delivery': day(-1) }),
    // With the carrier: by a date, by an event, due today, late, met an exception.
    shipment('T-4', { 'Shipped Date': day(-2), 'Estimated Delivery': day(3) }),
    shipment('T-5', { 'Ord No': 'SO-10', 'Estimated Delivery': day(0) }),
    shipment('T-6', { 'Shipped Date': day(-20), 'Estimated Delivery': day(-10) }),
    shipment('T-7', { 'Estimated Delivery': day(5) }),
    // There: by the estimate, after it, without one, long ago.
    shipment('T-8', {
      'Order Date': 'Date Not Captured',
      'Processed Date': day(-31),
      'Shipped Date': day(-30),
      'Estimated Delivery': day(-25),
      'Delivered Date': day(-26),
    }),
    shipment('T-9', {
      'Processed Date': day(-12),
      'Shipped Date': day(-10),
      'Estimated Delivery': day(-8),
      'Delivered Date': day(-3),
      ...of('T-9', 'Purolator'),
    }),
    shipment('T-10', { 'Shipped Date': day(-9), 'Delivered Date': day(-4) }),
    shipment('T-11', { 'Processed Date': day(-500), 'Shipped Date': day(-490), 'Delivered Date': day(-400) }),
    shipment('T-1', { ...of('T-1', 'Slow Boats'), 'Client Code': 'B', 'Ord No': 'SO-10' }),
  ])
  await bringIn('shipment-events', [
    { ...of('T-5'), 'Event Time': `${day(-3)}T10:00:00Z`, Event: 'in transit', Place: 'Laval, QC' },
    { ...of('T-5'), 'Event Time': `${day(-4)}T10:00:00Z`, Event: 'processed', Text: 'Label made' },
    { ...of('T-7'), 'Event Time': `${day(-1)}T10:00:00Z`, Event: 'exception', Text: 'Held at customs' },
  ])
  await bringIn('shipment-lines', [
    { ...of('T-5'), 'Line No': '10', 'Item Name': 'Powder', Quantity: 2.5, Unit: 'KG' },
    { ...of('T-5'), 'Line No': '9', 'Order Line No': 1, 'Item No': 'BC', Lot: 'L1', Quantity: 12 },
  ])
  expect(other).not.toBe(tenant)
})
afterAll(() => portal.close())

describe('shipments are refused', () => {
  it('to whoever may not read tracking, and another tenant’s like none', async () => {
    const analyst = await aMember(portal, tenant, 'sales_analyst')
    const [foreign] = await peek(portal, `select id from portal.shipments where carrier = 'Slow Boats'`)
    for (const path of ['shipments', 'shipments/1', 'times', 'export'])
      expect((await analyst.get(`/api/v1/tracking/${path}`)).body.code).toBe('permission_denied')
    for (const id of [foreign.id, 4711])
      expect((await buyer.get(`/api/v1/tracking/shipments/${id}`)).status).toBe(404)
    expect((await admin.get(`/api/v1/tracking/shipments/${foreign.id}`)).status).toBe(200)
    for (const query of ['group=lost', 'sort=weight', 'order=0', 'cursor=x'])
      expect((await buyer.get(`/api/v1/tracking/shipments?${query}`)).status).toBe(422)
  })
})

describe('the list of shipments', () => {
  it('counts each in its own state, and what is to be watched beside it', async () => {
    const { counts: counted, total, items, asOf } = await list()
    expect(counted).toEqual({ all: 11, processing: 3, in_transit: 4, delivered: 4, delayed: 2, at_risk: 2 })
    expect([total, items.length, asOf]).toEqual([11, 11, expect.any(String)])
    expect((await list('', admin)).total).toBe(12)
    const staff = await aStaffMember(portal, 'customer_service', [tenant])
    expect((await list('', staff)).total).toBe(11)
  })

  it.each([
    ['group=processing&sort=trackingNumber', ['T-1', 'T-2', 'T-3']],
    ['group=in_transit&sort=-trackingNumber', ['T-7', 'T-6', 'T-5', 'T-4']],
    ['group=delivered&sort=deliveredOn', ['T-11', 'T-8', 'T-10', 'T-9']],
    ['group=delayed&sort=estimatedOn', ['T-6', 'T-3']],
    ['group=at_risk&sort=estimatedOn', ['T-2', 'T-7']],
    ['carrier=%20PUROLATOR', ['T-9']],
    ['search=po-&sort=poNo', ['T-2', 'T-1']],
    ['search=P-1', ['T-1']],
    ['search=so-1&sort=ordNo', ['T-5', 'T-2']],
    ['search=nothing', []],
    ['search=%25', []],
  ])('%s gives %j', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected)
  })

  it('opens the very number first, whatever the sort', async () => {
    const { items, hit } = await list('search=t-1&sort=-trackingNumber')
    const byId = new Map(
      items.map((item: { id: number; trackingNumber: string }) => [item.id, item.trackingNumber]),
    )
    expect([...byId.values()]).toEqual(['T-11', 'T-10', 'T-1'])
    expect(byId.get(hit)).toBe('T-1')
    expect((await list('')).hit).toBeNull()
  })

  it('pages through every shipment once, in either direction and where values are missing', async () => {
    for (const sort of ['deliveredOn', '-deliveredOn', 'trackingNumber', '-state', 'estimatedOn']) {
      const seen: number[] = []
      let cursor = ''
      do {
        const page = await list(`sort=${sort}&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
        seen.push(...page.items.map(({ id }: { id: number }) => id))
        cursor = page.nextCursor ?? ''
      } while (cursor)
      expect([new Set(seen).size, seen.length]).toEqual([11, 11])
    }
  })

  it('tells those of an order, by upstream’s key and by its number, within the tenant', async () => {
    const [order] = (await buyer.get('/api/v1/orders?search=SO-10')).body.items
    expect(await numbers(`order=${order.id}&sort=trackingNumber`)).toEqual(['T-1', 'T-5'])
    const [foreign] = await peek(portal, `select id from portal.orders where primary_no = 'P-9'`)
    expect(await numbers(`order=${foreign.id}`)).toEqual([])
  })

  it('says how late each is, or was', async () => {
    const { items } = await list('sort=trackingNumber')
    expect(
      items.map((item: Record<string, unknown>) => [item.trackingNumber, item.warning, item.daysLate]),
    ).toEqual([
      ['T-1', null, null],
      ['T-2', 'at_risk', null],
      ['T-3', 'delayed', 1],
      ['T-4', null, null],
      ['T-5', null, null],
      ['T-6', 'delayed', 10],
      ['T-7', 'at_risk', null],
      ['T-8', null, -1],
      ['T-9', null, 5],
      ['T-10', null, null],
      ['T-11', null, null],
    ])
  })
})

describe('one shipment', () => {
  const open = async (number: string) => {
    const { hit } = await list(`search=${number}`)
    return (await buyer.get(`/api/v1/tracking/shipments/${hit}`)).body
  }

  it('shows its steps by real dates, its events, its lines, its order and where its carrier shows it', async () => {
    const { shipment, steps, events, lines, orders, carrierLink } = await open('T-5')
    expect(shipment.ordNo).toBe('SO-10')
    expect(steps).toEqual([
      // The order's own date.
      { step: 'placed', done: true, on: day(-60), text: null },
      { step: 'processed', done: true, on: day(-4), text: null },
      { step: 'in_transit', done: true, on: day(-3), text: null },
      { step: 'delivered', done: false, on: null, text: null },
    ])
    expect(events.map((event: Record<string, unknown>) => [event.kind, event.place, event.note])).toEqual([
      ['in_transit', 'Laval, QC', null],
      ['processed', null, 'Label made'],
    ])
    expect(lines.map((line: Record<string, unknown>) => [line.lineNo, line.quantity, line.lot])).toEqual([
      ['9', 12, 'L1'],
      ['10', 2.5, null],
    ])
    expect([orders[0].ordNo, carrierLink]).toEqual(['SO-10', 'https://www.ups.com/track?tracknum=T-5'])
  })

  it('shows the words that stood in the place of a date', async () => {
    const { steps } = await open('T-8')
    expect(steps[0]).toEqual({ step: 'placed', done: true, on: null, text: 'Date Not Captured' })
  })

  it('keeps the order from who may not read orders', async () => {
    await peek(
      portal,
      `insert into portal.roles (key, kind, name, permissions) values ('tracker', 'tenant', 'Tracker', '{tracking.read}')`,
    )
    const tracker = await aMember(portal, tenant, 'tracker')
    const { hit } = await list('search=T-5')
    const { body } = await tracker.get(`/api/v1/tracking/shipments/${hit}`)
    expect([body.shipment.ordNo, body.orders]).toEqual(['SO-10', []])
  })
})

describe('how long shipments take', () => {
  it('is the average of what came in the last twelve months, beside what is published', async () => {
    const { processing, delivery, onTime, published, since } = (await buyer.get('/api/v1/tracking/times'))
      .body
    expect([processing, delivery, onTime]).toEqual([
      { days: 1.5, shipments: 2 },
      { days: 5.3, shipments: 3 },
      { shipments: 1, of: 2 },
    ])
    expect([published, since]).toEqual([{ processing: { from: 1, to: 2 }, delivery: 5 }, '2024-06-16'])
  })

  it('is said for each class of products, a shipment of several counting in each', async () => {
    const times = async () => (await buyer.get('/api/v1/tracking/times')).body.classes
    expect(await times()).toEqual([])
    await bringIn('products', [
      { 'Item No': 'BL', Name: 'Blend', Class: 'blend' },
      { 'Item No': 'FP', Name: 'Bottle', Class: 'finished product' },
      { 'Item No': '??', Name: 'Of no class' },
    ])
    await bringIn('order-lines', [
      { Primary: 'P-1', 'Line No': 1, 'Item No': 'BL' },
      { Primary: 'P-1', 'Line No': 2, 'Item No': 'FP' },
    ])
    const lineOf = (number: string, no: number, item: string) => ({
      ...of(number),
      'Line No': no,
      'Item No': item,
    })
    await bringIn('shipment-lines', [
      lineOf('T-8', 1, 'BL'),
      lineOf('T-8', 2, 'BL'),
      lineOf('T-8', 3, '??'),
      lineOf('T-10', 1, 'FP'),
      lineOf('T-10', 2, 'BL'),
      lineOf('T-11', 1, 'FP'),
    ])
    expect(await times()).toEqual([
      {
        class: 'blend',
        lead: { days: null, shipments: 0 },
        processing: { days: 1, shipments: 1 },
        delivery: { days: 4.5, shipments: 2 },
        published: { from: 6, to: 8 },
      },
      {
        class: 'finished_product',
        lead: { days: null, shipments: 0 },
        processing: { days: null, shipments: 0 },
        delivery: { days: 5, shipments: 1 },
        published: { from: 12, to: 16 },
      },
    ])
    await bringIn('shipments', [
      {
        ...of('T-10'),
        'Client Code': 'A',
        'Order Date': day(-79),
        'Shipped Date': day(-9),
        'Delivered Date': day(-4),
      },
    ])
    expect((await times())[1].lead).toEqual({ days: 70, shipments: 1 })
  })
})

describe('the file of shipments', () => {
  it('has every row of the filter, in words, and is on record', async () => {
    const csv = (await buyer.get('/api/v1/tracking/export?format=csv&group=delayed&sort=trackingNumber'))
      .body as string
    const [head, ...rows] = csv
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    expect(head).toMatch(/^Tracking Number[,;]Carrier/)
    expect(rows.map((row) => row.split(/[,;]/).slice(0, 9).join('|'))).toEqual([
      'T-3|UPS|||||Processing|Delayed|1',
      'T-6|UPS|||||In Transit|Delayed|10',
    ])
    const [{ n }] = await peek(
      portal,
      `select count(*) as n from portal.audit_log where action = 'shipments.exported' and tenant_id = $1`,
      [tenant],
    )
    expect(Number(n)).toBe(1)
  })
})

it('a batch is told to those who look on', async () => {
  const [{ n: before }] = await peek(
    portal,
    `select count(*) as n from portal.outbox where topic = 'tracking'`,
  )
  expect(
    counts(
      (
        await send('shipment-events', [
          { ...of('T-4'), 'Event Time': `${day(-1)}T10:00:00Z`, Event: 'in transit' },
        ])
      ).body,
    ),
  ).toEqual({ received: 1, inserted: 1 })
  const told = await peek(
    portal,
    `select tenant_id, module, permission from portal.outbox where topic = 'tracking' order by id desc limit 2`,
  )
  expect(Number(before)).toBeGreaterThan(0)
  expect(told.find(({ tenant_id }) => tenant_id === tenant)).toMatchObject({
    module: 'orders',
    permission: 'tracking.read',
  })
})
