import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aTenant } from '../support/actors.ts'
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

let sources = 0
async function upstream(codes: string[] = []) {
  const source = `source ${++sources}`
  const tenantIds: number[] = []
  for (const code of codes) tenantIds.push(await aTenant(portal, { clientCodes: [code], source }))
  const send = sender(portal.url, await aKey(portal, { source }))
  const keysOf = async (table: string) => {
    const rows = await peek(
      portal,
      `select source_key as key from portal.${table} where source_id = (select id from auth.ingest_sources where name = $1)
       union all select source_key from portal.unassigned_${table} where source_id = (select id from auth.ingest_sources where name = $1)
       order by 1`,
      [source],
    )
    return rows.map(({ key }) => key.replace(/^primary:/, '')).join(' ')
  }
  return { source, tenantIds, send, keysOf }
}
const batches = async () =>
  (await peek(portal, 'select count(*) as n from portal.ingest_batches where refusal is null'))[0].n
const control = (sums: Record<string, unknown>) => `controls=${encodeURIComponent(JSON.stringify(sums))}`

describe('control sums', () => {
  it('let the batch in when they are what arrived', async () => {
    const { send } = await upstream()
    const rows = [
      sale(1, { Amount: '-4.1051', 'Qty Sold': 2.5 }),
      sale(2, { Amount: '$1,000.00' }),
      sale(2, { Amount: '$1,000.00' }),
    ]
    const said = { rows: 3, quantity: 4.5, amount: '1995.89' }
    expect((await send(`sales-history?${control(said)}`, rows)).status).toBe(200)
    expect(
      (await send(`sales-history?${control({ amount: 0.1 + 0.2 })}`, [sale(3, { Amount: '0.30' })])).status,
    ).toBe(200)
    expect(
      (await send(`orders?${control({ rows: 1, amount: 12 })}`, [order(1, { 'Montant Total': '12,00' })]))
        .status,
    ).toBe(200)
    const lines = [
      { Primary: 1, 'Line No': 1, 'Qty Ordered': '5 units' },
      { Primary: 1, 'Line No': 2, _op: 'delete' },
    ]
    expect((await send(`order-lines?${control({ rows: 2, quantity: 5 })}`, lines)).status).toBe(200)
  })

  it.each([
    [{ rows: 3 }, { rows: '2' }],
    [{ quantity: 3 }, { quantity: '2.000' }],
    [{ amount: '20.01' }, { amount: '20.00' }],
    [{ rows: 2, quantity: 2, amount: 19 }, { amount: '20.00' }],
  ])('refuse it when %j is not what arrived', async (said, arrived) => {
    const { send, keysOf } = await upstream()
    const before = await batches()
    const { status, body } = await send(`sales-history?${control(said)}`, [sale(1), sale(2)])
    expect([status, body.code, body.figures]).toEqual([422, 'controls_mismatch', arrived])
    expect(await keysOf('sales_history')).toBe('')
    expect(await batches()).toEqual(before)
  })

  it('counts a faulty row as a row, and its amount as missing', async () => {
    const { send } = await upstream()
    const { body } = await send(`sales-history?${control({ rows: 2, amount: 30 })}`, [
      sale(1),
      sale(2, { Amount: 'abc' }),
    ])
    expect([body.code, body.figures]).toEqual(['controls_mismatch', { amount: '10.00' }])
  })
})

describe('atomic', () => {
  it('lands everything or nothing, and names the rows', async () => {
    const { send, keysOf } = await upstream(['A'])
    const bad = await send('orders?atomic=true', [
      order(1),
      order(2, { 'Montant Total': '1e3' }),
      { Primary: 3 },
    ])
    expect([bad.status, bad.body.code]).toEqual([422, 'rows_rejected'])
    expect(bad.body.errors).toMatchObject([
      { row: 2, path: 'Montant Total', code: 'not_a_number' },
      { row: 3, path: 'Client Name', code: 'required' },
    ])
    expect(bad.body.figures).toEqual({ received: 3, rejected: 2 })
    expect(await keysOf('orders')).toBe('')
    expect((await send('orders?atomic=true', [order(1), order(2)])).status).toBe(200)
  })

  it('holds for rows that a bound key may not send', async () => {
    const { source, tenantIds, keysOf } = await upstream(['A', 'B'])
    const bound = sender(portal.url, await aKey(portal, { source, tenantId: tenantIds[0] as number }))
    const { status, body } = await bound('orders?atomic=true', [
      order(1, { 'Client Code': 'A' }),
      order(2, { 'Client Code': 'B' }),
    ])
    expect([status, body.errors]).toMatchObject([422, [{ row: 2, code: 'unknown_client' }]])
    expect(await keysOf('orders')).toBe('')
  })
})

describe('replacing', () => {
  const year = (year: number, ids: number[], fields = {}) =>
    ids.map((id) => sale(id, { Year: year, ...fields }))
  const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

  it('takes away what the batch does not have, in its scope only', async () => {
    const { send, keysOf } = await upstream()
    await send('sales-history', [
      ...year(2023, [21, 22]),
      ...year(2024, TEN),
      ...year(2024, [11], { Month: 4 }),
    ])
    const other = await upstream()
    await other.send('sales-history', year(2024, [99]))
    const { status, body } = await send('sales-history?mode=replace&scope=2024', [
      ...year(2024, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ...year(2024, [12]),
    ])
    expect(status).toBe(200)
    expect(counts(body)).toEqual({ received: 10, inserted: 1, unchanged: 9, deleted: 2, removed: 2 })
    expect(await keysOf('sales_history')).toBe('1 12 2 21 22 3 4 5 6 7 8 9')
    expect(await other.keysOf('sales_history')).toBe('99')
    // A month is a scope, too; and what is gone can come again.
    expect(
      counts(
        (await send('sales-history?mode=replace&scope=2024-04', year(2024, [11, 10], { Month: 4 }))).body,
      ),
    ).toEqual({ received: 2, inserted: 2 })
    expect(counts((await send('sales-history?mode=replace&scope=2024-04&confirm=true', [])).body)).toEqual({
      deleted: 2,
      removed: 2,
    })
    expect(await keysOf('sales_history')).toBe('1 12 2 21 22 3 4 5 6 7 8 9')
  })

  it('asks back when more than a fifth would go', async () => {
    const { send, keysOf } = await upstream()
    await send('sales-history', year(2024, TEN))
    const before = await batches()
    const eight = year(2024, [1, 2, 3, 4, 5, 6, 7, 8])
    expect((await send('sales-history?mode=replace&scope=2024', eight)).status).toBe(200) // exactly a fifth
    const refused = await send('sales-history?mode=replace&scope=2024', eight.slice(2))
    expect([refused.status, refused.body.code, refused.body.figures]).toEqual([
      409,
      'replace_confirm',
      { stored: 8, going: 2 },
    ])
    expect(refused.body.detail).toContain('2 of 8')
    expect(await keysOf('sales_history')).toBe('1 2 3 4 5 6 7 8')
    expect(Number((await batches()) - before)).toBe(1)
    const confirmed = await send('sales-history?mode=replace&scope=2024&confirm=true', eight.slice(2))
    expect(counts(confirmed.body)).toEqual({ received: 6, unchanged: 6, deleted: 2, removed: 2 })
    expect(await keysOf('sales_history')).toBe('3 4 5 6 7 8')
  })

  it('rejects rows outside the scope, and keeps what it cannot read', async () => {
    const { send, keysOf } = await upstream()
    await send('sales-history', [...year(2024, TEN), ...year(2023, [20])])
    const { body } = await send('sales-history?mode=replace&scope=2024', [
      ...year(2024, [1, 2, 3, 4, 5, 6, 7]),
      ...year(2025, [8, 13]),
      ...year(2024, [9], { Amount: 'unreadable' }),
      ...year(2024, [20]), // from another year into the scope
    ])
    expect(counts(body)).toEqual({
      received: 11,
      updated: 1,
      unchanged: 7,
      deleted: 1,
      removed: 1,
      rejected: 3,
    })
    expect(body.errors.map(({ row, code }: { row: number; code: string }) => `${row} ${code}`)).toEqual([
      '8 outside_scope',
      '9 outside_scope',
      '10 not_a_number',
    ])
    expect(await keysOf('sales_history')).toBe('1 2 20 3 4 5 6 7 8 9')
  })

  const head = 'Id,Year,Month,Invoice No,Qty Sold,Amount'
  const lines = (ids: number[]) => ids.map((id) => `${id},2024,3,I-${id},1,10.00`)
  const object = (id: number) => JSON.stringify(year(2024, [id])[0])
  it.each([
    ['an array that breaks off', 'application/json', `[${[1, 2, 3].map(object).join()},{"Id": 4, "Ye`],
    ['no array at all', 'application/json', '[oops'],
    ['lines of which one is none', 'application/x-ndjson', `${object(1)}\n{"Id": 2,\n${object(3)}\n`],
    [
      'a quote that is never closed',
      'text/csv',
      [head, ...lines([1]), '2,2024,3,"I-2,1,10.00', ...lines([3])].join('\n'),
    ],
    ['a row without its key', 'text/csv', [head, ...lines([1, 2]), ',2024,3,I-3,1,10.00'].join('\n')],
  ])('takes nothing away for what it could not read: %s', async (_, type, text) => {
    const { send, keysOf } = await upstream()
    await send('sales-history', year(2024, TEN))
    const before = await batches()
    for (const confirm of ['', '&confirm=true']) {
      const refused = await send(`sales-history?mode=replace&scope=2024${confirm}`, text, {
        'content-type': type,
      })
      expect([refused.status, refused.body.code]).toEqual([422, 'replace_unread'])
      expect(refused.body.errors.length).toBeGreaterThan(0)
    }
    expect(await keysOf('sales_history')).toBe('1 10 2 3 4 5 6 7 8 9')
    expect(await batches()).toBe(before)
    // Without replacing, what could be read lands.
    const { status, body } = await send('sales-history', text, { 'content-type': type })
    expect(status).toBe(body.rejected === body.received ? 422 : 200)
  })

  it('of orders goes by Order Date, and takes everything with scope=all', async () => {
    const { send, keysOf } = await upstream()
    const dated = (id: number, date: string | null) => order(id, { 'Order Date': date })
    await send('orders', [
      dated(1, '2024-01-31'),
      dated(2, '2024-02-01'),
      dated(3, '2024-12-31'),
      dated(4, '2025-01-01'),
      dated(5, null),
    ])
    const month = await send('orders?mode=replace&scope=2024-02&confirm=1', [
      dated(6, '2024-02-29'),
      dated(7, '2024-03-01'),
      dated(8, null),
    ])
    expect(counts(month.body)).toEqual({ received: 3, inserted: 1, deleted: 1, removed: 1, rejected: 2 })
    expect(await keysOf('orders')).toBe('1 3 4 5 6')
    expect(
      counts((await send('orders?mode=replace&scope=2024&confirm=1', [dated(3, '2024-12-31')])).body),
    ).toEqual({ received: 1, unchanged: 1, deleted: 2, removed: 2 })
    expect(await keysOf('orders')).toBe('3 4 5')
    expect(counts((await send('orders?mode=replace&scope=all&confirm=1', [dated(5, null)])).body)).toEqual({
      received: 1,
      unchanged: 1,
      deleted: 2,
      removed: 2,
    })
    expect(await keysOf('orders')).toBe('5')
  })

  it('of customers and order lines knows everything only', async () => {
    const { send, keysOf } = await upstream()
    await send('customers', [
      { 'Client Code': 'A', 'Client Name': 'A' },
      { 'Client Code': 'B', 'Client Name': 'B' },
    ])
    expect(
      counts(
        (
          await send('customers?mode=replace&scope=all&confirm=1', [
            { 'Client Code': 'B', 'Client Name': 'B' },
          ])
        ).body,
      ),
    ).toEqual({ received: 1, unchanged: 1, deleted: 1, removed: 1 })
    await send('order-lines', [
      { Primary: 1, 'Line No': 1 },
      { Primary: 1, 'Line No': 2 },
    ])
    expect(
      counts(
        (await send('order-lines?mode=replace&scope=all&confirm=1', [{ Primary: 1, 'Line No': 2 }])).body,
      ),
    ).toEqual({ received: 1, unchanged: 1, deleted: 1, removed: 1 })
    expect(await keysOf('order_lines')).toBe('1\u001f2')
  })

  it('by a bound key concerns its tenant alone', async () => {
    const { source, tenantIds, send, keysOf } = await upstream(['A', 'B'])
    await send('sales-history', [
      ...year(2024, [1, 2], { 'Client Code': 'A' }),
      ...year(2024, [3, 4], { 'Client Code': 'B' }),
      ...year(2024, [5]),
    ])
    const bound = sender(portal.url, await aKey(portal, { source, tenantId: tenantIds[0] as number }))
    const refused = await bound(
      'sales-history?mode=replace&scope=2024',
      year(2024, [1], { 'Client Code': 'A' }),
    )
    expect(refused.body.figures).toEqual({ stored: 2, going: 1 })
    const { body } = await bound(
      'sales-history?mode=replace&scope=all&confirm=true',
      year(2024, [1], { 'Client Code': 'A' }),
    )
    expect(counts(body)).toEqual({ received: 1, unchanged: 1, deleted: 1, removed: 1 })
    expect(await keysOf('sales_history')).toBe('1 3 4 5')
  })
})
