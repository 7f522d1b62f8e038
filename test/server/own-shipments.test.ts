import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const PATH = '/api/v1/admin/shipments'
const TODAY = '2025-06-16'
let portal: TestPortal
let service: Actor
let send: Sender
let wishes = 0
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  service = await aStaffMember(portal, 'customer_service')
  send = sender(portal.url, await aKey(portal, { source: 'own-shipments' }))
})
afterAll(() => portal?.close())

const line = (fields: Json = {}) => ({
  ...{ orderLineNo: '1', itemNo: 'BC-1', itemName: 'Bulk capsules' },
  ...{ lot: 'L-77', quantity: '12.5', unit: 'KG' },
  ...fields,
})
const facts = (fields: Json = {}) => ({
  ...{ order: null, trackingNumber: '1Z 9', carrier: 'UPS', carrierLink: null },
  ...{ processedOn: null, shippedOn: null, estimatedOn: '2025-06-20', deliveredOn: null },
  ...{ shipTo: 'Laval, QC', weight: null, lines: [line()] },
  ...fields,
})
const wish = () => `wish-number-${++wishes}`
const enter = (tenantId: number, fields: Json = {}, by = service) =>
  by.post(PATH, { tenantId, wish: wish(), ...facts(fields) })
const entered = async (tenantId: number, fields: Json = {}) => {
  const { status, body } = await enter(tenantId, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id as number
}
const event = (fields: Json = {}) => ({
  ...{ kind: 'in_transit', at: '2025-06-15T14:00:00Z', place: 'Laval, QC', note: 'Left the plant' },
  ...fields,
})
const tell = (id: number, fields: Json = {}, by = service) =>
  by.post(`${PATH}/${id}/events`, { wish: wish(), ...event(fields) })
const shown = async (actor: Actor, id: number) => (await actor.get(`/api/v1/tracking/shipments/${id}`)).body
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const aClient = async (code?: string) => {
  const tenantId = await aTenant(portal, code ? { clientCodes: [code], source: 'own-shipments' } : {})
  return { tenantId, member: await aMember(portal, tenantId) }
}
const bring = async (kind: string, rows: Json[]) => {
  const { status, text, body } = await send(kind, rows)
  if (status !== 200 || body.rejected > 0) throw new Error(text)
}

describe('shipments that staff enter are refused', () => {
  it('to visitors, members, other staff, and for what may not be looked into', async () => {
    const { tenantId, member } = await aClient()
    const other = await aTenant(portal)
    const id = await entered(tenantId)
    const told = (await tell(id)).body.id
    for (const [actor, status, code] of [
      [createClient(portal.url), 401, 'no_session'],
      [member, 403, 'permission_denied'],
      [await aStaffMember(portal, 'finance'), 403, 'permission_denied'],
    ] as const)
      for (const answer of [
        await actor.get(`${PATH}/${id}`),
        await actor.post(PATH, { tenantId, wish: wish(), ...facts({ trackingNumber: 'X' }) }),
        await actor.post(`${PATH}/${id}/take-back`, { version: 2 }),
        await actor.post(`${PATH}/${id}/events`, { wish: wish(), ...event() }),
      ])
        expect(codeOf(answer)).toEqual([status, code])
    const assigned = await aStaffMember(portal, 'customer_service', [other])
    expect(codeOf(await enter(tenantId, { trackingNumber: 'X' }, assigned))).toEqual([422, 'unknown_tenant'])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { ...facts(), version: 2 }],
      ['POST', '/take-back', { version: 2 }],
      ['POST', '/events', { wish: wish(), ...event() }],
      ['PUT', `/events/${told}`, { version: 2, ...event() }],
      ['POST', `/events/${told}/take-back`, { version: 2 }],
    ] as const)
      expect(codeOf(await assigned.send(method, `${PATH}/${id}${path}`, body)), path).toEqual([
        404,
        'not_found',
      ])
    expect((await shown(member, id)).shipment.trackingNumber).toBe('1Z 9')
  })

  it.each([
    ['trackingNumber', { trackingNumber: ' ' }],
    ['trackingNumber', { trackingNumber: 'a\u001fb' }],
    ['carrier', { carrier: 'x'.repeat(101) }],
    ['carrierLink', { carrierLink: 'http://carrier.example/1' }],
    ['carrierLink', { carrierLink: 'https://me@carrier.example/1' }],
    ['estimatedOn', { estimatedOn: '2025-02-30' }],
    ['shippedOn', { processedOn: '2025-06-10', shippedOn: '2025-06-09' }],
    ['deliveredOn', { processedOn: '2025-06-10', deliveredOn: '2025-06-09' }],
    ['lines.0.quantity', { lines: [line({ quantity: '-1' })] }],
    ['lines.0.itemName', { lines: [line({ itemNo: null, itemName: null })] }],
  ])('saying what is wrong with %s', async (path, fields) => {
    const { status, body } = await enter(1, fields)
    expect([status, body.errors?.[0].path], JSON.stringify(body)).toEqual([422, path])
  })

  it('for days to come, orders of others, and numbers that the company has already', async () => {
    const { tenantId } = await aClient('O-1')
    await aTenant(portal, { clientCodes: ['O-2'], source: 'own-shipments' })
    await bring('orders', [
      { Primary: 'own-1', 'Ord No': 'SO-1', 'Client Code': 'O-1' },
      { Primary: 'own-2', 'Ord No': 'SO-2', 'Client Code': 'O-2' },
      { Primary: 'own-3', 'Ord No': 'SO-3', 'Client Code': 'O-1' },
      { Primary: 'own-4', 'Ord No': 'SO-3', 'Client Code': 'O-1' },
    ])
    for (const day of ['processedOn', 'shippedOn', 'deliveredOn'])
      expect(codeOf(await enter(tenantId, { [day]: '2025-06-17' }))).toEqual([422, 'day_to_come'])
    const foreign = await peek<{ id: number }>(portal, `select id from portal.orders where ord_no = 'SO-2'`)
    for (const order of ['SO-2', `id:${foreign[0]?.id}`, 'SO-9'])
      expect(codeOf(await enter(tenantId, { order }))).toEqual([422, 'unknown_order'])
    expect(codeOf(await enter(tenantId, { order: 'SO-3' }))).toEqual([422, 'ambiguous_order'])
    const id = await entered(tenantId)
    expect(codeOf(await enter(tenantId, { trackingNumber: '1z 9', carrier: 'ups' }))).toEqual([
      409,
      'shipment_entered',
    ])
    expect(codeOf(await tell(id, { at: '2025-06-19T00:00:00Z' }))).toEqual([422, 'day_to_come'])
  })

  it('where upstream sends it: it is read only, in a clear word', async () => {
    const { tenantId, member } = await aClient('UP-1')
    await bring('shipments', [{ 'Tracking Number': 'UP-9', Carrier: 'DHL', 'Client Code': 'UP-1' }])
    const [{ id } = { id: 0 }] = await peek<{ id: number }>(
      portal,
      `select id from portal.shipments where tracking_no = 'UP-9'`,
    )
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { ...facts(), version: 1 }],
      ['POST', '/take-back', { version: 1 }],
      ['POST', '/events', { wish: wish(), ...event() }],
      ['PUT', '/events/1', { version: 1, ...event() }],
      ['POST', '/events/1/take-back', { version: 1 }],
    ] as const)
      expect(codeOf(await service.send(method, `${PATH}/${id}${path}`, body)), path).toEqual([
        409,
        'shipment_from_upstream',
      ])
    expect(codeOf(await enter(tenantId, { trackingNumber: 'up-9', carrier: 'Dhl' }))).toEqual([
      409,
      'shipment_from_upstream',
    ])
    expect((await shown(member, id)).entered).toBe(null)
  })
})

describe('shipments that staff enter', () => {
  it('are shown as those of upstream are: on the lists, of their order, by their lot, counted and averaged', async () => {
    const { tenantId, member } = await aClient('SH-1')
    await bring('orders', [
      {
        Primary: 'sh-1',
        'Ord No': 'SO-51',
        'PO No': 'PO-51',
        'Client Code': 'SH-1',
        'Order Date': '2025-05-01',
      },
      { Primary: 'sh-2', 'Client Code': 'SH-1', 'Order Date': '2025-05-02' },
    ])
    const id = await entered(tenantId, { order: 'SO-51', processedOn: '2025-06-10' })
    const detail = await shown(member, id)
    expect(detail).toMatchObject({
      entered: { version: 1 },
      carrierLink: 'https://www.ups.com/track?tracknum=1Z%209',
      orders: [{ ordNo: 'SO-51' }],
      shipment: {
        ...{ ordNo: 'SO-51', poNo: 'PO-51', primary: 'sh-1', state: 'processing', warning: null },
        ...{ placedOn: '2025-05-01', processedOn: '2025-06-10', shippedOn: null, estimatedOn: '2025-06-20' },
      },
      lines: [{ lineNo: '1', lot: 'L-77', quantity: 12.5, unit: 'KG' }],
      events: [],
    })
    expect(detail.steps.map(({ done }: { done: boolean }) => done)).toEqual([true, true, false, false])
    const [one, two] = await peek<{ id: number }>(
      portal,
      `select id from portal.orders where primary_no in ('sh-1', 'sh-2') order by primary_no`,
    )
    const ofOrder = async (order?: number) =>
      (await member.get(`/api/v1/tracking/shipments?order=${order}`)).body.items.map((item: Json) => item.id)
    expect(await ofOrder(one?.id)).toEqual([id])
    // An order without a number is chosen by its id.
    const unnumbered = await entered(tenantId, { order: `id:${two?.id}`, trackingNumber: 'T-2' })
    expect(await ofOrder(two?.id)).toEqual([unnumbered])

    const told = await tell(id)
    expect(told.body.version).toBe(2)
    await tell(id, { kind: 'delivered', at: '2025-06-16T09:00:00Z', note: null })
    const list = (await member.get('/api/v1/tracking/shipments?search=1Z')).body
    expect([list.counts.delivered, list.items[0].shippedOn, list.items[0].deliveredOn]).toEqual([
      1,
      '2025-06-15',
      '2025-06-16',
    ])
    expect((await member.get('/api/v1/tracking/times')).body).toMatchObject({
      processing: { days: 5, shipments: 1 },
      delivery: { days: 1, shipments: 1 },
    })
  })

  it('are one for one wish, and so is what is told of them', async () => {
    const { tenantId, member } = await aClient()
    const asked = { tenantId, wish: wish(), ...facts() }
    const answers = await Promise.all([1, 2, 3].map(() => service.post(PATH, asked)))
    const ids = answers.map(({ body }) => body.id)
    expect(new Set(ids).size, JSON.stringify(answers.map(({ body }) => body))).toBe(1)
    const told = { wish: wish(), ...event() }
    for (const _ of [1, 2]) await service.post(`${PATH}/${ids[0]}/events`, told)
    const detail = await shown(member, ids[0])
    expect([detail.events.length, detail.lines.length]).toEqual([1, 1])
    expect((await member.get('/api/v1/tracking/shipments')).body.total).toBe(1)
  })

  it('of the same number by two at once: one is entered, and the other one hears it', async () => {
    const { tenantId, member } = await aClient()
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(tenantId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await member.get('/api/v1/tracking/shipments')).body.total).toBe(1)
  })

  it('are corrected and taken back by whoever knows the version; what was told goes with a new number', async () => {
    const { tenantId, member } = await aClient()
    const id = await entered(tenantId)
    await tell(id)
    const asEntered = (await service.get(`${PATH}/${id}`)).body
    expect(asEntered).toMatchObject({ ...facts(), version: 2, tenantId, lines: [line()] })
    const corrected = facts({ trackingNumber: '1Z 10', estimatedOn: '2025-06-01', lines: [] })
    expect(codeOf(await service.send('PUT', `${PATH}/${id}`, corrected))).toEqual([428, 'version_needed'])
    expect(codeOf(await service.send('PUT', `${PATH}/${id}`, { ...corrected, version: 1 }))).toEqual([
      412,
      'stale_version',
    ])
    const done = await service.send('PUT', `${PATH}/${id}`, corrected, { headers: { 'if-match': '"2"' } })
    expect([done.status, done.body]).toEqual([200, { id, version: 3 }])
    const detail = await shown(member, id)
    expect([detail.shipment.trackingNumber, detail.shipment.state, detail.shipment.warning]).toEqual([
      '1Z 10',
      'in_transit',
      'delayed',
    ])
    expect([detail.events.length, detail.lines.length, detail.shipment.daysLate]).toEqual([1, 0, 15])

    const told = detail.events[0].id
    const path = `${PATH}/${id}/events/${told}`
    expect(codeOf(await service.send('PUT', path, { ...event(), version: 2 }))).toEqual([
      412,
      'stale_version',
    ])
    expect(
      codeOf(await service.send('PUT', `${PATH}/${id}/events/999999`, { ...event(), version: 3 })),
    ).toEqual([404, 'not_found'])
    await service.send('PUT', path, { ...event({ kind: 'exception', note: 'Held' }), version: 3 })
    expect((await shown(member, id)).events).toMatchObject([{ kind: 'exception', note: 'Held' }])
    expect(codeOf(await service.post(`${path}/take-back`, { version: 3 }))).toEqual([412, 'stale_version'])
    expect((await service.post(`${path}/take-back`, { version: 4 })).body.version).toBe(5)
    expect((await shown(member, id)).shipment.state).toBe('processing')

    expect(codeOf(await service.post(`${PATH}/${id}/take-back`, { version: 4 }))).toEqual([
      412,
      'stale_version',
    ])
    expect((await service.post(`${PATH}/${id}/take-back`, { version: 5 })).body).toEqual({ takenBack: true })
    expect((await shown(member, id)).code).toBe('not_found')
    expect(await peek(portal, 'select from portal.shipment_lines where tenant_id = $1', [tenantId])).toEqual(
      [],
    )
    // The number is free again.
    await entered(tenantId, { trackingNumber: '1Z 10' })
  })

  it('are told to the streams, to people and to the trail', async () => {
    const { tenantId } = await aClient()
    const admin = await anAdministrator(portal)
    const id = await entered(tenantId)
    await tell(id, { at: new Date().toISOString() }).then(({ body }) => expect(body.code).toBe('day_to_come'))
    await tell(id)
    const events = await peek<Json>(
      portal,
      `select topic, module, permission from portal.outbox where tenant_id = $1 order by id`,
      [tenantId],
    )
    expect(events).toEqual(
      [1, 2].map(() => ({ topic: 'tracking', module: 'orders', permission: 'tracking.read' })),
    )
    const trail = await peek<Json>(
      portal,
      `select action, object_type, actor, by_staff from portal.audit_log where tenant_id = $1 and action like 'shipment%' order by seq`,
      [tenantId],
    )
    const by = { actor: service.userId, by_staff: true }
    expect(trail).toEqual([
      { action: 'shipment.entered', object_type: 'shipment', ...by },
      { action: 'shipment_event.entered', object_type: 'shipment_event', ...by },
    ])
    expect((await shown(admin, id)).entered).not.toBe(null)
  })

  it('become upstream’s when it sends them, under the same address, and are counted once', async () => {
    const { tenantId, member } = await aClient('GW-1')
    const id = await entered(tenantId, { trackingNumber: 'gw-5', carrier: 'FedEx  Freight' })
    await tell(id)
    await bring('shipments', [
      {
        'Tracking Number': 'GW-5',
        Carrier: 'fedex freight',
        'Client Code': 'GW-1',
        'Shipped Date': '2025-06-12',
      },
    ])
    const list = (await member.get('/api/v1/tracking/shipments')).body
    expect([list.total, list.counts.in_transit, list.items[0].shippedOn]).toEqual([1, 1, '2025-06-12'])
    const detail = await shown(member, id)
    expect([detail.entered, detail.shipment.id, detail.events, detail.lines]).toEqual([
      null,
      list.items[0].id,
      [],
      [],
    ])
    expect(codeOf(await service.get(`${PATH}/${id}`))).toEqual([409, 'shipment_from_upstream'])
    // What upstream sends for another company takes nothing of this one.
    const other = await aClient('GW-2')
    const own = await entered(tenantId, { trackingNumber: 'gw-6' })
    await bring('shipments', [{ 'Tracking Number': 'GW-6', Carrier: 'UPS', 'Client Code': 'GW-2' }])
    expect((await shown(member, own)).entered).not.toBe(null)
    expect((await other.member.get('/api/v1/tracking/shipments')).body.total).toBe(1)
  })

  it('and of upstream at the same moment are one', async () => {
    const { tenantId, member } = await aClient('RC-1')
    const numbers = Array.from({ length: 8 }, (_, n) => `RC-${n}`)
    await Promise.all(
      numbers.flatMap((trackingNumber) => [
        enter(tenantId, { trackingNumber, lines: [] }),
        send('shipments', [{ 'Tracking Number': trackingNumber, Carrier: 'UPS', 'Client Code': 'RC-1' }]),
      ]),
    )
    expect((await member.get('/api/v1/tracking/shipments')).body.total).toBe(numbers.length)
  })
})
