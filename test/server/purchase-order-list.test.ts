import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STATES } from '../../src/features/purchase-orders/domain/transitions.ts'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import {
  accept,
  act,
  call,
  create,
  detail,
  good,
  PATH,
  undoTimeEnds,
  WAYS,
} from '../support/purchase-orders.ts'

let portal: TestPortal
let send: Sender
let buyer: Actor
let blind: Actor
let staff: Actor
let stranger: Actor
let one: number
let two: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
const accepted = async (poNo: string) => {
  const id = await create(buyer, { poNo })
  await act(buyer, id, { act: 'submit' })
  await accept(portal, staff, id)
  return id
}
const ZONE = 'Pacific/Auckland'
const listed = async (actor: Actor, query: string): Promise<string[]> =>
  (await good(actor.get(`${PATH}?limit=1000&sort=poNo${query}`))).items.map(({ poNo }: Json) => poNo)

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  buyer = await aMember(portal, one)
  blind = await aMember(portal, two)
  staff = await aStaffMember(portal, 'customer_service', [one])
  stranger = await aStaffMember(portal, 'customer_service', [two])
  await ingest('products', [{ 'Item No': 'BLEND', Name: 'Blend', Unit: 'KG' }])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' })])
  await ingest('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' }])
})
afterAll(() => portal.close())

describe('an accepted purchase order that several orders may be', () => {
  const both = (poNo: string, ...numbers: string[]) =>
    ingest(
      'orders',
      numbers.map((no) => order(no, { 'Client Code': 'A', 'Ord No': no, 'PO No': poNo })),
    )
  const noticesOf = async (actor: Actor, id: number): Promise<Json[]> =>
    peek(
      portal,
      `select n.kind from portal.notices n where n.user_id = '${actor.userId}' and n.kind = 'po_ambiguous' and n.facts ->> 'id' = '${id}'`,
    )

  it('is told to the staff who look after it, once, stands in the list and in the timeline, and is settled', async () => {
    const id = await accepted('SPLIT')
    expect(await listed(staff, '&order=pending')).toEqual(['SPLIT'])
    await both('SPLIT', 'S-1', 'S-2')
    await both('SPLIT', 'S-3')
    const told = await detail(buyer, id)
    expect(told.purchaseOrder.orderState).toBe('ambiguous')
    expect(told.timeline.filter((event: Json) => event.act === 'ambiguous')).toHaveLength(1)
    expect(await listed(staff, '&order=ambiguous')).toEqual(['SPLIT'])
    expect(await listed(staff, '&order=pending')).toEqual([])
    expect((await good(staff.get(`${PATH}?waiting=true`))).total).toBe(1)
    expect((await staff.get(`${PATH}?order=lost`)).status).toBe(422)
    await expect.poll(() => noticesOf(staff, id), { timeout: 20_000 }).toHaveLength(1)
    expect(await noticesOf(buyer, id)).toEqual([])
    expect(await noticesOf(stranger, id)).toEqual([])
    const { can, candidates } = await detail(staff, id)
    expect(can).toContain('link')
    expect(told.can).not.toContain('link')
    expect((await call(buyer, id, { act: 'link', orderId: candidates[0].id })).status).toBe(403)
    await act(staff, id, { act: 'link', orderId: candidates[0].id })
    expect(await listed(staff, '&order=ambiguous')).toEqual([])
    expect(await listed(staff, '&order=linked')).toEqual(['SPLIT'])
  })

  it('of two with one number each is told; the one without an order waits for its own again', async () => {
    const [first, second] = [await accepted('TWICE'), await accepted('twice')]
    await both('Twice', 'T-1')
    expect((await listed(staff, '&order=ambiguous')).length).toBe(2)
    const { candidates } = await detail(staff, second)
    await act(staff, second, { act: 'link', orderId: candidates[0].id })
    expect((await detail(staff, first)).purchaseOrder.orderState).toBe('pending')
    await both('Twice', 'T-2')
    expect((await detail(staff, first)).order).toMatchObject({ state: 'linked', ordNo: 'T-2' })
  })
})

describe('who did what', () => {
  const named = (detail: Json) =>
    detail.timeline.map(({ act: done, actor }: Json) => [done, actor]).toReversed()

  it('is told of one’s own side to a client, and of both to the staff who look after it', async () => {
    const colleague = await aMember(portal, one)
    const call = (actor: Actor, name: string) =>
      peek(portal, 'update portal.profiles set name = $2 where user_id = $1 returning 1', [
        actor.userId,
        name,
      ])
    await call(buyer, 'Marc Buyer')
    await call(staff, 'Sam Service')
    const id = await accepted('NAMED')
    const by = (service: string | null) => [
      ['draft', 'Marc Buyer'],
      ['submit', 'Marc Buyer'],
      ['accept', service],
    ]
    expect(named(await detail(colleague, id))).toEqual(by(null))
    expect(named(await detail(staff, id))).toEqual(by('Sam Service'))
    for (const nobody of [blind, stranger]) expect((await nobody.get(`${PATH}/${id}`)).status).toBe(404)
  })
})

describe('the time filters', () => {
  const PERIODS = ['today', 'week', 'month', 'quarter', 'year'] as const
  const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const
  /** A draft that began then. */
  const plant = (name: string, at: string) =>
    peek(
      portal,
      `insert into portal.purchase_orders (tenant_id, state, po_no, currency, created_by, created_at)
         values (${two}, 'draft', '${name}', 'CAD', '${blind.userId}', ${at}) returning id`,
    )
  /** From the day that reports take for today. */
  const since = (unit: string) => `date_trunc('${unit}', timestamp '2025-08-31') at time zone '${ZONE}'`

  beforeAll(async () => {
    await peek(
      portal,
      `update portal.profiles set timezone = '${ZONE}' where user_id = '${blind.userId}' returning 1`,
    )
    for (const unit of UNITS) {
      await plant(`${unit} first`, since(unit))
      await plant(`${unit} before`, `${since(unit)} - interval '1 microsecond'`)
    }
    await plant('long ago', `timestamp '2020-05-31 08:30' at time zone '${ZONE}'`)
  })

  it.each(PERIODS)(
    '%s begins on the calendar of the reports where the asker is, at its first moment and not before',
    async (period) => {
      const [start] = await peek(portal, `select ${since(UNITS[PERIODS.indexOf(period)] as string)} as at`)
      const rows = await peek(
        portal,
        `select po_no from portal.purchase_orders where tenant_id = ${two} and created_at >= ${since(UNITS[PERIODS.indexOf(period)] as string)}`,
      )
      const found = await listed(blind, `&period=${period}`)
      expect([start !== undefined, found.toSorted()]).toEqual([true, rows.map((row) => row.po_no).toSorted()])
      const unit = UNITS[PERIODS.indexOf(period)]
      expect(found).toContain(`${unit} first`)
      expect(found).not.toContain(`${unit} before`)
    },
  )

  it('goes by the clock of the asker where reports are of no other day', async () => {
    const other = await startTestPortal()
    try {
      const tenant = await aTenant(other)
      const member = await aMember(other, tenant)
      const now = `date_trunc('day', now() at time zone '${ZONE}') at time zone '${ZONE}'`
      await peek(other, `update portal.profiles set timezone = '${ZONE}' where user_id = $1 returning 1`, [
        member.userId,
      ])
      for (const [name, at] of [
        ['first', now],
        ['before', `${now} - interval '1 microsecond'`],
      ])
        await peek(
          other,
          `insert into portal.purchase_orders (tenant_id, state, po_no, currency, created_by, created_at)
             values ($1, 'draft', '${name}', 'CAD', $2, ${at}) returning id`,
          [tenant, member.userId],
        )
      expect(await listed(member, '&period=today')).toEqual(['first'])
    } finally {
      await other.close()
    }
  })

  it.each([
    ['from=2020-05-31&to=2020-05-31', ['long ago']],
    ['from=2020-06-01&to=2020-06-30', []],
    ['to=2020-05-30', []],
    ['to=2020-05-31', ['long ago']],
  ])('%s counts days of the asker', async (query, found) => {
    expect(await listed(blind, `&${query}`)).toEqual(found)
  })

  it.each(['date', '-date'])(
    'page by page, sorted by %s, follow each other to the microsecond, rows of one moment by their id',
    async (sort) => {
      if (sort === 'date') await plant('twin', since('year'))
      const whole: Json[] = (await good(blind.get(`${PATH}?limit=1000&sort=${sort}`))).items
      const byPage: Json[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Json = await good(
          blind.get(`${PATH}?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`),
        )
        byPage.push(...page.items)
        cursor = page.nextCursor
      }
      const order = sort === 'date' ? 'dated_at, id' : 'dated_at desc, id desc'
      const rows = await peek(
        portal,
        `select po_no from portal.purchase_orders where tenant_id = ${two} order by ${order}`,
      )
      expect(whole.map(({ poNo }) => poNo)).toEqual(rows.map((row) => row.po_no))
      expect(byPage).toEqual(whole)
      for (const forged of ['2025-08-31', '99999999999999999', '-1', 'now'])
        expect(
          (
            await blind.get(
              `${PATH}?sort=${sort}&cursor=${Buffer.from(JSON.stringify([forged, 1])).toString('base64url')}`,
            )
          ).status,
        ).toBe(422)
    },
  )

  it('are those of the export, whose rows are the total and whose days are the asker’s', async () => {
    for (const query of ['', 'period=year', 'status=draft', 'to=2020-12-31', 'status=approved']) {
      const { total } = await good(blind.get(`${PATH}?${query}`))
      const { status, body, headers } = await blind.get(`${PATH}/export?${query}`)
      const rows = String(body)
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n')
      expect([query, status, rows.length - 1]).toEqual([query, 200, total])
      expect(headers.get('content-type')).toContain('text/csv')
    }
    const { body } = await blind.get(`${PATH}/export?to=2020-12-31`)
    const [heading, row] = String(body)
      .replace(/^\uFEFF/, '')
      .split('\r\n')
    expect(heading?.split(/[,;]/).slice(0, 4)).toEqual(['PO No', 'Portal No', 'Date', 'Status'])
    // In UTC it was the day before yet. The asker’s columns have no company, and those of staff do.
    expect(row).toContain('2020-05-31')
    const ofStaff = String((await stranger.get(`${PATH}/export`)).body).replace(/^\uFEFF/, '')
    expect(ofStaff.startsWith('Company')).toBe(true)
  })

  it('leave prices out of the export of who may not see them', async () => {
    await portal.owner((tx) =>
      sql`insert into portal.roles (key, kind, name, permissions)
        select 'no_prices', kind, 'No prices', array_remove(permissions, 'prices.read') from portal.roles where key = 'procurement_manager'`.execute(
        tx,
      ),
    )
    const clerk = await aMember(portal, one, 'no_prices' as never)
    const [heading] = String((await clerk.get(`${PATH}/export`)).body).split('\r\n')
    expect(heading).toContain('PO No')
    expect(heading).not.toContain('Total')
  })
})

describe('the word of a state', () => {
  const WORDS = {
    draft: 'Draft',
    awaiting_approval: 'Pending Approval',
    submitted: 'In review',
    countered: 'Counter-proposal',
    accepted: 'Approved',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  } as const

  it('is one in the filter, the counts, the chart and the file; the source’s statuses stay to ask by', async () => {
    const tenant = await aTenant(portal, { clientCodes: ['W'] })
    const people = {
      buyer: await aMember(portal, tenant),
      approver: await aMember(portal, tenant, 'finance_manager'),
      staff: await aStaffMember(portal, 'customer_service', [tenant]),
    }
    await ingest('orders', [order('W-1', { 'Client Code': 'W' })])
    await ingest('order-lines', [{ Primary: 'W-1', 'Line No': 1, 'Item No': 'BLEND' }])
    for (const state of STATES) {
      if (state === 'awaiting_approval') {
        const wish = { approvalLimit: '0.00', version: 0 }
        await good(people.approver.send('PUT', `${PATH}/approval-limit`, wish))
      }
      const id = await create(people.buyer, { poNo: state })
      for (const [who, step] of WAYS[state]) await act(people[who], id, step)
      if (state === 'awaiting_approval') {
        const wish = { approvalLimit: null, version: 1 }
        await good(people.approver.send('PUT', `${PATH}/approval-limit`, wish))
      }
    }
    await undoTimeEnds(portal)
    const { counts, states } = await good(people.buyer.get(PATH))
    expect(states).toEqual(Object.fromEntries(STATES.map((state) => [state, 1])))
    expect(counts).toEqual({ draft: 1, pending: 3, approved: 1, rejected: 1, cancelled: 1, all: 7 })
    for (const state of STATES) {
      const page = await good(people.buyer.get(`${PATH}?state=${state}`))
      expect([page.total, page.items.map(({ poNo }: Json) => poNo)]).toEqual([1, [state]])
      const [, row] = String((await people.buyer.get(`${PATH}/export?state=${state}`)).body).split('\r\n')
      expect(row?.split(/[,;]/)[3]).toBe(WORDS[state])
    }
    const { states: chart } = await good(people.buyer.get(`${PATH}/summary?status=pending`))
    expect(chart.filter(({ count }: Json) => count > 0).map(({ state }: Json) => state)).toEqual([
      ...['awaiting_approval', 'submitted', 'countered'],
    ])
    expect((await people.buyer.get(`${PATH}?state=lost`)).status).toBe(422)
  })
})
