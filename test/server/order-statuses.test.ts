import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const PATH = '/api/v1/admin/order-statuses'
let portal: TestPortal
let tenant: number
let admin: Actor
let buyer: Actor
let send: Sender
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal, { clientCodes: ['C0'] })
  admin = await anAdministrator(portal)
  buyer = await aMember(portal, tenant)
  send = sender(portal.url, await aKey(portal))
})
afterAll(() => portal?.close())

const decide = (status: string, meaning: string | null, version = 0) =>
  admin.send('PUT', PATH, { status, meaning, version })
const unknown = async (): Promise<Json[]> => (await admin.get(PATH)).body.items
const orders = async (query = '') => (await buyer.get(`/api/v1/orders?sort=ordNo${query}`)).body
const numbers = (body: Json) => body.items.map(({ ordNo }: Json) => ordNo)

describe('refusals', () => {
  it('asks for a session and the permission', async () => {
    const visitor = createClient(portal.url)
    expect((await visitor.get(PATH)).status).toBe(401)
    const staff = await aStaffMember(portal, 'customer_service')
    for (const actor of [buyer, staff]) {
      expect((await actor.get(PATH)).status).toBe(403)
      const body = { status: 'Open', meaning: 'pending', version: 0 }
      expect((await actor.send('PUT', PATH, body)).status).toBe(403)
    }
  })

  it.each([
    [{ status: 'Open', meaning: 'open', version: 0 }, 'meaning'],
    [{ status: 'Open', meaning: 'pending' }, 'version'],
    [{ meaning: 'pending', version: 0 }, 'status'],
    [{ status: 'En cours', meaning: 'blend', version: 0 }, 'status'],
    [{ status: 'COMPLETED', meaning: null, version: 0 }, 'status'],
  ])('answers 422 to %j and names the field', async (body, field) => {
    const answer = await admin.send('PUT', PATH, body)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
    expect(answer.body.errors.map(({ path }: Json) => path)).toEqual([field])
  })
})

describe('statuses as a French system writes them', () => {
  beforeAll(async () => {
    const rows = ['En cours', 'Terminé', 'Mélange', 'Annulée', 'Livré', 'À planifier'].map((status, at) =>
      order(String(48100 + at), { 'Ord No': String(48100 + at), 'Client Code': 'C0', 'Ord Stat': status }),
    )
    expect((await send('orders', rows)).body.inserted).toBe(6)
  })

  it('stand in the groups of what they mean, and what means nothing in Other', async () => {
    const { counts, statuses } = await orders()
    expect(counts).toEqual({
      all: 6,
      active: 2,
      processing: 2,
      shipped: 0,
      delivered: 2,
      issues: 1,
      other: 1,
    })
    expect(statuses).toEqual([
      { status: 'in progress', text: null, count: 1 },
      { status: 'blend', text: null, count: 1 },
      { status: 'completed', text: null, count: 2 },
      { status: 'cancelled', text: null, count: 1 },
      { status: 'a planifier', text: 'À planifier', count: 1 },
    ])
    for (const [group, expected] of Object.entries({
      active: ['48100', '48102'],
      processing: ['48100', '48102'],
      delivered: ['48101', '48104'],
      issues: ['48103'],
      other: ['48105'],
      shipped: [],
    }))
      expect([group, numbers(await orders(`&group=${group}`))]).toEqual([group, expected])
    for (const [status, expected] of [
      ['completed', ['48101', '48104']],
      ['Termin%C3%A9e', ['48101', '48104']],
      ['a planifier', ['48105']],
      ['%C3%80 PLANIFIER', ['48105']],
    ] as const)
      expect([status, numbers(await orders(`&status=${status}`))]).toEqual([status, expected])
    // Found by the index of the search, the same.
    expect((await orders('&search=481')).statuses).toEqual(statuses)
  })

  it('are on the dashboard and in its workbook words, Other only while there is one', async () => {
    const { cards, issues } = (await buyer.get('/api/v1/dashboard?part=orders')).body
    const countOf = ({ count }: Json) => count
    expect([cards.totalOrders, cards.inProgressOrders, cards.notStartedOrders].map(countOf)).toEqual([
      6, 2, 0,
    ])
    expect([cards.otherOrders.count, issues]).toEqual([1, 1])
  })

  it('mean at once what an administrator says, which open screens hear of and the trail keeps', async () => {
    expect(await unknown()).toEqual([
      {
        ...{ status: 'a planifier', text: 'À planifier', count: 1, meaning: null },
        ...{ decidedBy: null, decidedAt: null, version: 0 },
      },
    ])
    const stream = await openStream(portal.url, buyer)
    await stream.ready()
    const heard = stream.messages.length
    const said = await decide('À PLANIFIER', 'not started')
    expect([said.status, said.body.meaning, said.body.version]).toEqual([200, 'not started', 1])
    await stream.until(({ data: { topic } }) => topic === 'orders', heard)
    await stream.close()
    const { counts, items, statuses } = await orders()
    expect(counts).toMatchObject({ all: 6, active: 3, issues: 2 })
    // Shown as it is, and counted as what it means.
    expect(items.at(-1)).toMatchObject({ ordNo: '48105', ordStat: 'À planifier', status: 'not started' })
    expect(statuses).toContainEqual({ status: 'not started', text: null, count: 1 })
    expect(statuses).toContainEqual({ status: 'a planifier', text: 'À planifier', count: 1 })
    expect(numbers(await orders('&status=not started'))).toEqual(['48105'])
    const { cards } = (await buyer.get('/api/v1/dashboard?part=orders')).body
    expect([cards.notStartedOrders.count, cards.otherOrders]).toEqual([1, undefined])
    // What comes later means it as well.
    await send('orders', [
      order('48106', { 'Ord No': '48106', 'Client Code': 'C0', 'Ord Stat': 'a planifier' }),
    ])
    expect((await orders('&group=issues')).total).toBe(3)
    const [link] = await peek(
      portal,
      `select object_id, old, new from portal.audit_log where action = 'order_status.decided' order by seq desc limit 1`,
    )
    expect(link).toEqual({
      object_id: 'À planifier',
      old: { meaning: null },
      new: { meaning: 'not started' },
    })
  })

  it('are decided anew by whoever knows what was said, and taken back', async () => {
    expect((await decide('À planifier', 'pending')).body.code).toBe('stale_version')
    expect((await decide('À planifier', 'none', 1)).body).toMatchObject({ meaning: 'none', version: 2 })
    expect((await orders()).counts).toMatchObject({ all: 7, other: 2, issues: 1 })
    expect((await decide('À planifier', null, 1)).body.code).toBe('stale_version')
    expect((await decide('À planifier', null, 2)).body).toMatchObject({ meaning: null, version: 0, count: 2 })
    expect((await unknown()).map(({ meaning }) => meaning)).toEqual([null])
  })

  it('are listed for every company and the unassigned, also empty ones', async () => {
    await send('orders', [
      order('U-1', { 'Client Name': 'Nobody', 'Ord Stat': 'Confirmed' }),
      order('U-2', { 'Client Name': 'Nobody', 'Ord Stat': '' }),
    ])
    expect((await unknown()).map(({ status, text, count }) => [status, text, count])).toEqual([
      ['a planifier', 'a planifier', 2],
      ['', null, 1],
      ['confirmed', 'Confirmed', 1],
    ])
    expect((await decide('', 'pending')).body).toMatchObject({ status: '', meaning: 'pending' })
  })
})
