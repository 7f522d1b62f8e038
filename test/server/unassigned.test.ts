import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let admin: Actor
let taken: number
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await anAdministrator(portal)
  taken = await aTenant(portal, { name: 'Taken', clientCodes: ['TAKEN'] })
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  await portal.close()
})

const send = async (kind: string, rows: Json[], source = 'main') => {
  const answer = await sender(portal.url, await aKey(portal, { source }))(kind, rows)
  if (answer.status !== 200) throw new Error(answer.text)
  return counts(answer.body)
}
const list = async (search = '') =>
  (await admin.get(`/api/v1/admin/unassigned?search=${encodeURIComponent(search)}`)).body
const keyOf = ({ sourceId, clientCode, clientName }: Json) => ({ sourceId, clientCode, clientName })
const preview = ({ sourceId, clientCode, clientName }: Json, tenantId: number) => {
  const query = Object.entries({ sourceId, clientCode, clientName, tenantId }).filter(([, v]) => v !== null)
  return admin.get(`/api/v1/admin/unassigned/preview?${new URLSearchParams(query as [string, string][])}`)
}
const assign = (client: Json, tenantId: number, rows = client.rows) =>
  admin.post('/api/v1/admin/unassigned/assign', { ...keyOf(client), tenantId, rows })

/** Two orders with lines, one customer, three sales lines in two currencies and a line of current sales, of one code. */
async function rowsOf(code: string | null, name: string, source = 'main') {
  const of = code === null ? {} : { 'Client Code': code }
  const id = (n: number) => `${code ?? name}-${n}`
  if (code) await send('customers', [{ 'Client Code': code, 'Client Name': name }], source)
  await send(
    'orders',
    [1, 2].map((n) =>
      order(id(n), {
        ...of,
        'Client Name': name,
        'Ord No': id(n),
        'Montant Total': '100.00',
        'Order Date': `2025-0${n}-15`,
        'Ord Stat': 'Blend',
      }),
    ),
    source,
  )
  await send('order-lines', [{ Primary: id(1), 'Line No': 1, 'Item No': 'A', 'Qty Ordered': 5 }], source)
  await send(
    'sales-history',
    [1, 2, 3].map((n) =>
      sale(id(n), {
        ...of,
        'Customer Name': name,
        'Invoice No': id(n),
        'Invoice Date': `2024-03-0${n}`,
        Amount: `${n}0.00`,
        'Qty Sold': n,
        ...(n === 3 && { Currency: 'USD' }),
      }),
    ),
    source,
  )
  const account = code === null ? {} : { 'Account Number': code }
  const sent = { SO: id(1), Year: 2025, Month: 3, Code: 'A', 'Qty Sent': 2, Total: '7.00', Customer: name }
  await send('current-sales', [{ id: id(1), ...account, ...sent }], source)
}

describe('unassigned clients are refused', () => {
  it('to everybody but an administrator who looks at all clients', async () => {
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId: taken })
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [await aMember(portal, taken, 'tenant_admin'), 403],
      [await aStaffMember(portal, 'customer_service'), 403],
      [narrowed, 403],
    ] as const)
      for (const answer of [
        await asker.get('/api/v1/admin/unassigned'),
        await asker.get(`/api/v1/admin/unassigned/preview?clientName=A&tenantId=${taken}`),
        await asker.post('/api/v1/admin/unassigned/assign', {
          clientName: 'A',
          tenantId: taken,
          rows: 1,
        }),
        await asker.get('/api/v1/admin/assignments'),
        await asker.get('/api/v1/admin/assignments/1/preview'),
        await asker.post('/api/v1/admin/assignments/1/undo', {}),
      ])
        expect(answer.status).toBe(status)
  })

  it('where they are not one client, not there, somebody else’s, or other rows than were seen', async () => {
    await rowsOf('SEEN', 'Seen')
    const [client] = (await list('SEEN')).items
    const post = (body: Json) => admin.post('/api/v1/admin/unassigned/assign', body)
    for (const body of [
      { tenantId: taken, rows: 1 },
      { clientCode: 'A', clientName: 'B', sourceId: 1, tenantId: taken, rows: 1 },
      { clientCode: 'A', tenantId: taken, rows: 1 },
      { clientName: 'A', sourceId: 1, tenantId: taken, rows: 1 },
      { clientName: 'A', tenantId: 0, rows: 1 },
      { clientName: 'x'.repeat(501), tenantId: taken, rows: 1 },
    ])
      expect((await post(body)).status, JSON.stringify(body)).toBe(422)
    expect((await assign({ ...client, clientCode: 'none' }, taken)).status).toBe(404)
    expect((await assign(client, 4711)).status).toBe(404)
    expect((await assign(client, taken, client.rows - 1)).body.code).toBe('conflict')
    expect((await admin.post('/api/v1/admin/assignments/4711/undo', {})).status).toBe(404)

    // The code became somebody's after its rows had come.
    await peek(
      portal,
      'insert into portal.upstream_clients (source_id, client_code, tenant_id) values ($1, $2, $3)',
      [client.sourceId, 'SEEN', taken],
    )
    const other = await aTenant(portal)
    expect((await list('SEEN')).items[0].belongsTo).toEqual({ id: taken, name: 'Taken' })
    const refused = await assign(client, other)
    expect([refused.status, refused.body.code]).toEqual([409, 'client_taken'])
    expect(refused.body.detail).toContain('Taken')
    expect((await list('SEEN')).items[0].rows).toBe(client.rows)

    // To its own tenant its rows come home; the code was there before, so that there is nothing to undo.
    const home = await assign(client, taken)
    expect([home.status, home.body.undoable]).toEqual([200, false])
    const undo = await admin.post(`/api/v1/admin/assignments/${home.body.id}/undo`, {})
    expect([undo.status, undo.body.code]).toEqual([409, 'not_undoable'])
  })
})

describe('an unassigned client', () => {
  it('is listed with its rows, sums per currency and dates, and found by code and name', async () => {
    await rowsOf('NEW', 'Nouvelle Santé')
    expect((await list('nouvelle sante')).total).toBe(1)
    const { items } = await list('new')
    expect(items).toEqual([
      {
        sourceId: 1,
        source: 'main',
        clientCode: 'NEW',
        clientName: null,
        names: ['Nouvelle Santé'],
        rows: 7,
        firstDate: '2024-03-01',
        lastDate: '2025-03-01',
        belongsTo: null,
        sums: [
          {
            kind: 'current-sales',
            currency: 'CAD',
            rows: 1,
            quantity: 2,
            amount: '7.00',
            firstDate: '2025-03-01',
            lastDate: '2025-03-01',
          },
          {
            kind: 'customers',
            currency: null,
            rows: 1,
            quantity: null,
            amount: null,
            firstDate: null,
            lastDate: null,
          },
          {
            kind: 'orders',
            currency: 'CAD',
            rows: 2,
            quantity: null,
            amount: '200.00',
            firstDate: '2025-01-15',
            lastDate: '2025-02-15',
          },
          {
            kind: 'sales-history',
            currency: 'CAD',
            rows: 2,
            quantity: 3,
            amount: '30.00',
            firstDate: '2024-03-01',
            lastDate: '2024-03-02',
          },
          {
            kind: 'sales-history',
            currency: 'USD',
            rows: 1,
            quantity: 3,
            amount: '30.00',
            firstDate: '2024-03-03',
            lastDate: '2024-03-03',
          },
        ],
      },
    ])
    expect((await list('%')).total).toBe(0)
  })

  it('goes to a tenant with all rows, lines, history and sums; what comes later follows; and goes back', async () => {
    await rowsOf('MOVES', 'Moves')
    await send('orders', [
      order('MOVES-1', { 'Client Code': 'MOVES', 'Ord No': 'MOVES-1', 'Ord Stat': 'CTS' }),
    ])
    const tenantId = await aTenant(portal)
    const member = await aMember(portal, tenantId)
    const [client] = (await list('MOVES')).items
    const seen = await preview(client, tenantId)
    expect(seen.body).toMatchObject({ client, tenant: { id: tenantId }, waitingLines: 1 })
    expect((await member.get('/api/v1/orders')).body.total).toBe(0)

    const { status, body: done } = await assign(client, tenantId)
    expect([status, done]).toMatchObject([
      200,
      {
        clientCode: 'MOVES',
        tenant: { id: tenantId },
        moved: { customers: 1, orders: 2, 'sales-history': 3, 'current-sales': 1 },
        by: 'Test Person',
        undoable: true,
      },
    ])
    expect((await list('MOVES')).total).toBe(0)
    expect((await member.get('/api/v1/orders')).body.total).toBe(2)
    const found = (await member.get('/api/v1/orders/MOVES-1')).body
    expect(found.lines).toHaveLength(1)
    const history = await peek(
      portal,
      `select h.field, h.new_value from portal.order_changes h join portal.orders o on o.tenant_id = h.tenant_id and o.id = h.order_id
        where o.tenant_id = $1 and o.ord_no = 'MOVES-1' order by h.id`,
      [tenantId],
    )
    expect(history).toEqual(
      expect.arrayContaining([
        { field: 'created', new_value: 'Blend' },
        { field: 'status', new_value: 'CTS' },
      ]),
    )
    const totals = async (currency: string) =>
      (await member.get(`/api/v1/sales/history?currency=${currency}`)).body.totals
    expect(await totals('CAD')).toMatchObject({ lines: 2, quantity: 3, amount: '30.00' })
    expect(await totals('USD')).toMatchObject({ lines: 1, quantity: 3, amount: '30.00' })
    const current = (await member.get('/api/v1/sales/current')).body.totals
    expect(current).toMatchObject({ lines: 1, quantity: 2, revenue: '7.00' })

    // An update finds its row where it is now; a new row finds the tenant.
    expect(
      await send('sales-history', [
        sale('MOVES-1', { 'Client Code': 'MOVES', Amount: '99.00', 'Qty Sold': 1 }),
        sale('MOVES-4', { 'Client Code': 'MOVES', Amount: '1.00' }),
      ]),
    ).toEqual({ received: 2, inserted: 1, updated: 1 })
    expect((await list('MOVES')).total).toBe(0)
    expect(await totals('CAD')).toMatchObject({ lines: 3 })

    const back = await admin.get(`/api/v1/admin/assignments/${done.id}/preview`)
    expect(back.body).toMatchObject({ client: { rows: 8 }, waitingLines: 1 })
    const undone = await admin.post(`/api/v1/admin/assignments/${done.id}/undo`, {})
    expect([undone.status, undone.body]).toMatchObject([200, { undoable: false, undoneBy: 'Test Person' }])
    expect((await list('MOVES')).items[0].rows).toBe(8)
    expect((await member.get('/api/v1/orders')).body.total).toBe(0)
    expect((await member.get('/api/v1/sales/history')).body.totals.lines).toBe(0)
    expect(
      await peek(portal, 'select count(*)::int as n from portal.order_lines where tenant_id = $1', [
        tenantId,
      ]),
    ).toEqual([{ n: 0 }])
    expect(await send('sales-history', [sale('MOVES-5', { 'Client Code': 'MOVES' })])).toEqual({
      received: 1,
      inserted: 1,
    })
    expect((await list('MOVES')).items[0].rows).toBe(9)
    expect((await admin.post(`/api/v1/admin/assignments/${done.id}/undo`, {})).status).toBe(409)
    const trail = await peek(
      portal,
      `select tenant_id, action from portal.audit_log where object_id = 'MOVES' order by at`,
    )
    expect(trail).toEqual(
      ['client.assigned', 'client.taken_back'].flatMap((action) =>
        [0, tenantId].map((tenant_id) => ({ tenant_id, action })),
      ),
    )
  })

  it('without a code is its exact name, in every source', async () => {
    await rowsOf(null, 'By Name', 'main')
    await send('sales-history', [sale('elsewhere', { 'Customer Name': 'By Name' })], 'second')
    await send('sales-history', [sale('near', { 'Customer Name': 'By Name Too' })], 'second')
    const { items } = await list('by name')
    expect(items.map(({ clientName, rows, sourceId }: Json) => [clientName, rows, sourceId])).toEqual([
      ['By Name', 7, null],
      ['By Name Too', 1, null],
    ])
    const tenantId = await aTenant(portal)
    const { body: done } = await assign(items[0], tenantId)
    expect(done.moved).toEqual({ orders: 2, 'sales-history': 4, 'current-sales': 1 })
    expect(await send('sales-history', [sale('later', { 'Customer Name': 'By Name' })], 'second')).toEqual({
      received: 1,
      inserted: 1,
    })
    expect((await list('by name')).items).toHaveLength(1)
    await admin.post(`/api/v1/admin/assignments/${done.id}/undo`, {})
    expect((await list('by name')).items[0].rows).toBe(8)
  })

  it('is the code of one source: another source’s same code is another client', async () => {
    await rowsOf('SAME', 'One', 'main')
    await rowsOf('SAME', 'Two', 'second')
    const { items } = await list('SAME')
    expect(items.map(({ source }: Json) => source).toSorted()).toEqual(['main', 'second'])
    const tenantId = await aTenant(portal)
    await assign(items[0], tenantId)
    expect((await list('SAME')).items.map(({ source }: Json) => source)).toEqual([items[1].source])
  })

  it('is on record for good: found by client, company and person, in any order, page by page', async () => {
    const home = await aTenant(portal, { name: 'Record House' })
    const codes = ['REC-2', 'REC-10', 'REC-1']
    for (const code of codes) {
      await rowsOf(code, code)
      await assign(
        (await list(code)).items.find((one: Json) => one.clientCode === code),
        home,
      )
    }
    const read = async (query: string) => {
      const { status, body } = await admin.get(`/api/v1/admin/assignments?search=REC-${query}`)
      return status === 200 ? body.items.map(({ clientCode }: Json) => clientCode) : [status, body.code]
    }
    expect(await read('')).toEqual(codes.toReversed())
    expect(await read('&sort=client')).toEqual(['REC-1', 'REC-2', 'REC-10'])
    expect(await read('&sort=-client&limit=2')).toEqual(['REC-10', 'REC-2'])
    const two = (await admin.get('/api/v1/admin/assignments?search=record+house&sort=tenant&limit=2')).body
    expect([two.total, two.items.map(({ clientCode }: Json) => clientCode)]).toEqual([3, ['REC-2', 'REC-10']])
    const rest = await read(`&sort=tenant&limit=2&cursor=${two.nextCursor}`)
    expect(rest).toEqual(['REC-1'])
    expect((await admin.get('/api/v1/admin/assignments?search=test+person')).body.total).toBeGreaterThan(2)
    expect(await read('&sort=rows')).toEqual([422, 'validation'])
    expect(await read('&cursor=x')).toEqual([422, 'bad_cursor'])
  })

  it('in another currency than the installation’s: rows that came before it was kept are set right by the next batch', async () => {
    const row = sale('dollars', { 'Client Code': 'US', 'Customer Name': 'US', Amount: '5.00' })
    await send('sales-history', [row])
    await peek(portal, 'update portal.unassigned_sales_history set currency_given = null')
    const tenantId = await aTenant(portal, { currency: 'USD' })
    await assign(
      (await list('US')).items.find((client: Json) => client.clientCode === 'US'),
      tenantId,
    )
    const currencies = async () =>
      (await peek(portal, 'select currency from portal.sales_history where tenant_id = $1', [tenantId])).map(
        ({ currency }) => currency,
      )
    expect(await currencies()).toEqual(['CAD'])
    expect(await send('sales-history', [row])).toEqual({ received: 1, updated: 1 })
    expect(await currencies()).toEqual(['USD'])
  })

  it('goes to one of two tenants that ask at once, while its rows come in', async () => {
    await rowsOf('RACE', 'Race')
    const [client] = (await list('RACE')).items
    const tenants = [await aTenant(portal), await aTenant(portal)]
    const [one, two] = await Promise.all([
      ...tenants.map((tenantId) => assign(client, tenantId)),
      send('orders', [order('RACE-9', { 'Client Code': 'RACE' })]),
      send('sales-history', [sale('RACE-9', { 'Client Code': 'RACE' })]),
    ])
    const statuses = [one, two].map((answer) => (answer as { status: number }).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    // Whatever came first: everything of the client is in one place.
    const places = await peek(
      portal,
      `select distinct tenant_id from (
         select tenant_id from portal.orders where client_code = 'RACE' union all select 0 from portal.unassigned_orders where client_code = 'RACE'
         union all select tenant_id from portal.upstream_rows where key like 'RACE-%' and kind <> 'order-lines') p`,
    )
    expect(places).toHaveLength(1)
  })
})
