import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const LIST = '/api/v1/tracking/shipments'
let portal: TestPortal
let service: Actor
let send: Sender
beforeAll(async () => {
  portal = await startTestPortal()
  service = await aStaffMember(portal, 'customer_service')
  send = sender(portal.url, await aKey(portal, { source: 'together' }))
})
afterAll(() => portal?.close())

const bring = async (kind: string, rows: Json[]) => {
  const { status, text, body } = await send(kind, rows)
  if (status !== 200 || body.rejected > 0) throw new Error(text)
}
let clients = 0
/** A company with three orders, and somebody who reads them. */
async function aClient() {
  clients += 1
  const n = clients
  const code = `TG-${n}`
  const tenantId = await aTenant(portal, { clientCodes: [code], source: 'together' })
  const member = await aMember(portal, tenantId)
  await bring(
    'orders',
    [1, 2, 3].map((no) => ({
      ...{ Primary: `${code}-${no}`, 'Ord No': `SO-${n}${no}`, 'PO No': `PO-${n}${no}` },
      'Client Code': code,
    })),
  )
  const { items } = (await member.get('/api/v1/orders?sort=ordNo')).body
  const ids = items.map(({ id }: Json) => id) as number[]
  const of = { 'Tracking Number': `T-${code}`, Carrier: 'UPS' }
  const ofOrder = async (at: number) =>
    (await member.get(`${LIST}?order=${ids[at]}`)).body.items.map((one: Json) => one.trackingNumber)
  const found = async (search: string) => {
    const { items: shipments, hit } = (await member.get(`${LIST}?search=${search}`)).body
    return [shipments.map((one: Json) => one.trackingNumber), hit !== null]
  }
  return { code, tenantId, member, of, ids, ofOrder, found, no: (at: number) => `SO-${n}${at + 1}` }
}

describe('what leaves together for several orders', () => {
  it('is one shipment, on the page of each of them, found by the numbers of each', async () => {
    const { code, member, of, ids, ofOrder, found, no } = await aClient()
    const other = await aClient()
    await bring('shipments', [{ ...of, 'Client Code': code, 'Ord No': no(0), Primary: `${code}-1` }])
    await bring('shipment-lines', [
      { ...of, 'Line No': 1, 'Item Name': 'Of its own order', Quantity: 1 },
      { ...of, 'Line No': 2, 'Item Name': 'Of the second', Primary: `${code}-2`, 'Ord No': no(1) },
      { ...of, 'Line No': 3, 'Item Name': 'Of the third', 'Ord No': no(2), 'PO No': 'EXTRA-9' },
    ])
    const number = of['Tracking Number']
    for (const at of [0, 1, 2]) expect([at, await ofOrder(at)]).toEqual([at, [number]])
    for (const search of [no(1), no(2), `${code}-2`, 'extra-9'])
      expect(await found(search)).toEqual([[number], true])
    const { items } = (await member.get(LIST)).body
    expect(items[0]).toMatchObject({ ordNo: no(0), furtherOrders: [no(1), no(2)] })
    const detail = (await member.get(`${LIST}/${items[0].id}`)).body
    expect(detail.orders).toEqual([0, 1, 2].map((at) => ({ id: ids[at], ordNo: no(at) })))
    expect(detail.lines.map((line: Json) => line.ordNo)).toEqual([null, no(1), no(2)])
    expect(String((await member.get('/api/v1/tracking/export')).body)).toContain(
      `${no(0)}, ${no(1)}, ${no(2)}`,
    )
    // Nobody else sees any of it, by whatever number.
    expect(await other.found(no(1))).toEqual([[], false])
    expect(await other.ofOrder(0)).toEqual([])

    // A line that goes takes its order along; one that is corrected names another.
    await bring('shipment-lines', [
      { ...of, 'Line No': 2, _op: 'delete' },
      { ...of, 'Line No': 3, 'Item Name': 'Of its own, too' },
    ])
    expect([await ofOrder(0), await ofOrder(1), await ofOrder(2)]).toEqual([[number], [], []])
    expect(await found('extra-9')).toEqual([[], false])
    expect((await member.get(LIST)).body.items[0].furtherOrders).toEqual([])
  })

  it('is numbered also where its lines came before it, and where it moves to another company', async () => {
    const { of, found, no, tenantId } = await aClient()
    await bring('shipment-lines', [{ ...of, 'Line No': 1, 'Item Name': 'Early', 'Ord No': no(1) }])
    await bring('shipments', [{ ...of, 'Client Code': 'TG-nobody' }])
    expect(await found(no(1))).toEqual([[], false])
    await bring('shipments', [{ ...of, 'Client Code': `TG-${clients}` }])
    expect(await found(no(1))).toEqual([[of['Tracking Number']], true])
    const rows = await peek(portal, 'select line_numbers from portal.shipments where tenant_id = $1', [
      tenantId,
    ])
    expect(rows).toEqual([{ line_numbers: no(1) }])
  })

  it('names no order to whoever may not read orders', async () => {
    const { code, member, of, tenantId, no } = await aClient()
    await bring('shipments', [{ ...of, 'Client Code': code, 'Ord No': no(0) }])
    await peek(
      portal,
      `insert into portal.roles (key, kind, name, permissions) values ('only_tracking', 'tenant', 'Only tracking', '{tracking.read}') returning key`,
    )
    const watcher = await aMember(portal, tenantId, 'only_tracking')
    const { id } = (await member.get(LIST)).body.items[0]
    expect((await watcher.get(`${LIST}/${id}`)).body.orders).toEqual([])
  })
})

describe('staff enter what leaves together', () => {
  const facts = (fields: Json) => ({
    ...{ trackingNumber: '1Z 7', carrier: 'UPS', carrierLink: null, processedOn: null, shippedOn: null },
    ...{ estimatedOn: null, deliveredOn: null, shipTo: null, weight: null },
    ...fields,
  })
  const line = (itemName: string, order: string | null) => ({
    ...{ orderLineNo: null, itemNo: null, itemName, lot: null, quantity: '1', unit: 'KG', order },
  })

  it('line by line, for orders of the company alone', async () => {
    const { tenantId, member, ofOrder, no, ids } = await aClient()
    const stranger = await aClient()
    const enter = (fields: Json) =>
      service.post('/api/v1/admin/shipments', {
        tenantId,
        wish: `wish-together-${clients}`,
        ...facts(fields),
      })
    const refused = await enter({ order: no(0), lines: [line('Strange', stranger.no(0))] })
    expect([refused.status, refused.body.code]).toEqual([422, 'unknown_order'])
    const { status, body } = await enter({
      order: no(0),
      lines: [line('One', null), line('Two', `id:${ids[1]}`), line('Own', no(0))],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    for (const at of [0, 1]) expect(await ofOrder(at)).toEqual(['1Z 7'])
    expect(await ofOrder(2)).toEqual([])
    const path = `/api/v1/admin/shipments/${body.id}`
    const entered = (await service.get(path)).body
    // What is of the shipment's own order does not say so again.
    expect(entered.lines.map(({ order }: Json) => order)).toEqual([null, no(1), null])
    const { order: _, ...rest } = facts({ version: 1, lines: [line('Three', no(2))] })
    expect((await service.send('PUT', path, { ...rest, order: no(0) })).status).toBe(200)
    expect([await ofOrder(0), await ofOrder(1), await ofOrder(2)]).toEqual([['1Z 7'], [], ['1Z 7']])
    expect((await member.get(`${LIST}/${body.id}`)).body.orders.map(({ ordNo }: Json) => ordNo)).toEqual([
      no(0),
      no(2),
    ])
  })

  it('and what they told of it is told once, also when upstream takes it over', async () => {
    const { tenantId, member, code } = await aClient()
    const now = new Date().toISOString()
    const { body } = await service.post('/api/v1/admin/shipments', {
      ...{ tenantId, wish: `wish-told-${clients}` },
      ...facts({ trackingNumber: `N-${code}`, order: null, lines: [] }),
    })
    expect(
      (
        await service.post(`/api/v1/admin/shipments/${body.id}/events`, {
          ...{ wish: `wish-event-${clients}`, kind: 'in_transit', at: now, place: null, note: null },
        })
      ).status,
    ).toBe(200)
    const upstream = { 'Tracking Number': `N-${code}`, Carrier: 'UPS' }
    await bring('shipments', [{ ...upstream, 'Client Code': code }])
    await bring('shipment-events', [{ ...upstream, 'Event Time': now, Event: 'in transit' }])
    await bring('shipment-events', [
      { ...upstream, 'Event Time': new Date(Date.now() + 1000).toISOString(), Event: 'delivered' },
    ])
    await expect
      .poll(async () => (await peek(portal, 'select count(*)::int as n from portal.notice_queue'))[0].n)
      .toBe(0)
    const texts = (await member.get('/api/v1/notices')).body.items.map(({ text }: Json) => text)
    expect(texts).toEqual([`Shipment N-${code} was delivered`, `Shipment N-${code} is on its way`])
  })
})
