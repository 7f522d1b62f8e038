import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORDER_GROUPS } from '../../src/features/orders/contract.ts'
import { inGroup } from '../../src/features/orders/domain/order-status.ts'
import { knownStatus } from '../../src/features/orders/domain/status-words.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { type TestOrder, touchFeed, writeManyOrders, writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const write = (tenantId: number, orders: TestOrder[]) =>
  portal.owner((tx) => writeOrders(tx, tenantId, orders))
const list = (who: Actor, query = '') => who.get(`/api/v1/orders${query}`)
const numbers = (body: Json): (string | null)[] => body.items.map((item: Json) => item.ordNo)
const search = (text: string) => `?search=${encodeURIComponent(text)}`

/** A tenant with these orders and somebody who reads them. */
async function aBuyer(orders: TestOrder[], tenant: Parameters<typeof aTenant>[1] = {}) {
  const tenantId = await aTenant(portal, tenant)
  const ids = await write(tenantId, orders)
  return Object.assign(await aMember(portal, tenantId), { tenantId, ids })
}

describe('refusals', () => {
  it('asks for a session, the right tenant, the module and the permission, in this order', async () => {
    expect((await createClient(portal.url).get('/api/v1/orders?limit=0')).status).toBe(401)
    const tenantId = await aTenant(portal)
    const analyst = await aMember(portal, tenantId, 'sales_analyst')
    const ask = async (tenant: string) => {
      const answer = await analyst.get('/api/v1/orders?limit=0', { headers: { 'x-portal-tenant': tenant } })
      return [answer.status, answer.body.code]
    }
    const setModule = (visible: boolean) =>
      portal.owner((tx) =>
        sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenantId}, 'orders', ${visible})
          on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
      )
    await setModule(false)
    expect(await ask('999999')).toEqual([409, 'tenant_changed'])
    expect(await ask(String(tenantId))).toEqual([403, 'module_hidden'])
    await setModule(true)
    expect(await ask(String(tenantId))).toEqual([403, 'permission_denied'])
    const viewer = await aMember(portal, tenantId, 'viewer')
    expect((await list(viewer)).status).toBe(200)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['sort=price', 'sort'],
    ['sort=--ordNo', 'sort'],
    ['group=late', 'group'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=a%00b', 'search'],
    ['status=%00', 'status'],
    [`status=${'x'.repeat(101)}`, 'status'],
  ])('answers 422 to %s and names the field', async (query, field) => {
    const answer = await list(await aBuyer([]), `?${query}`)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
    expect(answer.body.errors.map((error: Json) => error.path)).toEqual([field])
  })

  it('takes no cursor that is not one of this sort', async () => {
    const buyer = await aBuyer([])
    const sealed = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
    const cursors: [string, string][] = [
      ['ordNo', 'rubbish'],
      ['ordNo', sealed('a')],
      ['ordNo', sealed('a', 1, 2)],
      ['ordNo', sealed({ a: 1 }, 1)],
      ['ordNo', sealed(5, 1)],
      ['ordNo', sealed('a', 'b')],
      ['ordNo', sealed('a', 1.5)],
      ['ordNo', sealed('a', null)],
      ['ordNo', sealed('a\u0000', 1)],
      ['amount', sealed('a', 1)],
      ['amount', sealed('9'.repeat(30), 1)],
      ['orderDate', sealed('a', 1)],
      ['orderDate', sealed('2026-02-30', 1)],
    ]
    for (const [sort, cursor] of cursors) {
      const answer = await list(buyer, `?sort=${sort}&cursor=${cursor}`)
      expect([cursor, answer.status, answer.body.code]).toEqual([cursor, 422, 'bad_cursor'])
    }
  })
})

describe('the list', () => {
  it('gives the columns of the source, texts as received', async () => {
    const texts = {
      primary_no: 'P-1',
      ord_no: '10482',
      po_no: 'PO-7731',
      f_no: 'F-3310',
      client_name: 'Boréal Santé',
      ref: 'R 9',
      ord_stat: ' Blend',
      montant_total: '1 234,50 $',
      bl_t: 'in progress',
      cts_t: '-',
      bb_t: null,
      pbl: '✓',
      pcts: '',
      pbb: 'x',
      ship_to: '12, rue du Port',
    }
    const dates = { order_date: '2026-01-31', requested_date: '2026-03-01', promised_date: null }
    const buyer = await aBuyer([{ ...texts, ...dates, amount_cents: '123450', currency: 'USD' }])
    const { status, body } = await list(buyer)
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: buyer.ids[0],
        primary: 'P-1',
        ordNo: '10482',
        poNo: 'PO-7731',
        fNo: 'F-3310',
        clientName: 'Boréal Santé',
        ref: 'R 9',
        ordStat: ' Blend',
        status: 'blend',
        montantTotal: '1 234,50 $',
        amount: '1234.50',
        currency: 'USD',
        blT: 'in progress',
        ctsT: '-',
        bbT: null,
        pbl: '✓',
        pcts: '',
        pbb: 'x',
        orderDate: '2026-01-31',
        requestedDate: '2026-03-01',
        promisedDate: null,
        shipTo: '12, rue du Port',
        entering: false,
      },
    ])
  })

  it('keeps every cent of very large and of negative amounts, also over pages', async () => {
    const cents = ['9999999999999999', '9999999999999998', '0', '-5', '-1234567']
    const buyer = await aBuyer(cents.map((amount_cents) => ({ amount_cents })))
    const amounts: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await list(buyer, `?sort=-amount&limit=2${cursor}`)
      amounts.push(...body.items.map((item: Json) => item.amount))
      if (!body.nextCursor) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(amounts).toEqual(['99999999999999.99', '99999999999999.98', '0.00', '-0.05', '-12345.67'])
  })

  it('begins with the highest order number, as people count', async () => {
    const orders = ['9', '10', null, '1000', 'A2', 'A10', '99'].map((ord_no) => ({ ord_no }))
    const buyer = await aBuyer(orders)
    expect(numbers((await list(buyer)).body)).toEqual(['A10', 'A2', '1000', '99', '10', '9', null])
    expect(numbers((await list(buyer, '?sort=ordNo')).body)).toEqual([
      '9',
      '10',
      '99',
      '1000',
      'A2',
      'A10',
      null,
    ])
  })

  it('gives total, counts, statuses and freshness on the first page only', async () => {
    const buyer = await aBuyer(['1', '2', '3'].map((ord_no) => ({ ord_no, ord_stat: 'Blend' })))
    expect((await list(buyer, '?limit=2')).body).toMatchObject({ total: 3, asOf: null })
    await portal.owner((tx) => touchFeed(tx, '2026-11-20T14:32:00Z'))
    const first = (await list(buyer, '?limit=2')).body
    expect(first).toMatchObject({
      total: 3,
      asOf: '2026-11-20T14:32:00.000Z',
      statuses: [{ status: 'blend', count: 3 }],
    })
    const second = (await list(buyer, `?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ total: null, counts: null, statuses: null, asOf: null, nextCursor: null })
    expect(numbers(second)).toEqual(['1'])
  })

  it('answers 304 to who has it already', async () => {
    const buyer = await aBuyer([{ ord_no: '1' }])
    const first = await list(buyer)
    const again = await buyer.get('/api/v1/orders', {
      headers: { 'if-none-match': first.headers.get('etag') as string },
    })
    expect(again.status).toBe(304)
    await write(buyer.tenantId, [{ ord_no: '2' }])
    const moved = await buyer.get('/api/v1/orders', {
      headers: { 'if-none-match': first.headers.get('etag') as string },
    })
    expect(moved.status).toBe(200)
  })
})

describe('groups and statuses', () => {
  const STATUSES = [
    'Not started',
    'IN PROGRESS',
    'Blend',
    'cts',
    'Packaging',
    ' Completed ',
    'Cancelled',
    'Finance hold',
    'Pending',
    'Failed',
    'Something new',
    null,
    '',
  ]

  it('are those of the table that the screens use', async () => {
    const orders = STATUSES.flatMap((ord_stat, i) => Array.from({ length: i + 1 }, () => ({ ord_stat })))
    const buyer = await aBuyer(orders)
    const { counts } = (await list(buyer)).body
    expect(counts.all).toBe(orders.length)
    for (const group of ORDER_GROUPS) {
      const expected = orders.filter(({ ord_stat }) => inGroup(knownStatus(ord_stat) ?? null, group)).length
      expect(expected).toBeGreaterThan(0)
      const answer = (await list(buyer, `?group=${group}&limit=1000`)).body
      expect([group, counts[group], answer.total, answer.items.length]).toEqual([
        group,
        expected,
        expected,
        expected,
      ])
      for (const item of answer.items) expect(inGroup(item.status, group)).toBe(true)
      // The other cards keep their figures.
      expect(answer.counts).toEqual(counts)
    }
  })

  it('filter together with the search; the list of statuses stays whole', async () => {
    const buyer = await aBuyer([
      { ord_no: '1', ord_stat: 'Blend', client_name: 'Alpha' },
      { ord_no: '2', ord_stat: 'BLEND', client_name: 'Alpha' },
      { ord_no: '3', ord_stat: 'Cancelled', client_name: 'Alpha' },
      { ord_no: '4', ord_stat: 'Blend', client_name: 'Beta' },
    ])
    const { body } = await list(buyer, '?search=alpha&status=%20bLEND%20')
    expect(numbers(body)).toEqual(['2', '1'])
    expect(body).toMatchObject({ total: 2, counts: { all: 2, active: 2, processing: 2, issues: 0 } })
    expect(body.statuses).toEqual([
      { status: 'blend', text: null, count: 2 },
      { status: 'cancelled', text: null, count: 1 },
    ])
    const none = (await list(buyer, '?search=alpha&status=blend&group=issues')).body
    expect([none.total, none.items]).toEqual([0, []])
  })
})

describe('search', () => {
  const ORDERS: TestOrder[] = [
    {
      ord_no: '10482',
      po_no: 'PO-7731',
      ref: 'Gut/9',
      ord_stat: 'Blend',
      client_name: 'Élixir Vitalité Œuvre',
    },
    {
      ord_no: '20000',
      po_no: 'PO_7732',
      ref: '100% pure',
      ord_stat: 'CTS',
      client_name: `O'Brien "Health" \\ Co`,
    },
    { ord_no: '30000', po_no: 'PO-9', ref: null, ord_stat: 'Packaging', client_name: 'Straße & Söhne' },
  ]

  it.each([
    ['0482', ['10482']],
    ['po-7731', ['10482']],
    ['GUT/9', ['10482']],
    ['packag', ['30000']],
    ['elixir vitalite', ['10482']],
    ['ÉLIXIR', ['10482']],
    ['E\u0301lixir', ['10482']],
    ['  elixir  ', ['10482']],
    ['söhne', ['30000']],
    ['sohne', ['30000']],
    ['%', ['20000']],
    ['100%', ['20000']],
    ['_', ['20000']],
    ['\\', ['20000']],
    ["o'b", ['20000']],
    ['"health"', ['20000']],
    ["' or true --", []],
    // Two fields are not one text.
    ['10482gut', []],
    ['blend elixir', []],
    ['nothing like it', []],
    ['', ['30000', '20000', '10482']],
    ['   ', ['30000', '20000', '10482']],
  ])('%j finds %j', async (text, found) => {
    searcher ??= await aBuyer(ORDERS)
    const { status, body } = await list(searcher, search(text))
    expect([status, numbers(body), body.total, body.counts.all]).toEqual([
      200,
      found,
      found.length,
      found.length,
    ])
  })
  let searcher: Actor | undefined

  it('gives the same whether it finds few or very many', async () => {
    const tenantId = await aTenant(portal)
    const foreign = await aTenant(portal)
    for (const tenant of [tenantId, foreign])
      await portal.owner((tx) => writeManyOrders(tx, tenant, 2400, 'Common'))
    await write(tenantId, [{ ord_no: '5000', client_name: 'Rare', ord_stat: 'Blend' }])
    const buyer = await aMember(portal, tenantId)
    const many = (await list(buyer, '?search=COMMON&limit=1000&status=cancelled')).body
    const expected = Array.from({ length: 2400 }, (_, i) => i + 1).filter((g) => g % 5 === 3)
    expect(numbers(many)).toEqual(expected.reverse().map(String))
    expect(many).toMatchObject({ total: 480, counts: { all: 480, issues: 480, active: 0 } })
    expect(many.statuses).toEqual(
      ['not started', 'blend', 'packaging', 'completed', 'cancelled'].map((status) => ({
        status,
        text: null,
        count: 480,
      })),
    )
    const few = (await list(buyer, '?search=common%20client%2013&limit=1000')).body
    const hits = Array.from({ length: 2400 }, (_, i) => i + 1).filter((g) => g % 97 === 13)
    expect(numbers(few)).toEqual(hits.reverse().map(String))
    const second = (await list(buyer, '?search=common&limit=1000&sort=clientName')).body
    const third = (await list(buyer, `?search=common&limit=1000&sort=clientName&cursor=${second.nextCursor}`))
      .body
    expect(new Set([...numbers(second), ...numbers(third)]).size).toBe(2000)
  })
})

describe('whose orders they are (A9)', () => {
  it('a member, staff and administrators see theirs: rows, counts, hits and statuses', async () => {
    const mark = 'Quarantaine 77'
    const own = await aBuyer([{ ord_no: 'own-1', client_name: mark, ord_stat: 'Blend' }], { name: 'Own Ltd' })
    const other = await aBuyer([{ ord_no: 'other-1', client_name: mark, ord_stat: 'Foreign' }], {
      name: 'Other Ltd',
    })
    await write(0, [{ ord_no: 'nobody-1', client_name: mark, ord_stat: 'Unclaimed' }])
    const query = search(mark)

    for (const [who, number] of [
      [own, 'own-1'],
      [other, 'other-1'],
      [await aStaffMember(portal, 'account_manager', [own.tenantId]), 'own-1'],
    ] as const) {
      const { body } = await list(who, query)
      expect([numbers(body), body.total, body.counts.all, body.statuses.length]).toEqual([[number], 1, 1, 1])
      expect((await list(who, '?status=unclaimed')).body.total).toBe(0)
    }

    const staff = (await list(await aStaffMember(portal, 'customer_service'), `${query}&sort=tenantName`))
      .body
    expect(staff.items.map((item: Json) => [item.ordNo, item.tenantName])).toEqual([
      ['other-1', 'Other Ltd'],
      ['own-1', 'Own Ltd'],
    ])
    const admin = await anAdministrator(portal)
    const all = (await list(admin, `${query}&sort=tenantName`)).body
    expect(all.items.map((item: Json) => [item.ordNo, item.tenantName])).toEqual([
      ['other-1', 'Other Ltd'],
      ['own-1', 'Own Ltd'],
      ['nobody-1', undefined],
    ])
    expect([all.total, all.counts.all]).toEqual([3, 3])

    expect((await admin.post('/api/v1/session/tenant', { tenantId: own.tenantId })).status).toBe(200)
    const narrowed = (await list(admin, query)).body
    expect([numbers(narrowed), narrowed.total, narrowed.items[0].tenantName]).toEqual([
      ['own-1'],
      1,
      undefined,
    ])
  })

  it('a name that only others have is found as little as one that nobody has', async () => {
    const buyer = await aBuyer([{ ord_no: '1', client_name: 'Own' }])
    const other = await aBuyer([{ ord_no: '2', client_name: 'Zéphyr Secret' }])
    expect((await list(other, search('zephyr'))).body.total).toBe(1)
    const plain = (body: Json) => ({ ...body, asOf: null })
    expect(plain((await list(buyer, search('zephyr'))).body)).toEqual(
      plain((await list(buyer, search('qqqq'))).body),
    )
  })
})
