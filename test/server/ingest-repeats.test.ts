import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { aHistory } from '../support/order-history.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { accept, act, create, detail } from '../support/purchase-orders.ts'

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
async function upstream() {
  const source = `repeats ${++sources}`
  return { source, send: sender(portal.url, await aKey(portal, { source })) }
}
const at = (minute: number) => ({ 'Updated At': `2025-08-01T10:${String(minute).padStart(2, '0')}:00Z` })
const keepsLast = (source: string) =>
  peek(
    portal,
    `insert into portal.source_settings (source_id, duplicates) select id, 'last' from auth.ingest_sources where name = $1`,
    [source],
  )

describe('rows of one key in one batch', () => {
  it('are refused where they differ and nothing orders them, each with its key and the places of all', async () => {
    const { send } = await upstream()
    const { status, body } = await send(
      'sales-history',
      'Id,Year,Month,Invoice No,Qty Sold,Amount\nO-1,2026,5,O-1,2,54.00\nO-1,2026,5,O-1,5,39.00\nO-2,2026,5,O-2,1,38.00\n',
    )
    expect([status, counts(body)]).toEqual([200, { received: 3, inserted: 1, rejected: 2 }])
    expect(body.errors).toEqual(
      [1, 2].map((row) => ({
        ...{ row, line: row + 1, key: 'O-1', field: null, code: 'duplicate_key' },
        message: 'The same key with different content stands in lines 2, 3.',
      })),
    )
    expect(body.sums).toEqual([{ currency: 'CAD', rows: 1, quantity: '1', amount: '38.00' }])
  })

  it('leave what is stored as it is where they are refused, also when a batch replaces', async () => {
    const { send } = await upstream()
    await send('sales-history', [sale(1), sale(2)])
    const { status, body } = await send('sales-history?mode=replace&scope=all&confirm=true', [
      sale(1, { Amount: '1.00' }),
      sale(1, { Amount: '2.00' }),
    ])
    expect([status, counts(body)]).toEqual([422, { received: 2, deleted: 1, removed: 1, rejected: 2 }])
    expect(counts((await send('sales-history', [sale(1)])).body)).toEqual({ received: 1, unchanged: 1 })
  })

  it.each([
    ['the request', '?duplicates=last', false],
    ['the setting of the source', '', true],
  ])('are taken as the last of them where %s says so', async (_, options, set) => {
    const { source, send } = await upstream()
    if (set) await keepsLast(source)
    const { body } = await send(`sales-history${options}`, [
      sale(1, { 'Qty Sold': 2, Amount: '54.00' }),
      sale(1, { 'Qty Sold': 5, Amount: '39.00' }),
      sale(2, { Amount: '38.00' }),
    ])
    expect(counts(body)).toEqual({ received: 3, inserted: 2, unchanged: 1, repeated: 1 })
    expect(body.sums).toEqual([{ currency: 'CAD', rows: 2, quantity: '6', amount: '77.00' }])
    if (set)
      expect(
        counts((await send('sales-history?duplicates=reject', [sale(3), sale(3, { Amount: '2.00' })])).body),
      ).toEqual({ received: 2, rejected: 2 })
  })

  it('are refused by a key that knows none of them as by nobody else: what it may not see says nothing', async () => {
    const source = `repeats ${++sources}`
    const own = await aTenant(portal, { clientCodes: ['A'], source })
    const bound = sender(portal.url, await aKey(portal, { source, tenantId: own }))
    const { body } = await bound('orders', [order(1, { Ref: 'x' }), order(1, { Ref: 'y' })])
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'unknown_client',
      'unknown_client',
    ])
    // Its own, made and taken back in one batch.
    const fate = await bound('orders', [order(2, { 'Client Code': 'A' }), { Primary: 2, _op: 'delete' }])
    expect(counts(fate.body)).toEqual({ received: 2, inserted: 1, deleted: 1 })
  })

  it('leave the history that they leave in batches of their own', async () => {
    const versions = [
      { 'Ord Stat': 'Not Started', ...at(1) },
      { 'Ord Stat': 'Blend', 'Montant Total': '10.00', ...at(2) },
      { 'Ord Stat': 'Blend', 'Montant Total': '10.00', 'Client Code': 'nobody', ...at(3) },
      { 'Ord Stat': 'Capsule', 'Montant Total': '10.00', 'Client Code': 'A', ...at(4) },
      { 'Ord Stat': 'Capsule', 'Montant Total': '12.00', 'Client Code': 'B', ...at(5) },
    ].map((fields) => order(1, { 'Client Code': 'A', ...fields }))
    const line = (minute: number, quantity: number) => ({
      ...{ Primary: 1, 'Line No': 1, 'Qty Ordered': quantity },
      ...at(minute),
    })
    const [apart, together] = [await aHistory(portal), await aHistory(portal)]
    const sums = { inserted: 0, updated: 0, moved: 0 }
    for (const version of versions) {
      const { inserted, updated, moved } = await apart.push('orders', [version])
      sums.inserted += inserted
      sums.updated += updated
      sums.moved += moved
    }
    for (const [minute, quantity] of [
      [1, 5],
      [2, 6],
      [3, 9],
    ] as const)
      await apart.push('order-lines', [line(minute, quantity)])
    // In whatever order they come.
    expect(await together.push('orders', versions.toReversed())).toMatchObject(sums)
    await together.push('order-lines', [line(3, 9), line(1, 5), line(2, 6)])
    const told = (history: Awaited<ReturnType<typeof aHistory>>) =>
      history
        .recorded()
        .then((changes) =>
          changes.map(({ tenant, ...change }) => ({ ...change, home: tenant === history.tenants.B })),
        )
    const expected = await told(apart)
    expect(expected).toHaveLength(7)
    expect(await told(together)).toEqual(expected)
    expect(await together.leftBehind()).toEqual([])
  })

  it('begin anew after a deletion', async () => {
    const { recorded, send } = await aHistory(portal)
    const { body } = await send('orders', [
      order(1, { 'Client Code': 'A', 'Ord Stat': 'Blend', ...at(1) }),
      { Primary: 1, _op: 'delete', ...at(2) },
      order(1, { 'Client Code': 'B', 'Ord Stat': 'CTS', ...at(3) }),
    ])
    expect(counts(body)).toEqual({ received: 3, inserted: 2, deleted: 1 })
    expect((await recorded()).map(({ told }) => told)).toEqual([['created', null, 'CTS']])
  })
})

describe('other content for the stored time', () => {
  it('is applied and warned of', async () => {
    const { send } = await upstream()
    await send('sales-history', [sale(1, at(1)), sale(2, at(1)), sale(3)])
    const { body } = await send('sales-history', [
      sale(1, at(1)),
      sale(2, { ...at(1), Amount: '11.00' }),
      sale(3, { Amount: '12.00' }),
    ])
    expect(counts(body)).toEqual({ received: 3, updated: 2, unchanged: 1 })
    expect(body.warnings).toMatchObject([{ field: 'Updated At', code: 'same_time', count: 1, firstRow: 2 }])
  })
})

describe('a row that moves to another company', () => {
  const invoice = (fields: object = {}) => ({
    ...{ 'Invoice No': 'R1', 'Invoice Date': '2026-05-01', 'Client Code': 'A', Total: '100.00' },
    'Due Date': '2026-05-31',
    ...fields,
  })

  it('is counted and warned of with both', async () => {
    const source = `repeats ${++sources}`
    await aTenant(portal, { name: `Alpha ${source}`, clientCodes: ['A'], source })
    await aTenant(portal, { name: `Beta ${source}`, clientCodes: ['B'], source })
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('invoices', [invoice(), invoice({ 'Invoice No': 'R2' })])
    const { body } = await send('invoices', [
      invoice({ 'Client Code': 'B', Total: '50.00' }),
      invoice({ 'Invoice No': 'R2', 'Client Code': 'nobody' }),
    ])
    expect(counts(body)).toEqual({ received: 2, updated: 2, moved: 2 })
    expect(body.warnings.map(({ code, message }: Record<string, string>) => [code, message])).toEqual([
      ['moved', `The company changed from Alpha ${source} to Beta ${source}.`],
      ['moved', `The company changed from Alpha ${source} to none.`],
    ])
    // Whoever looks at the batch reads it in their own language.
    const administrator = await anAdministrator(portal)
    const { items } = (
      await administrator.get('/api/v1/admin/batches', { headers: { 'accept-language': 'de' } })
    ).body
    const [shown] = items.filter(({ id }: { id: number }) => id === body.batchId)
    expect(shown.warnings.map(({ message }: { message: string }) => message)).toEqual([
      `Die Zeilen sind zu einem anderen Unternehmen gewechselt: Alpha ${source} → Beta ${source}.`,
      `Die Zeilen sind zu einem anderen Unternehmen gewechselt: Alpha ${source} → –.`,
    ])
    // The same number of another source is another invoice.
    const { send: elsewhere } = await upstream()
    expect(counts((await elsewhere('invoices', [invoice()])).body)).toEqual({ received: 1, inserted: 1 })
  })

  it('needs to be confirmed where an invoice has payments', async () => {
    const source = `repeats ${++sources}`
    for (const code of ['A', 'B']) await aTenant(portal, { clientCodes: [code], source })
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('invoices', [invoice(), invoice({ 'Invoice No': 'R2' })])
    await send('payments', [
      {
        ...{ 'Payment No': 'P1', 'Payment Date': '2026-05-02', 'Client Code': 'A' },
        ...{ 'Invoice No': 'R1', Amount: '40.00' },
      },
    ])
    const moved = [invoice({ 'Client Code': 'B' }), invoice({ 'Invoice No': 'R2', 'Client Code': 'B' })]
    const refused = await send('invoices', moved)
    expect(counts(refused.body)).toEqual({ received: 2, updated: 1, moved: 1, rejected: 1 })
    expect(refused.body.errors).toMatchObject([{ row: 1, key: 'R1', code: 'moved_with_history' }])
    // What changes within the company is no move.
    expect(counts((await send('invoices', [invoice({ Total: '90.00' })])).body)).toEqual({
      received: 1,
      updated: 1,
    })
    expect(counts((await send('invoices?confirm=true', moved)).body)).toEqual({
      received: 2,
      updated: 1,
      moved: 1,
      unchanged: 1,
    })
  })

  it('needs to be confirmed where an order took a purchase order’s place', async () => {
    const source = `repeats ${++sources}`
    const home = await aTenant(portal, { clientCodes: ['A'], source })
    await aTenant(portal, { clientCodes: ['B'], source })
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('products', [{ 'Item No': 'BLEND', Name: 'Blend', Unit: 'KG' }])
    await send('orders', [order(0, { 'Client Code': 'A' })])
    await send('order-lines', [{ Primary: 0, 'Line No': 1, 'Item No': 'BLEND' }])
    const buyer = await aMember(portal, home)
    const staff = await aStaffMember(portal, 'customer_service', [home])
    const id = await create(buyer, { poNo: 'PO-MOVES' })
    await act(buyer, id, { act: 'submit' })
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await accept(portal, staff, id, { promisedDate: inAMonth })
    await send('orders', [order(1, { 'Client Code': 'A', 'PO No': 'PO-MOVES' })])
    const moved = [order(1, { 'Client Code': 'B', 'PO No': 'PO-MOVES' })]
    const refused = await send('orders', moved)
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'moved_with_history'])
    expect(counts((await send('orders?confirm=true', moved)).body)).toEqual({
      received: 1,
      updated: 1,
      moved: 1,
    })
    // It waits for its order again, as before that one came.
    const waits = await detail(buyer, id)
    expect([waits.order, waits.timeline[0].act]).toMatchObject([{ state: 'pending', ordNo: null }, 'parted'])
  })
})

describe('the answer', () => {
  it('sums what stands after the batch by currency, assigned or not', async () => {
    const source = `repeats ${++sources}`
    await aTenant(portal, { clientCodes: ['US'], currency: 'USD', source })
    const send = sender(portal.url, await aKey(portal, { source }))
    const rows = [
      sale(1, { 'Client Code': 'US', 'Qty Sold': '0.125', Amount: '90071992547409.91' }),
      sale(2, { 'Client Code': 'US', 'Qty Sold': 2, Amount: '0.01' }),
      sale(3, { Amount: '-5.50' }),
      sale(3, { Amount: '-5.50' }),
      sale(4, { Amount: 'x' }),
      { Id: 5, _op: 'delete' },
    ]
    const sums = [
      { currency: 'CAD', rows: 1, quantity: '1', amount: '-5.50' },
      { currency: 'USD', rows: 2, quantity: '2.125', amount: '90071992547409.92' },
    ]
    expect((await send('sales-history', rows)).body.sums).toEqual(sums)
    expect((await send('sales-history', rows)).body.sums).toEqual(sums)
    // Quantities of different units are no sum, and rows without figures have none.
    const line = (no: number, Unit: string) => ({ Primary: 1, 'Line No': no, 'Qty Ordered': 2, Unit })
    const lines = async (...units: string[]) =>
      (
        await send(
          'order-lines',
          units.map((unit, at) => line(at, unit)),
        )
      ).body.sums
    expect(await lines('KG', 'KG')).toEqual([{ currency: null, rows: 2, quantity: '4', amount: null }])
    expect(await lines('KG', 'UN')).toEqual([{ currency: null, rows: 2, quantity: null, amount: null }])
    expect((await send('products', [{ 'Item No': 'X', Name: 'X' }])).body.sums).toEqual([])
  })

  it('is 422 where no row was taken, and is given again as it was', async () => {
    const { send } = await upstream()
    const key = { 'Idempotency-Key': randomUUID() }
    const rows = [sale(1), sale(1, { Amount: '11.00' })]
    const first = await send('sales-history', rows, key)
    expect([first.status, counts(first.body)]).toEqual([422, { received: 2, rejected: 2 }])
    const again = await send('sales-history', rows, key)
    expect([again.status, again.text]).toEqual([422, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})
