import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  await portal.close()
})

/** A source of its own, so that no test meets the rows of another. */
let sources = 0
async function upstream(clients: Record<string, { codes?: string[]; names?: string[] }> = {}) {
  const source = `source ${++sources}`
  const tenants: Record<string, number> = {}
  for (const [name, { codes = [], names = [] }] of Object.entries(clients))
    tenants[name] = await aTenant(portal, { clientCodes: codes, clientNames: names, source })
  const key = (tenantId?: number) => aKey(portal, { source, ...(tenantId !== undefined && { tenantId }) })
  const send = sender(portal.url, await key())
  const ingest = async (kind: string, rows: unknown) => {
    const answer = await send(kind, rows)
    if (answer.status !== 200) throw new Error(answer.text)
    return counts(answer.body)
  }
  const where = (table: string) =>
    peek(
      portal,
      `select tenant_id as tenant, id, source_key as key from portal.${table} where source_id = (select id from auth.ingest_sources where name = $1)
       union all select 0, id, source_key from portal.unassigned_${table} where source_id = (select id from auth.ingest_sources where name = $1)
       order by 3`,
      [source],
    )
  return { source, tenants, key, send, ingest, where }
}

const at = (minute: number) => ({ 'Updated At': `2025-08-01T10:${String(minute).padStart(2, '0')}:00Z` })

describe('identity and time', () => {
  it('is kept per source system and kind', async () => {
    const [one, two] = [await upstream(), await upstream()]
    expect(await one.ingest('sales-history', [sale(1)])).toEqual({ received: 1, inserted: 1 })
    expect(await two.ingest('sales-history', [sale(1)])).toEqual({ received: 1, inserted: 1 })
    expect(await one.ingest('orders', [order(1)])).toEqual({ received: 1, inserted: 1 })
    // A Primary and an Ord No that look alike are two orders.
    expect(await one.ingest('orders', [{ 'Ord No': 1, 'Client Name': 'A' }])).toEqual({
      received: 1,
      inserted: 1,
    })
  })

  it('compares what the fields hold, not how it was written', async () => {
    const { ingest } = await upstream()
    await ingest('sales-history', [sale(1, { Amount: '1,234.50', 'Qty Sold': '12' })])
    expect(await ingest('sales-history', [sale(1, { Amount: '1,234.50', 'Qty Sold': 12 })])).toEqual({
      received: 1,
      unchanged: 1,
    })
    expect(
      await ingest('sales-history', 'id,year,month,invoice_no,qty_sold,amount\n1,2024,3,I1,12,"1,234.50"\n'),
    ).toEqual({ received: 1, unchanged: 1 })
    expect(await ingest('sales-history', [sale(1, { Amount: 1234.51, 'Qty Sold': 12 })])).toEqual({
      received: 1,
      updated: 1,
    })
  })

  it('ignores what is older than stored, in whatever order versions come', async () => {
    const { ingest } = await upstream()
    const version = (minute: number, quantity: number) => sale(1, { ...at(minute), 'Qty Sold': quantity })
    expect(await ingest('sales-history', [version(2, 20)])).toEqual({ received: 1, inserted: 1 })
    expect(await ingest('sales-history', [version(1, 10)])).toEqual({ received: 1, stale: 1 })
    // The same again, but newer: its time counts although nothing changed.
    expect(await ingest('sales-history', [version(4, 20)])).toEqual({ received: 1, unchanged: 1 })
    expect(await ingest('sales-history', [version(3, 30)])).toEqual({ received: 1, stale: 1 })
    // The same minute once more: the last one sent wins.
    expect(await ingest('sales-history', [version(4, 40)])).toEqual({ received: 1, updated: 1 })
    // Without a time it is a correction, and the time known stays; also when both come in one batch.
    expect(await ingest('sales-history', [sale(1, { 'Qty Sold': 50 })])).toEqual({ received: 1, updated: 1 })
    expect(await ingest('sales-history', [version(3, 30)])).toEqual({ received: 1, stale: 1 })
    await ingest('sales-history?duplicates=last', [version(8, 80), sale(1, { 'Qty Sold': 90 })])
    expect(await ingest('sales-history', [version(7, 70)])).toEqual({ received: 1, stale: 1 })
  })

  it('remembers a deletion, so that an older version does not bring the row back', async () => {
    const { ingest, where } = await upstream()
    await ingest('sales-history', [sale(1, at(1))])
    expect(await ingest('sales-history', [{ Id: 1, _op: 'delete', ...at(3) }])).toEqual({
      received: 1,
      deleted: 1,
    })
    expect(await ingest('sales-history', [sale(1, at(2))])).toEqual({ received: 1, stale: 1 })
    expect(await ingest('sales-history', [{ Id: 2, _op: 'delete', ...at(3) }])).toEqual({
      received: 1,
      unchanged: 1,
    })
    expect(await ingest('sales-history', [sale(2, at(2))])).toEqual({ received: 1, stale: 1 })
    expect(await where('sales_history')).toEqual([])
    expect(await ingest('sales-history', [sale(1, at(4)), sale(2, at(4))])).toEqual({
      received: 2,
      inserted: 2,
    })
  })

  it.each([
    ['twice the same', [sale(1), sale(1)], { received: 2, inserted: 1, unchanged: 1, repeated: 1 }, 1],
    [
      'none of several contents',
      [sale(1), sale(1, { 'Qty Sold': 2 }), sale(1, { 'Qty Sold': 2 }), sale(2)],
      { received: 4, inserted: 1, rejected: 3 },
      1,
    ],
    [
      'each version in the order of time',
      [sale(1, at(1)), sale(1, { ...at(3), 'Qty Sold': 3 }), sale(1, { ...at(2), 'Qty Sold': 2 })],
      { received: 3, inserted: 1, updated: 2 },
      3,
    ],
    [
      'the versions whose time says one thing',
      [sale(1, at(1)), sale(1, { ...at(2), 'Qty Sold': 2 }), sale(1, { ...at(2), 'Qty Sold': 3 })],
      { received: 3, inserted: 1, rejected: 2 },
      1,
    ],
    [
      'none of those that have no order of time',
      [sale(1, at(1)), sale(1, { 'Qty Sold': 2 }), sale(2, { 'Qty Sold': 7 })],
      { received: 3, inserted: 1, rejected: 2 },
      7,
    ],
    [
      'deleted at the end',
      [sale(1), { Id: 1, _op: 'delete' }],
      { received: 2, inserted: 1, deleted: 1 },
      null,
    ],
    [
      'deleted in between',
      [sale(1), { Id: 1, _op: 'delete' }, sale(1, { 'Qty Sold': 4 })],
      { received: 3, inserted: 2, deleted: 1 },
      4,
    ],
    [
      'deleted twice',
      [sale(1), { Id: 1, _op: 'delete' }, { Id: 1, _op: 'delete' }],
      { received: 3, inserted: 1, deleted: 1, unchanged: 1, repeated: 1 },
      null,
    ],
    [
      'faulty at the end',
      [sale(1, { 'Qty Sold': 5 }), sale(1, { Amount: 'x' })],
      { received: 2, inserted: 1, rejected: 1 },
      5,
    ],
  ])('of one key in one batch it takes %s', async (_, rows, expected, quantity) => {
    const { ingest, source } = await upstream()
    expect(await ingest('sales-history', rows)).toEqual(expected)
    const stored = await peek(
      portal,
      `select quantity / 1000 as quantity from portal.unassigned_sales_history where source_id = (select id from auth.ingest_sources where name = $1)`,
      [source],
    )
    expect(stored.map((row) => Number(row.quantity))).toEqual(quantity === null ? [] : [quantity])
  })
})

describe('whose a row is', () => {
  it('a code decides alone; without one an exact name; else nobody', async () => {
    const { tenants, ingest, where } = await upstream({
      a: { codes: ['A1', 'A2'], names: ['Alpha'] },
      b: { codes: ['B1'], names: ['Beta'] },
    })
    await ingest('orders', [
      order('01', { 'Client Code': 'A1' }),
      order('02', { 'Client Code': 'A2', 'Client Name': 'Beta' }), // another's name does not matter beside a code
      order('03', { 'Client Name': 'Beta' }),
      order('04', { 'Client Name': ' Beta ' }),
      order('05', { 'Client Name': 'beta' }),
      order('06', { 'Client Name': 'Beta Inc.' }),
      order('07', { 'Client Code': 'X9', 'Client Name': 'Alpha' }), // an unknown code is not helped by a name
      order('08', { 'Client Code': 'a1' }),
    ])
    const { a, b } = tenants
    expect((await where('orders')).map(({ tenant }) => tenant)).toEqual([a, a, b, b, 0, 0, 0, 0])
    await ingest('sales-history', [
      sale(1, { 'Client Code': 'B1', 'Customer Name': 'Alpha' }),
      sale(2, { 'Customer Name': 'Alpha' }),
      sale(3),
    ])
    expect((await where('sales_history')).map(({ tenant }) => tenant)).toEqual([b, a, 0])
  })

  it('a row whose client changes moves, keeps its id and takes its lines along', async () => {
    const { tenants, ingest, where } = await upstream({ a: { codes: ['A'] }, b: { codes: ['B'] } })
    const { a, b } = tenants
    const versions = async () =>
      (
        await peek(
          portal,
          `select tenant_id, version from portal.data_versions where topic = 'orders' and tenant_id = any ($1) order by 1`,
          [[a, b]],
        )
      ).map(({ version }) => Number(version))
    await ingest('orders', [order(1, { 'Client Code': 'A' })])
    await ingest('order-lines', [
      { Primary: 1, 'Line No': 1 },
      { Primary: 1, 'Line No': 2 },
    ])
    const [before] = await where('orders')
    const created = await peek(portal, 'select created_at from portal.orders where id = $1', [before.id])
    for (const [code, tenant] of [
      ['B', b],
      ['nobody', 0],
      ['A', a],
      ['B', b],
    ] as const) {
      const moved = await versions()
      expect(await ingest('orders', [order(1, { 'Client Code': code })])).toEqual({
        received: 1,
        updated: 1,
        moved: 1,
      })
      expect(await where('orders')).toEqual([{ ...before, tenant }])
      expect((await where('order_lines')).map((line) => line.tenant)).toEqual([tenant, tenant])
      // Both sides of the move have news.
      const after = await versions()
      expect(after).not.toEqual(moved)
      if (tenant === b && code === 'B') expect(after[0]).toBeGreaterThan(moved[0] ?? 0)
    }
    expect(await peek(portal, 'select created_at from portal.orders where id = $1', [before.id])).toEqual(
      created,
    )
    expect(await ingest('order-lines', [{ Primary: 1, 'Line No': 1, Lot: 'L' }])).toEqual({
      received: 1,
      updated: 1,
    })
    expect(await ingest('order-lines', [{ Primary: 1, 'Line No': 2, _op: 'delete' }])).toEqual({
      received: 1,
      deleted: 1,
    })
    expect(await where('order_lines')).toMatchObject([{ tenant: b }])
  })

  it('sales move between tenants and the unassigned, sums included', async () => {
    const { tenants, ingest, where } = await upstream({ a: { codes: ['A'] }, b: { codes: ['B'] } })
    const [seller, buyer] = [
      await aMember(portal, tenants.a as number),
      await aMember(portal, tenants.b as number),
    ]
    const totals = async (member: typeof seller) => (await member.get('/api/v1/sales/history')).body.totals
    await ingest('sales-history', [
      sale(1, { 'Client Code': 'A', Amount: '70.00' }),
      sale(2, { 'Client Code': 'A' }),
    ])
    const ids = (await where('sales_history')).map(({ id }) => id)
    await ingest('sales-history', [
      sale(1, { 'Client Code': 'B', Amount: '71.00' }),
      sale(2, { 'Client Code': '?' }),
    ])
    expect((await where('sales_history')).map(({ id }) => id)).toEqual(ids)
    expect(await totals(seller)).toMatchObject({ amount: '0.00', lines: 0, orders: 0 })
    expect(await totals(buyer)).toMatchObject({ amount: '71.00', lines: 1, orders: 1 })
    await ingest('sales-history', [sale(2, { 'Client Code': 'A' })])
    expect(await totals(seller)).toMatchObject({ amount: '10.00', lines: 1 })
  })

  it('a line waits for its order, and goes where the order goes', async () => {
    const { tenants, ingest, where } = await upstream({ a: { codes: ['A'] }, b: { codes: ['B'] } })
    await ingest('order-lines', [
      { Primary: 7, 'Line No': 1 },
      { 'Ord No': 7, 'Line No': 1 },
    ])
    expect((await where('order_lines')).map(({ tenant }) => tenant)).toEqual([0, 0])
    await ingest('orders', [order(7, { 'Client Code': 'A' })])
    // The other one belongs to an order whose number, not Primary, is 7.
    expect((await where('order_lines')).map(({ tenant, key }) => [tenant, key.split('\u001f')[0]])).toEqual([
      [0, 'ord_no:7'],
      [tenants.a, 'primary:7'],
    ])
    // Deleted: they wait again. Sent again for another client: they come along.
    await ingest('orders', [{ Primary: 7, _op: 'delete' }])
    expect((await where('order_lines')).map(({ tenant }) => tenant)).toEqual([0, 0])
    await ingest('orders', [order(7, { 'Client Code': 'B' })])
    expect((await where('order_lines')).map(({ tenant }) => tenant)).toEqual([0, tenants.b])
    expect(await ingest('order-lines', [{ Primary: 7, 'Line No': 1, Unit: 'KG' }])).toEqual({
      received: 1,
      updated: 1,
    })
  })

  it('money without a currency is the tenant’s, else the installation’s', async () => {
    const source = `source ${++sources}`
    await aTenant(portal, { clientCodes: ['US'], currency: 'USD', source })
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('orders', [
      order('1', { 'Client Code': 'US', 'Montant Total': '$10.00' }),
      order('2', { 'Client Code': 'US', 'Montant Total': '10,00 €' }),
      order('3', { 'Client Code': 'US', 'Montant Total': '10.00', Currency: 'GBP' }),
      order('4', { 'Montant Total': '10.00' }),
    ])
    const rows = await peek(
      portal,
      `select source_key, currency from portal.orders where source_id = (select id from auth.ingest_sources where name = $1)
       union all select source_key, currency from portal.unassigned_orders where source_id = (select id from auth.ingest_sources where name = $1) order by 1`,
      [source],
    )
    expect(rows.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'GBP', 'CAD'])
  })
})

describe('a key that is bound to a tenant', () => {
  it('takes its own rows; others’ are unknown clients, whether they exist or not', async () => {
    const { tenants, key, ingest, where } = await upstream({
      a: { codes: ['A'], names: ['Own name'] },
      b: { codes: ['B'], names: ['Foreign name'] },
    })
    await ingest('orders', [order('b1', { 'Client Code': 'B' }), order('u1', { 'Client Code': 'nobody' })])
    await ingest('order-lines', [{ Primary: 'b1', 'Line No': 1 }])
    await ingest('customers', [{ 'Client Code': 'B', 'Client Name': 'Beta' }])
    const before = [await where('orders'), await where('order_lines')]
    const bound = sender(portal.url, await key(tenants.a))
    const refused = async (kind: string, row: Record<string, unknown>) => {
      const { status, body } = await bound(kind, [row])
      expect(status).toBe(422)
      expect(counts(body)).toEqual({ received: 1, rejected: 1 })
      return body.errors
    }
    const foreign = [
      ...(await refused('orders', order('b2', { 'Client Code': 'B' }))),
      ...(await refused('orders', order('b2', { 'Client Code': 'nobody' }))),
      ...(await refused('orders', order('b2', { 'Client Name': 'Foreign name' }))),
      ...(await refused('orders', order('b2', { 'Client Name': 'Whoever' }))),
      ...(await refused('orders', order('b1', { 'Client Code': 'A' }))), // exists, and is another's
      ...(await refused('orders', order('u1', { 'Client Code': 'A' }))), // exists, and is nobody's
      ...(await refused('orders', { Primary: 'b1', _op: 'delete' })),
      ...(await refused('orders', { Primary: 'none', _op: 'delete' })),
      ...(await refused('order-lines', { Primary: 'b1', 'Line No': 1, Lot: 'mine' })),
      ...(await refused('order-lines', { Primary: 'b1', 'Line No': 9 })),
      ...(await refused('order-lines', { Primary: 'none', 'Line No': 1 })),
      ...(await refused('customers', { 'Client Code': 'B', 'Client Name': 'Mine now' })),
      ...(await refused('customers', { 'Client Code': 'none', 'Client Name': 'Mine now' })),
    ]
    expect(new Set(foreign.map(({ key: _, ...error }) => JSON.stringify(error)))).toEqual(
      new Set([
        JSON.stringify({
          row: 1,
          line: 1,
          field: null,
          code: 'unknown_client',
          message: 'The key does not know this client.',
        }),
      ]),
    )
    expect([await where('orders'), await where('order_lines')]).toEqual(before)

    const own = await bound('orders', [
      order('a1', { 'Client Code': 'A' }),
      order('a2', { 'Client Name': 'Own name' }),
    ])
    expect(counts(own.body)).toEqual({ received: 2, inserted: 2 })
    expect(counts((await bound('order-lines', [{ Primary: 'a1', 'Line No': 1 }])).body)).toEqual({
      received: 1,
      inserted: 1,
    })
    expect(counts((await bound('customers', [{ 'Client Code': 'A', 'Client Name': 'Alpha' }])).body)).toEqual(
      { received: 1, inserted: 1 },
    )
    expect(counts((await bound('orders', [{ Primary: 'a1', _op: 'delete' }])).body)).toEqual({
      received: 1,
      deleted: 1,
    })
    expect(counts((await bound('orders', [{ Primary: 'a1', _op: 'delete' }])).body)).toEqual({
      received: 1,
      unchanged: 1,
    })
  })

  it('gets the lines that waited for its order, and none that another tenant has', async () => {
    const { tenants, key, ingest, where } = await upstream({ a: { codes: ['A'] }, b: { codes: ['B'] } })
    await ingest('order-lines', [
      { Primary: 1, 'Line No': 1 },
      { Primary: 2, 'Line No': 1 },
    ])
    await ingest('orders', [order(2, { 'Client Code': 'B' })])
    await ingest('orders', [{ Primary: 2, _op: 'delete' }])
    const bound = sender(portal.url, await key(tenants.a))
    expect(
      counts(
        (await bound('orders', [order(1, { 'Client Code': 'A' }), order(2, { 'Client Code': 'A' })])).body,
      ),
    ).toEqual({ received: 2, inserted: 2 })
    const lines = async () => (await where('order_lines')).map(({ tenant }) => tenant)
    expect(await lines()).toEqual([tenants.a, 0])
    await bound('orders', [{ Primary: 2, _op: 'delete' }])
    await bound('orders', [order(2, { 'Client Code': 'A' })])
    expect(await lines()).toEqual([tenants.a, 0])
    await ingest('orders', [order(2, { 'Client Code': 'B' })])
    expect(await lines()).toEqual([tenants.a, tenants.b])
  })

  it('tells of news to its tenant and to administrators', async () => {
    const { tenants, key } = await upstream({ a: { codes: ['A'] } })
    const bound = sender(portal.url, await key(tenants.a))
    const sent = await bound('sales-history', [sale(1, { 'Client Code': 'A' })])
    const events = await peek(
      portal,
      `select tenant_id, topic, module, permission, payload from portal.outbox where payload ->> 'batch' = $1 order by 1`,
      [String(sent.body.batchId)],
    )
    expect(events).toEqual(
      [0, tenants.a].map((tenant_id) => ({
        tenant_id,
        topic: 'sales',
        module: 'sales',
        permission: 'sales.read',
        payload: { batch: sent.body.batchId, version: expect.any(Number) },
      })),
    )
  })
})

describe('what a batch leaves behind', () => {
  it('one event per tenant and one audit row, and no event when nothing changed', async () => {
    const { tenants, send } = await upstream({ a: { codes: ['A'] }, b: { codes: ['B'] } })
    const rows = [
      order(1, { 'Client Code': 'A' }),
      order(2, { 'Client Code': 'A' }),
      order(3, { 'Client Code': 'B' }),
      order(4),
    ]
    const { body } = await send('orders', rows)
    const eventsOf = (batch: number) =>
      peek(
        portal,
        `select tenant_id, topic, permission from portal.outbox where payload ->> 'batch' = $1 order by 1`,
        [String(batch)],
      )
    expect(await eventsOf(body.batchId)).toEqual(
      [0, tenants.a, tenants.b].map((tenant_id) => ({
        tenant_id,
        topic: 'orders',
        permission: 'orders.read',
      })),
    )
    const again = await send('orders', rows)
    expect(counts(again.body)).toEqual({ received: 4, unchanged: 4 })
    expect(await eventsOf(again.body.batchId)).toEqual([])
    const audit = await peek(
      portal,
      `select tenant_id, actor_kind, new from portal.audit_log where action = 'ingest.batch' and object_id = $1`,
      [String(body.batchId)],
    )
    expect(audit).toMatchObject([
      { tenant_id: 0, actor_kind: 'ingest', new: { kind: 'orders', received: 4, inserted: 4 } },
    ])
    expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
  })

  it('shows unassigned rows to administrators alone', async () => {
    const { send } = await upstream()
    await send('orders', [order('only-admins', { 'Ord No': 'only-admins' })])
    const member = await aMember(portal, await aTenant(portal))
    const admin = await anAdministrator(portal)
    expect((await member.get('/api/v1/orders?search=only-admins')).body.total).toBe(0)
    expect((await admin.get('/api/v1/orders?search=only-admins')).body.items).toMatchObject([
      { ordNo: 'only-admins' },
    ])
  })

  it('warns once of unknown columns and amounts that are words', async () => {
    const { send } = await upstream()
    const { body } = await send(
      'orders',
      'Primary,Client Name,Montant Total,Couleur\n1,A,TBD,x\n2,A,,y\n3,A,5.00,z\n',
    )
    expect(counts(body)).toEqual({ received: 3, inserted: 3 })
    expect(body.unknownColumns).toEqual(['Couleur'])
    expect(body.warnings).toMatchObject([
      { field: 'Montant Total', code: 'amount_text', count: 2, firstRow: 1 },
    ])
  })
})
