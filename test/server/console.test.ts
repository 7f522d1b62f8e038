import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let admin: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const CLIENTS = '/api/v1/admin/tenants'
const facts = (name: string, more: object = {}) => ({
  name,
  language: null,
  currency: 'CAD',
  timezone: null,
  region: null,
  ...more,
})
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const overview = async (query = '') => (await admin.get(`${CLIENTS}?${query}`)).body
const change = (id: number, body: object) => admin.send('PATCH', `${CLIENTS}/${id}`, body)
const one = async (id: number) => (await admin.get(`${CLIENTS}/${id}`)).body
const send = async (kind: string, rows: object[]) => {
  const answer = await sender(portal.url, await aKey(portal))(kind, rows)
  if (answer.status !== 200) throw new Error(answer.text)
}

describe('the console is refused', () => {
  it('to everybody but an administrator who looks at all clients', async () => {
    const tenant = await aTenant(portal)
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: tenant })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [await aMember(portal, tenant, 'tenant_admin'), 403],
      [await aStaffMember(portal, 'customer_service'), 403],
      [narrowed, 403],
    ] as const)
      for (const answer of [
        await asker.get(CLIENTS),
        await asker.get(`${CLIENTS}/${tenant}`),
        await asker.post(CLIENTS, facts('Mine')),
        await asker.send('PATCH', `${CLIENTS}/${tenant}`, { version: 1, name: 'Mine' }),
        await asker.post(`${CLIENTS}/${tenant}/suspend`, { reason: 'x' }),
        await asker.get(`${CLIENTS}/${tenant}/clients`),
        await asker.post(`${CLIENTS}/${tenant}/clients`, { clientName: 'x', rows: 0 }),
      ])
        expect(answer.status).toBe(status)
    expect((await one(tenant)).suspendedAt).toBeNull()
  })
})

describe('clients', () => {
  it('are made, found, sorted and paged over all of them', async () => {
    const name = 'Érable'
    const made = []
    for (const n of [1, 2, 3])
      made.push((await admin.post(CLIENTS, facts(`${name} ${n}`, { region: 'CA-QC' }))).body.id)
    expect(said(await admin.post(CLIENTS, facts('ERABLE 2')))).toEqual([409, 'name_taken'])
    expect((await overview('search=erable&sort=-name')).items.map(({ id }: Json) => id)).toEqual(
      made.toReversed(),
    )
    for (const sort of ['name', '-orders', 'people', '-lastSignIn', 'lastData', 'createdAt']) {
      const seen: number[] = []
      let cursor = ''
      do {
        const page = await overview(`search=erable&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.items.map(({ id }: Json) => id))
        expect(page.total).toBe(cursor ? null : 3)
        cursor = page.nextCursor
      } while (cursor)
      expect(seen.toSorted(), sort).toEqual(made.toSorted())
    }
    const [row] = await peek(
      portal,
      `select action, object_id, new from portal.audit_log where tenant_id = $1 and action = 'tenant.created'`,
      [made[0]],
    )
    expect(row).toMatchObject({ object_id: String(made[0]), new: { name: 'Érable 1', region: 'CA-QC' } })
    // Quebec speaks French unless somebody says otherwise (B4).
    const person = await aMember(portal, made[0], 'viewer')
    expect((await person.get('/api/v1/session')).body.tenant.language).toBe('fr-CA')
    expect((await person.get('/api/v1/admin/tenants')).body.title).toBe('Vous n’avez pas ce droit')
  })

  it('are told with the figures of all their rows', async () => {
    const id = await aTenant(portal, { name: 'Counted', clientCodes: ['COUNT'] })
    const other = await aTenant(portal, { clientCodes: ['OTHER'] })
    const of = { 'Client Code': 'COUNT' }
    await send('orders', [
      ...['Blend', 'Packaging', 'Completed', 'Cancelled', 'Pending'].map((status, n) =>
        order(`C${n}`, { ...of, 'Ord Stat': status }),
      ),
      order('O1', { 'Client Code': 'OTHER' }),
    ])
    await send('sales-history', [
      sale('C1', { ...of, Amount: '10.25', 'Qty Sold': 2 }),
      sale('C2', { ...of, Amount: '5.00', 'Qty Sold': 1.5, Year: 2023 }),
      sale('C3', { ...of, Amount: '7.00', Currency: 'USD' }),
      sale('O1', { 'Client Code': 'OTHER', Amount: '99.00' }),
    ])
    const member = await aMember(portal, id, 'viewer')
    expect(await one(id)).toMatchObject({
      name: 'Counted',
      orders: 5,
      people: 1,
      groups: { active: 2, processing: 1, shipped: 1, delivered: 1, issues: 1 },
      sales: [
        { currency: 'CAD', amount: '15.25', quantity: 3.5, lines: 2 },
        { currency: 'USD', amount: '7.00', quantity: 1, lines: 1 },
      ],
    })
    const { lastSignIn, lastData } = await one(id)
    expect([typeof lastSignIn, typeof lastData]).toEqual(['string', 'string'])
    expect((await one(other)).lastSignIn).toBeNull()
    expect((await overview('sort=-orders')).items[0]).toMatchObject({ id, orders: 5 })
    expect(member.userId).toBeTruthy()
  })

  it('are changed by whoever knows the newest version, by names that are free and people who see them', async () => {
    const id = await aTenant(portal, { name: 'Before' })
    await aTenant(portal, { name: 'Taken' })
    const far = await aPerson(portal, { staff: { role: 'account_manager', tenantIds: [] } })
    const near = await aPerson(portal, { staff: { role: 'account_manager', tenantIds: [id] } })
    expect(said(await change(id, { version: 1, name: 'taken' }))).toEqual([409, 'name_taken'])
    expect(said(await change(id, { version: 1, accountManager: far.userId }))).toEqual([
      422,
      'unknown_manager',
    ])
    const right = {
      version: 1,
      name: 'After',
      timezone: 'America/Toronto',
      region: 'CA-ON',
      accountManager: near.userId,
    }
    expect((await change(id, right)).body).toEqual({ version: 2 })
    expect(said(await change(id, { ...right, name: 'Late' }))).toEqual([412, 'stale_version'])
    expect(await one(id)).toMatchObject({
      name: 'After',
      timezone: 'America/Toronto',
      accountManager: { userId: near.userId, name: 'Test Person' },
      version: 2,
    })
    const [row] = await peek(
      portal,
      `select old, new from portal.audit_log where tenant_id = $1 and action = 'tenant.changed'`,
      [id],
    )
    expect(row).toMatchObject({
      old: { name: 'Before' },
      new: { name: 'After', account_manager: near.userId },
    })
    expect(row.new).not.toHaveProperty('currency')
  })

  it('that are suspended are out with the next request and their streams close; let in, they are back', async () => {
    const id = await aTenant(portal)
    const member = await aMember(portal, id, 'viewer')
    const stream = await openStream(portal.url, member)
    await stream.ready()
    expect((await admin.post(`${CLIENTS}/${id}/suspend`, { reason: 'Unpaid' })).body).toEqual({
      suspended: true,
    })
    expect(said(await member.get('/api/v1/orders'))).toEqual([403, 'permission_denied'])
    expect((await member.get('/api/v1/session')).body).toMatchObject({ role: null, tenant: null })
    expect(await stream.ended()).toBe(true)
    expect(said(await admin.post(`${CLIENTS}/${id}/suspend`, { reason: 'Again' }))).toEqual([409, 'conflict'])
    expect((await overview('state=suspended')).items.map((client: Json) => client.id)).toContain(id)
    expect((await admin.post(`${CLIENTS}/${id}/resume`, { reason: 'Paid' })).status).toBe(200)
    expect((await member.get('/api/v1/orders')).status).toBe(200)
  })
})

describe('the codes of a client', () => {
  it('bring the rows that wait for them, and give them back, shown beforehand', async () => {
    const id = await aTenant(portal, { name: 'Coded' })
    const other = await aTenant(portal)
    await send('orders', [order('W1', { 'Client Code': 'WAIT' }), order('W2', { 'Client Code': 'WAIT' })])
    await send('sales-history', [sale('W1', { 'Client Code': 'WAIT', Amount: '12.00' })])
    const code = { sourceId: 1, clientCode: 'WAIT' }
    const look = (at: number) => admin.get(`${CLIENTS}/${at}/clients/preview?sourceId=1&clientCode=WAIT`)
    const act = (at: number, what: string, body: object) =>
      admin.post(`${CLIENTS}/${at}/clients${what}`, { ...code, ...body })
    const { body: coming } = await look(id)
    expect(coming.client).toMatchObject({ rows: 3, belongsTo: null })
    expect(said(await act(id, '', { rows: 2 }))).toEqual([409, 'conflict'])
    expect(said(await act(id, '/remove', { rows: 0 }))).toEqual([404, 'not_found'])
    expect((await act(id, '', { rows: 3 })).body.moved).toMatchObject({ orders: 2, 'sales-history': 1 })
    expect(await one(id)).toMatchObject({ orders: 2, sales: [{ amount: '12.00' }] })
    expect((await admin.get(`${CLIENTS}/${id}/clients`)).body.items).toEqual([
      { sourceId: 1, source: 'main', clientCode: 'WAIT', clientName: null },
    ])
    expect(said(await look(other))).toEqual([409, 'client_taken'])
    expect(said(await act(other, '', { rows: 0 }))).toEqual([409, 'client_taken'])
    expect(said(await act(id, '', { rows: 0 }))).toEqual([409, 'already_exists'])

    expect((await look(id)).body.client.rows).toBe(3)
    expect((await act(id, '/remove', { rows: 3 })).status).toBe(200)
    expect(await one(id)).toMatchObject({ orders: 0, sales: [] })
    expect((await admin.get('/api/v1/admin/assignments')).body.items[0]).toMatchObject({ undoable: false })
    expect((await admin.get('/api/v1/admin/unassigned?search=WAIT')).body.items[0]).toMatchObject({ rows: 3 })

    // A code that no row carries yet: what comes later finds its client.
    expect(
      (await admin.post(`${CLIENTS}/${id}/clients`, { sourceId: 1, clientCode: 'SOON', rows: 0 })).body,
    ).toEqual({ moved: {} })
    expect(
      said(await admin.post(`${CLIENTS}/${id}/clients`, { sourceId: 99, clientCode: 'X', rows: 0 })),
    ).toEqual([422, 'unknown_source'])
    await send('orders', [order('S1', { 'Client Code': 'SOON' })])
    expect(await one(id)).toMatchObject({ orders: 1 })
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  })
})
