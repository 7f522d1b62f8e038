import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealCursor } from '../../src/platform/server/endpoint/cursor.ts'
import { type Actor, aMember, anAdministrator, aStaffMember } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order } from '../support/ingest.ts'
import { aHistory } from '../support/order-history.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const at = (day: number) => `2025-08-${String(day).padStart(2, '0')}T10:00:00.000Z`
const open = (who: Pick<Actor, 'get'>, number: string | number) =>
  who.get(`/api/v1/orders/${encodeURIComponent(number)}`)
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]

/** Order 1 of tenant A in four versions, and readers of both tenants. */
async function fourVersions() {
  const history = await aHistory(portal)
  const { version, push, tenants } = history
  const base = { 'Ord No': '10482', 'Montant Total': '1 234,50 $', 'Client Name': 'Boréal' }
  await version({ ...base, 'Ord Stat': 'Not Started', 'Promised Date': '2025-09-01', 'Updated At': at(1) })
  await version({
    ...base,
    'Ord Stat': 'Blend',
    'BL t': 'Pending',
    'Promised Date': '2025-09-01',
    'Updated At': at(2),
  })
  await version({
    ...base,
    'Ord Stat': 'Blend',
    'BL t': 'Done',
    PBL: '✓',
    'Promised Date': '2025-09-06',
    'Updated At': at(3),
  })
  await version({
    ...base,
    'Ord Stat': 'CTS',
    'BL t': 'Done',
    PBL: '✓',
    'Promised Date': '2025-09-10',
    'Updated At': at(4),
  })
  const line = (no: number | string, fields: object) => ({ Primary: 1, 'Line No': no, ...fields })
  await push('order-lines', [
    line(10, { 'Item No': 'C', 'Qty Ordered': 4, Unit: 'KG' }),
    line(2, {
      'Item No': 'B',
      'Item Name': 'Capsules',
      'Qty Ordered': 100,
      'Qty Shipped': 120,
      Unit: 'EA',
      'Unit Price': '1.2500',
    }),
    line(1, { 'Item No': 'A', 'Qty Ordered': 10.5, 'Qty Shipped': 3, Unit: 'EA', Lot: 'L-1' }),
    line(3, { 'Item No': 'D', 'Qty Ordered': null }),
  ])
  const buyer = await aMember(portal, tenants.A as number)
  const stranger = await aMember(portal, tenants.B as number)
  return { ...history, buyer, stranger }
}

describe('refusals', () => {
  it('asks for a session, the right tenant, the module and the permission, in this order', async () => {
    const { tenants, buyer } = await fourVersions()
    const tenantId = tenants.A as number
    for (const path of ['', '/timeline']) {
      const ask = (who: Pick<Actor, 'get'>, tenant: string | number) =>
        who.get(`/api/v1/orders/10482${path}`, { headers: { 'x-portal-tenant': String(tenant) } })
      expect(said(await ask(createClient(portal.url), tenantId))).toEqual([401, 'no_session'])
      expect(said(await ask(buyer, 999_999))).toEqual([409, 'tenant_changed'])
      const setModule = (visible: boolean) =>
        portal.owner((tx) =>
          sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenantId}, 'orders', ${visible})
            on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
        )
      await setModule(false)
      expect(said(await ask(buyer, tenantId))).toEqual([403, 'module_hidden'])
      await setModule(true)
      expect(said(await ask(await aMember(portal, tenantId, 'sales_analyst'), tenantId))).toEqual([
        403,
        'permission_denied',
      ])
      expect((await ask(buyer, tenantId)).status).toBe(200)
    }
  })

  it('says of an order of another tenant what it says of none', async () => {
    const { buyer, stranger } = await fourVersions()
    const { id } = (await open(buyer, '10482')).body.order
    for (const path of ['', '/timeline']) {
      const ask = async (number: string) => {
        const { status, body } = await stranger.get(`/api/v1/orders/${encodeURIComponent(number)}${path}`)
        const { instance: _, traceId: __, ...rest } = body
        return { status, rest }
      }
      const none = await ask('id:900000001')
      expect(none).toMatchObject({ status: 404, rest: { code: 'not_found' } })
      for (const number of [`id:${id}`, '10482', 'nothing', 'id:9007199254740993', 'id:0', 'id:-1', 'id:x'])
        expect(await ask(number)).toEqual(none)
    }
  })

  it.each([
    ['limit=0', 422, 'validation'],
    ['limit=1001', 422, 'validation'],
    ['cursor=x', 422, 'bad_cursor'],
    [`cursor=${sealCursor(['x'])}`, 422, 'bad_cursor'],
  ])('answers a timeline with %s: %s %s', async (query, status, code) => {
    const { buyer } = await fourVersions()
    expect(said(await buyer.get(`/api/v1/orders/10482/timeline?${query}`))).toEqual([status, code])
    expect(said(await open(buyer, 'x'.repeat(201)))).toEqual([422, 'validation'])
  })

  it('offers the ids of those that bear the same number, and only of those that one sees', async () => {
    const { push, tenants } = await aHistory(portal)
    await push(
      'orders',
      [
        ['A', 1],
        ['A', 2],
        ['B', 3],
        [null, 4],
      ].map(([code, n]) => order(n as number, { 'Ord No': 'twin', 'Client Code': code })),
    )
    const buyer = await aMember(portal, tenants.A as number)
    const answer = await open(buyer, 'twin')
    expect(said(answer)).toEqual([409, 'ambiguous'])
    expect(answer.body.ids).toHaveLength(2)
    const found = await Promise.all(answer.body.ids.map((id: number) => open(buyer, `id:${id}`)))
    expect(found.map(({ body }) => body.order.primary).toSorted()).toEqual(['1', '2'])
    expect((await open(await aMember(portal, tenants.B as number), 'twin')).body.order.primary).toBe('3')
    const admin = await anAdministrator(portal)
    const all = (await open(admin, 'twin')).body.ids
    expect(all).toHaveLength(4)
    const opened = await Promise.all(all.map((id: number) => open(admin, `id:${id}`)))
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

describe('an order', () => {
  it('shows its fields, stages, recorded history and lines', async () => {
    const { buyer } = await fourVersions()
    const { status, body, headers } = await open(buyer, '10482')
    expect(status).toBe(200)
    expect(body.order).toMatchObject({
      primary: '1',
      ordNo: '10482',
      ordStat: 'CTS',
      amount: '1234.50',
      currency: 'CAD',
    })
    expect(body.stages).toEqual([
      { stage: 'blending', progress: 'Done', done: '✓', changedAt: at(3) },
      { stage: 'encapsulation', progress: null, done: null, changedAt: null },
      { stage: 'packaging', progress: null, done: null, changedAt: null },
    ])
    expect(body.timeline.items.map((e: Json) => [e.field, e.old, e.new, e.at])).toEqual([
      ['promisedDate', '2025-09-06', '2025-09-10', at(4)],
      ['status', 'Blend', 'CTS', at(4)],
      ['promisedDate', '2025-09-01', '2025-09-06', at(3)],
      ['pbl', null, '✓', at(3)],
      ['blT', 'Pending', 'Done', at(3)],
      ['blT', null, 'Pending', at(2)],
      ['status', 'Not Started', 'Blend', at(2)],
      ['created', null, 'Not Started', at(1)],
    ])
    expect([body.timeline.total, body.timeline.nextCursor]).toEqual([8, null])
    expect(body.promised).toEqual({
      first: '2025-09-01',
      current: '2025-09-10',
      moves: 2,
      days: 9,
      changes: [
        { old: '2025-09-01', new: '2025-09-06', at: at(3) },
        { old: '2025-09-06', new: '2025-09-10', at: at(4) },
      ],
    })
    expect(body.lines.map((l: Json) => [l.lineNo, l.ordered, l.shipped, l.open, l.unit])).toEqual([
      ['1', 10.5, 3, 7.5, 'EA'],
      ['2', 100, 120, 0, 'EA'],
      ['3', null, null, null, null],
      ['10', 4, null, 4, 'KG'],
    ])
    expect(body.lines[1]).toMatchObject({ itemNo: 'B', itemName: 'Capsules', unitPrice: '1.25', lot: null })
    expect(body.lineTotals).toEqual([
      { unit: 'EA', ordered: 110.5, shipped: 123, open: 7.5 },
      { unit: 'KG', ordered: 4, shipped: 0, open: 4 },
      { unit: null, ordered: 0, shipped: 0, open: 0 },
    ])
    expect([body.lineCount, body.can]).toEqual([4, {}])
    expect(Date.parse(body.asOf)).toBeGreaterThan(Date.parse('2025-01-01'))
    const again = await buyer.get('/api/v1/orders/10482', {
      headers: { 'if-none-match': headers.get('etag') as string },
    })
    expect(again.status).toBe(304)
  })

  it('is found by its id, by whoever sees it, and without lines or number too', async () => {
    const { push, tenants, source } = await aHistory(portal)
    await push('orders', [
      order('bare', { 'Client Code': 'A' }),
      order('nobody', { 'Ord No': `of ${source}` }),
    ])
    const buyer = await aMember(portal, tenants.A as number)
    const [item] = (await buyer.get('/api/v1/orders')).body.items
    const staff = await aStaffMember(portal, 'quality', [tenants.B as number, tenants.A as number])
    for (const who of [buyer, staff, await anAdministrator(portal)]) {
      const { body } = await open(who, `id:${item.id}`)
      expect([body.order.id, body.lines, body.lineTotals, body.lineCount]).toEqual([item.id, [], [], 0])
      expect(body.order.tenantName === undefined).toBe(who === buyer)
      expect(body.promised).toEqual({ first: null, current: null, moves: 0, days: null, changes: [] })
    }
    expect((await open(staff, `of ${source}`)).status).toBe(404)
    const seen = await open(await anAdministrator(portal), `of ${source}`)
    expect([seen.body.order.primary, seen.body.timeline.total]).toEqual(['nobody', 1])
  })

  it('has a timeline that is paged', async () => {
    const { version, tenants } = await aHistory(portal)
    for (let n = 0; n < 60; n++)
      await version({
        'Ord No': 'long',
        'Ord Stat': `S${n}`,
        'Updated At': at(1 + (n % 2 ? 1 : 0) + Math.floor(n / 3)),
      }).catch(() => {})
    const buyer = await aMember(portal, tenants.A as number)
    const { body } = await open(buyer, 'long')
    expect(body.timeline.items).toHaveLength(Math.min(50, body.timeline.total))
    const walked: number[] = []
    let cursor = ''
    do {
      const page = (await buyer.get(`/api/v1/orders/long/timeline?limit=7${cursor && `&cursor=${cursor}`}`))
        .body
      walked.push(...page.items.map(({ id }: Json) => id))
      expect(page.total === null).toBe(cursor !== '')
      cursor = page.nextCursor ?? ''
    } while (cursor)
    expect(walked).toHaveLength(body.timeline.total)
    expect(walked).toEqual([...new Set(walked)].toSorted((a, b) => b - a))
  })
})
