import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import {
  accept,
  act,
  COUNTER,
  call,
  create,
  detail,
  good,
  PATH,
  PROMISED,
  undoTimeEnds,
} from '../support/purchase-orders.ts'

let portal: TestPortal
let send: Sender
let key: string
let buyer: Actor
let staff: Actor
let colleague: Actor
let one: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
const submitted = async (more: object = {}) => {
  const id = await create(buyer, more)
  await act(buyer, id, { act: 'submit' })
  return id
}
/** Of an answer of eleven minutes ago. */
const later = () =>
  peek(
    portal,
    `update portal.purchase_orders set answered_at = answered_at - interval '11 minutes' where acceptance is null and answered_at is not null`,
  )
const inFeed = async (id: number): Promise<Json> => {
  const feed = await createClient(portal.url).get('/api/v1/feed/purchase-orders?limit=1000', {
    headers: { authorization: `Bearer ${key}` },
  })
  return feed.body.items.find((item: Json) => item.id === id)
}
const ordersWith = async (actor: Actor, poNo: string): Promise<Json[]> =>
  (await good(actor.get(`/api/v1/orders?search=${encodeURIComponent(poNo)}`))).items
const kindsFor = async (actor: Actor, id: number): Promise<string[]> => {
  const rows = await peek(
    portal,
    `select kind from portal.notices where user_id = '${actor.userId}' and subject = 'purchase_orders' and facts ->> 'id' = '${id}' order by id`,
  )
  return rows.map(({ kind }) => kind)
}
const why = async (actor: Actor, id: number, wish: Parameters<typeof call>[2]) => {
  const { status, body } = await call(actor, id, wish)
  return [status, body.code]
}
const actsIn = ({ timeline }: Json) => timeline.map((event: Json) => event.act).toReversed()

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  send = sender(portal.url, await aKey(portal))
  key = await aKey(portal, { scope: 'collect' })
  buyer = await aMember(portal, one)
  staff = await aStaffMember(portal, 'customer_service', [one])
  colleague = await aStaffMember(portal, 'customer_service', [one])
  await ingest('products', [{ 'Item No': 'BLEND', Name: 'Blend', Unit: 'KG' }])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' })])
  await ingest('order-lines', [{ Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' }])
  await ingest('price-list', [
    { 'Client Code': 'A', 'Item No': 'BLEND', 'Unit Price': '12.50', 'Valid From': '2025-01-01' },
  ])
})
beforeEach(() => portal.owner((tx) => sql`delete from auth.rate_windows`.execute(tx)))
afterAll(() => portal.close())

describe('a promised date', () => {
  it.each([
    [undefined, 'po_promise_needed', 'Required.'],
    ['2025-08-30', 'po_promise_impossible', 'Must not be before August 31, 2025.'],
    ['2030-09-01', 'po_promise_impossible', 'Must not be after August 31, 2030.'],
    ['2025-02-30', 'validation', expect.anything()],
  ])('%s is refused at its field', async (promisedDate, code, message) => {
    const id = await submitted()
    const { status, body } = await call(staff, id, { act: 'accept', promisedDate })
    expect([status, body.code, body.errors]).toEqual([422, code, [{ path: 'promisedDate', message }]])
  })

  it('goes with the acceptance to the client, the order, the file and upstream, and into the order’s history', async () => {
    const id = await submitted({ poNo: 'PROMISE' })
    await accept(portal, staff, id)
    const told = await detail(buyer, id)
    expect(told.purchaseOrder.promisedDate).toBe(PROMISED)
    expect(told.timeline[0]).toMatchObject({ act: 'accept', promisedDate: PROMISED })
    expect((await ordersWith(buyer, 'PROMISE'))[0]).toMatchObject({ promisedDate: PROMISED })
    expect((await buyer.get(`${PATH}/export?search=PROMISE`)).body).toContain(PROMISED)
    expect((await inFeed(id)).promisedDate).toBe(PROMISED)
    await ingest('orders', [
      order('U-1', {
        'Client Code': 'A',
        'Ord No': 'U-1',
        'PO No': 'promise',
        'Promised Date': '2026-01-09',
      }),
    ])
    const { timeline } = await good(buyer.get('/api/v1/orders/U-1'))
    expect(timeline.items.map(({ field, old, new: now }: Json) => [field, old, now])).toContainEqual([
      ...['promisedDate', PROMISED, '2026-01-09'],
    ])
  })

  it('stands on upstream’s order until upstream names a day, and is no news; the history has each day that it names', async () => {
    const id = await submitted({ poNo: 'STANDS' })
    await accept(portal, staff, id)
    const version = (fields: Json = {}) =>
      ingest('orders', [order('U-2', { 'Client Code': 'A', 'Ord No': 'U-2', 'PO No': 'STANDS', ...fields })])
    const promised = async () => (await good(buyer.get('/api/v1/orders/U-2'))).promised
    const waiting = async () =>
      (
        await peek(
          portal,
          `select count(*)::int as n from portal.notice_queue where kind = 'order_promised' and tenant_id = $1`,
          [one],
        )
      )[0].n
    const before = await waiting()
    await version()
    expect((await ordersWith(buyer, 'STANDS'))[0]).toMatchObject({ promisedDate: PROMISED })
    expect(await promised()).toMatchObject({ first: PROMISED, current: PROMISED, moves: 0 })
    await version({ 'Ord Stat': 'Blend' })
    expect(await promised()).toMatchObject({ first: PROMISED, current: PROMISED, moves: 0 })
    expect(await waiting()).toBe(before)
    await version({ 'Ord Stat': 'Blend', 'Promised Date': '2026-01-09' })
    expect(await promised()).toMatchObject({ first: PROMISED, current: '2026-01-09', moves: 1 })
    await version({ 'Ord Stat': 'CTS' })
    expect(await promised()).toMatchObject({ current: PROMISED, moves: 2 })
  })

  it('is that of the proposal which both sides agree to', async () => {
    const id = await submitted()
    await act(staff, id, COUNTER)
    await act(buyer, id, { act: 'accept_counter' })
    expect((await detail(buyer, id)).purchaseOrder.promisedDate).toBe(COUNTER.requestedDate)
  })
})

describe('an acceptance', () => {
  it('is the staff’s alone until its undo time is over, then everybody’s', async () => {
    const id = await submitted({ poNo: 'HELD' })
    const before = await detail(buyer, id)
    await act(staff, id, { act: 'accept', note: 'welcome' })
    expect(await detail(buyer, id)).toEqual(before)
    const rows = await good(buyer.get(`${PATH}?search=HELD`))
    expect([rows.items[0].state, rows.counts.approved, rows.items[0].takesEffectAt]).toEqual([
      'submitted',
      0,
      null,
    ])
    expect([await inFeed(id), await ordersWith(buyer, 'HELD'), await ordersWith(staff, 'HELD')]).toEqual([
      ...[undefined, [], []],
    ])
    const mine = await detail(staff, id)
    expect(mine.purchaseOrder).toMatchObject({ state: 'submitted', promisedDate: PROMISED })
    expect(mine.purchaseOrder.takesEffectAt).toBe(mine.undoUntil)
    expect(new Date(mine.undoUntil).getTime() - Date.now()).toBeGreaterThan(0)
    expect(mine.can.filter((one: string) => !['attach'].includes(one))).toEqual(['undo'])
    expect(mine.timeline[0]).toMatchObject({ act: 'accept', staffOnly: true, note: 'welcome' })
    const waiting = await good(staff.get(`${PATH}?waiting=true&search=HELD`))
    expect(waiting.total).toBe(0)

    await undoTimeEnds(portal)
    const after = await detail(buyer, id)
    expect([after.purchaseOrder.state, actsIn(after)]).toEqual(['accepted', ['draft', 'submit', 'accept']])
    expect((await inFeed(id)).poNo).toBe('HELD')
    expect(await ordersWith(buyer, 'HELD')).toHaveLength(1)
    await expect.poll(() => kindsFor(buyer, id), { timeout: 20_000 }).toEqual(['po_promised'])
    expect(await why(staff, id, { act: 'undo' })).toEqual([409, 'po_undo_over'])
  })

  it('is undone by who gave it, and nobody else', async () => {
    const id = await submitted()
    const before = await detail(buyer, id)
    await act(staff, id, { act: 'accept' })
    expect((await detail(colleague, id)).can).not.toContain('undo')
    for (const wish of [{ act: 'undo' }, { act: 'reject', note: 'no' }, COUNTER, { act: 'accept' }])
      expect((await why(colleague, id, wish))[0]).toBe(409)
    expect((await call(buyer, id, { act: 'undo' })).status).toBe(403)
    await act(staff, id, { act: 'undo' })
    await undoTimeEnds(portal)
    expect(await detail(buyer, id)).toEqual(before)
    expect(actsIn(await detail(colleague, id))).toEqual(['draft', 'submit', 'accept', 'undo'])
    expect(await inFeed(id)).toBeUndefined()
    await act(colleague, id, { act: 'reject', note: 'no' })
  })

  it('is void where the client withdraws meanwhile, who does not know of it', async () => {
    const id = await submitted()
    const { version } = await detail(buyer, id)
    await act(staff, id, { act: 'accept' })
    expect((await buyer.post(`${PATH}/${id}/act`, { act: 'withdraw', version })).body.state).toBe('cancelled')
    await undoTimeEnds(portal)
    expect((await detail(staff, id)).purchaseOrder).toMatchObject({ state: 'cancelled', takesEffectAt: null })
    expect(await inFeed(id)).toBeUndefined()
  })

  it('is no member’s to write, whoever forgets it', async () => {
    const id = await submitted()
    const events = await peek(
      portal,
      `select polqual is not null as guarded, pg_get_expr(polqual, polrelid) as rule from pg_policy
        where polrelid = 'portal.purchase_order_events'::regclass and polname = 'member'`,
    )
    expect(events[0].rule).toContain('staff_only')
    await expect(
      peek(
        portal,
        `update portal.purchase_orders set acceptance = '{}', state = 'rejected' where id = ${id}`,
      ),
    ).rejects.toThrow('purchase_orders_acceptance')
  })
})

describe('a rejection', () => {
  it('is undone within its time by who gave it; both sides hear of it', async () => {
    const id = await submitted()
    await act(staff, id, { act: 'reject', note: 'by mistake' })
    expect((await detail(buyer, id)).purchaseOrder.state).toBe('rejected')
    expect(await why(colleague, id, { act: 'undo' })).toEqual([409, 'po_undo_over'])
    await act(staff, id, { act: 'undo' })
    const now = await detail(buyer, id)
    expect([now.purchaseOrder.state, actsIn(now)]).toEqual([
      'submitted',
      ['draft', 'submit', 'reject', 'undo'],
    ])
    await expect
      .poll(() => kindsFor(buyer, id), { timeout: 20_000 })
      .toEqual(['po_rejected', 'po_rejection_undone'])
    expect(await kindsFor(colleague, id)).toEqual(['po_submitted', 'po_rejection_undone'])
    await act(staff, id, { act: 'reject', note: 'meant' })
    await later()
    expect((await detail(staff, id)).can).not.toContain('undo')
    expect(await why(staff, id, { act: 'undo' })).toEqual([409, 'po_undo_over'])
  })
})

describe('a counter-proposal', () => {
  it('says what each line and all of it would come to, beside what it is', async () => {
    const id = await submitted()
    await act(staff, id, COUNTER)
    const { purchaseOrder, proposal } = await detail(buyer, id)
    expect([purchaseOrder.total, proposal.total, proposal.unpricedLines]).toEqual(['1250.00', '1875.00', 0])
    expect(proposal.lines).toEqual([
      { lineNo: 1, quantity: 150, unitPrice: '12.500000', pricePer: 1, amount: '1875.00' },
    ])
  })

  it('is corrected and withdrawn by its author while nobody has answered; the history keeps each', async () => {
    const id = await submitted()
    await act(staff, id, COUNTER)
    await later()
    expect((await detail(colleague, id)).can).not.toContain('withdraw_counter')
    for (const wish of [{ act: 'withdraw_counter' }, COUNTER])
      expect(await why(colleague, id, wish)).toEqual([409, 'po_not_now'])
    await act(staff, id, { ...COUNTER, quantities: [{ lineNo: 1, quantity: 120 }] })
    const corrected = await detail(buyer, id)
    expect(corrected.proposal).toMatchObject({ total: '1500.00', quantities: [{ lineNo: 1, quantity: 120 }] })
    await act(staff, id, { act: 'withdraw_counter', note: 'we can as you asked' })
    const now = await detail(buyer, id)
    expect([now.purchaseOrder.state, now.proposal, now.lines[0].quantity]).toEqual(['submitted', null, 100])
    expect(actsIn(now)).toEqual(['draft', 'submit', 'counter', 'counter', 'withdraw_counter'])
    expect(now.timeline.flatMap(({ quantities }: Json) => quantities.map((one: Json) => one.new))).toEqual([
      120, 150,
    ])
    const told = ['po_countered', 'po_counter_corrected', 'po_counter_withdrawn']
    await expect.poll(() => kindsFor(buyer, id), { timeout: 20_000 }).toEqual(told)
    expect(await kindsFor(colleague, id)).toEqual(['po_submitted', ...told.slice(1)])
    await act(staff, id, COUNTER)
    await act(buyer, id, { act: 'decline_counter', note: 'too late' })
    expect(await why(staff, id, { act: 'withdraw_counter' })).toEqual([409, 'po_not_now'])
  })
})

describe('an order being entered', () => {
  const pages = async (actor: Actor, query: string): Promise<Json[]> => {
    const found: Json[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = await good(
        actor.get(`/api/v1/orders?limit=2${query}${cursor && `&cursor=${cursor}`}`),
      )
      found.push(...page.items)
      cursor = page.nextCursor
    }
    return found
  }

  it('stands on top of the list in every order and page, and gives way when upstream’s comes', async () => {
    const tenant = await aTenant(portal, { clientCodes: ['T'] })
    const member = await aMember(portal, tenant)
    const own = (no: string, more: object = {}) =>
      order(no, { 'Client Code': 'T', 'Ord No': no, 'PO No': null, 'Ord Stat': 'Blend', ...more })
    await ingest(
      'orders',
      ['T-1', 'T-2', 'T-3'].map((no) => own(no)),
    )
    await ingest('order-lines', [{ Primary: 'T-1', 'Line No': 1, 'Item No': 'BLEND' }])
    const looks = await aStaffMember(portal, 'customer_service', [tenant])
    for (const poNo of ['E-1', 'E-2', 'E-3']) {
      const id = await create(member, { poNo })
      await act(member, id, { act: 'submit' })
      await act(looks, id, { act: 'accept' })
    }
    await undoTimeEnds(portal)
    for (const actor of [member, looks])
      for (const sort of ['-ordNo', 'ordNo', 'amount', '-promisedDate', 'poNo']) {
        const rows = await pages(actor, `&sort=${sort}`)
        expect([sort, rows.map(({ entering }) => entering)]).toEqual([
          ...[sort, [true, true, true, false, false, false]],
        ])
        expect(new Set(rows.map(({ id }) => id)).size).toBe(6)
      }
    expect((await pages(member, '&sort=-poNo')).slice(0, 3).map(({ poNo }) => poNo)).toEqual([
      'E-3',
      'E-2',
      'E-1',
    ])
    expect((await member.get('/api/v1/orders?cursor=e.x')).status).toBe(422)
    await ingest('orders', [own('T-4', { 'PO No': 'e - 2' })])
    const rows = await pages(member, '')
    expect(
      rows
        .filter(({ entering }) => entering)
        .map(({ poNo }) => poNo)
        .toSorted(),
    ).toEqual(['E-1', 'E-3'])
    expect(rows.map(({ ordNo }) => ordNo).filter(Boolean)).toEqual(['T-4', 'T-3', 'T-2', 'T-1'])
    expect((await good(member.get('/api/v1/orders'))).total).toBe(6)
  })
})
