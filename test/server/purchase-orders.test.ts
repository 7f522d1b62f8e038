import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RULES, STATES } from '../../src/features/purchase-orders/domain/transitions.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { order, peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import {
  ACTS,
  accept,
  act,
  COUNTER,
  call,
  create,
  detail,
  draft,
  good,
  PATH,
  undoTimeEnds,
  WAYS,
} from '../support/purchase-orders.ts'

/** As of 2025-08-31 a blend takes six weeks at least. */
const EARLIEST = '2025-10-12'

let portal: TestPortal
let send: Sender
let buyer: Actor
let approver: Actor
let other: Actor
let staff: Actor
let admin: Actor
let one: number
let two: number

const ingest = async (kind: string, rows: object[]) => {
  const answer = await send(kind, rows)
  if (answer.status !== 200 || answer.body.rejected > 0) throw new Error(answer.text)
}
const submitted = async (more: object = {}) => {
  const id = await create(buyer, more)
  await act(buyer, id, { act: 'submit' })
  return id
}
const setLimit = async (approvalLimit: string | null) => {
  const { version: known } = await good(approver.get(`${PATH}/settings`))
  await good(approver.send('PUT', `${PATH}/approval-limit`, { approvalLimit, version: known }))
}

beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  one = await aTenant(portal, { clientCodes: ['A'] })
  two = await aTenant(portal, { clientCodes: ['B'] })
  send = sender(portal.url, await aKey(portal))
  buyer = await aMember(portal, one)
  approver = await aMember(portal, one, 'finance_manager')
  other = await aMember(portal, two)
  staff = await aStaffMember(portal, 'customer_service', [one])
  admin = await anAdministrator(portal)
  await ingest('products', [
    { 'Item No': 'BLEND', Name: 'Blend', Class: 'blend', Unit: 'KG' },
    { 'Item No': 'CAPS', Name: 'Capsules', 'Minimum Quantity': 5, 'Lead Weeks From': 1, Unit: 'UN' },
    { 'Item No': 'THEIRS', Name: 'Theirs' },
  ])
  await ingest('orders', [order('O-1', { 'Client Code': 'A' }), order('O-2', { 'Client Code': 'B' })])
  await ingest('order-lines', [
    { Primary: 'O-1', 'Line No': 1, 'Item No': 'BLEND' },
    { Primary: 'O-1', 'Line No': 2, 'Item No': 'CAPS' },
    { Primary: 'O-2', 'Line No': 1, 'Item No': 'THEIRS' },
  ])
  await ingest('price-list', [
    { 'Client Code': 'A', 'Item No': 'BLEND', 'Unit Price': '12.3456', 'Valid From': '2025-01-01' },
  ])
})
// More is written here in a minute than a person may.
beforeEach(() => portal.owner((tx) => sql`delete from auth.rate_windows`.execute(tx)))
afterAll(() => portal.close())

describe('the rules', () => {
  it('are the same in the database as in the table', async () => {
    const rows = await peek(portal, 'select side, from_state, to_state from portal.purchase_order_moves()')
    const said = (moves: [string, string, string][]) =>
      [...new Set(moves.map((move) => move.join(' ')))].toSorted()
    const moves = RULES.flatMap(({ side, from, to }) =>
      to.filter((state) => state !== from).map((state): [string, string, string] => [side, from, state]),
    )
    expect(said(rows.map((row) => [row.side, row.from_state, row.to_state]))).toEqual(said(moves))
  })

  it('refuse strangers, roles without it, another tenant’s as none, and what cannot be', async () => {
    const viewer = await aMember(portal, one, 'viewer')
    const id = await submitted()
    expect((await createClient(portal.url).get(PATH)).status).toBe(401)
    expect((await viewer.get(PATH)).status).toBe(403)
    expect((await approver.post(PATH, draft())).status).toBe(403)
    expect((await other.get(`${PATH}/${id}`)).body.code).toBe('not_found')
    expect((await other.post(`${PATH}/${id}/act`, { act: 'withdraw', version: 2 })).status).toBe(404)
    expect((await buyer.post(`${PATH}/${id}/answer`, { act: 'accept', version: 2 })).status).toBe(403)
    expect((await buyer.post(`${PATH}/${id}/decision`, { approve: true, version: 2 })).status).toBe(403)
    expect((await buyer.post(PATH, draft({ lines: [{ itemNo: 'BLEND', quantity: 0 }] }))).status).toBe(422)
    expect((await buyer.post(PATH, draft({ tenant: two }))).status).toBe(404)
    expect((await admin.post(PATH, draft())).body.code).toBe('tenant_needed')
    const unknown = await buyer.post(PATH, draft({ lines: [{ itemNo: 'THEIRS', quantity: 1 }] }))
    expect([unknown.body.code, unknown.body.errors]).toEqual([
      'unknown_items',
      [{ path: 'lines.0.itemNo', message: 'Not in the catalogue.' }],
    ])
  })

  const people = () => ({ buyer, staff, approver })
  it.each(STATES)('from %s allow what the table says, and nothing else', async (state) => {
    if (state === 'awaiting_approval') await setLimit('1.00')
    const inState = async () => {
      const id = await create(buyer)
      for (const [whose, step] of WAYS[state]) await act(people()[whose], id, step)
      if (state === 'accepted') await undoTimeEnds(portal)
      expect((await detail(buyer, id)).purchaseOrder.state).toBe(state)
      return id
    }
    // What is refused changes nothing: one stands for all of them.
    const idle = await inState()
    for (const [who, wish] of ACTS) {
      const side = who === 'staff' ? 'staff' : 'client'
      const rule = RULES.find((one) => one.act === wish.act && one.side === side && one.from === state)
      const isAllowed = rule && rule.act !== 'grant' && rule.act !== 'refuse' && rule.open !== 'acceptance'
      const { status, body } = await call(people()[who], isAllowed ? await inState() : idle, wish)
      // A client's draft is not there for staff.
      const refusal =
        state === 'draft' && who === 'staff'
          ? [404, 'not_found']
          : [409, wish.act === 'undo' ? 'po_undo_over' : 'po_not_now']
      // An acceptance takes effect when its undo time is over.
      const goesTo = rule?.to.length === 1 && wish.act !== 'accept' ? rule.to[0] : 'submitted'
      expect([wish.act, status, body.code ?? body.state]).toEqual([
        wish.act,
        ...(isAllowed ? [200, goesTo] : refusal),
      ])
    }
    await setLimit(null)
  })

  it('hold in the database whoever forgets them', async () => {
    const id = await submitted()
    await expect(
      peek(portal, `update portal.purchase_orders set po_no = 'x' where id = ${id} and tenant_id = ${one}`),
    ).rejects.toThrow('is not changed')
    await expect(
      peek(
        portal,
        `delete from portal.purchase_order_lines where purchase_order_id = ${id} and tenant_id = ${one}`,
      ),
    ).rejects.toThrow('are not changed')
  })
})

describe('a draft', () => {
  it('is kept with prices and terms, changed by version alone, and loses nothing when two change it', async () => {
    const id = await create(buyer, {
      lines: [
        { itemNo: 'BLEND', quantity: 100.5 },
        { itemNo: 'CAPS', quantity: 4 },
      ],
    })
    const { purchaseOrder, lines, earliestDate, can } = await detail(buyer, id)
    expect(purchaseOrder).toMatchObject({ status: 'draft', number: null, total: '1240.73', unpricedLines: 1 })
    expect(lines[0]).toMatchObject({
      unitPrice: '12.345600',
      amount: '1240.73',
      minimum: 100,
      leadWeeks: { from: 6, to: 8 },
    })
    expect([earliestDate, can]).toEqual([EARLIEST, ['edit', 'attach', 'submit']])
    const change = (known: object, headers = {}) =>
      buyer.send('PUT', `${PATH}/${id}`, { ...draft({ poNo: 'CHANGED' }), ...known }, { headers })
    expect((await change({})).status).toBe(428)
    expect((await change({ version: 9 })).body.code).toBe('stale_version')
    expect((await change({}, { 'if-match': '"1"' })).body).toEqual({ version: 2 })
    expect((await change({ version: 1 })).status).toBe(412)
    expect((await detail(buyer, id)).purchaseOrder.poNo).toBe('CHANGED')
    expect((await buyer.post(`${PATH}/${id}/discard`, { version: 2 })).status).toBe(200)
    expect((await buyer.get(`${PATH}/${id}`)).status).toBe(404)
  })

  it('is submitted only as it can be made, and it is said why', async () => {
    const why = async (more: object) => {
      const id = await create(buyer, more)
      const { status, body } = await call(buyer, id, { act: 'submit' })
      expect((await detail(buyer, id)).purchaseOrder).toMatchObject({ state: 'draft', number: null })
      return [status, body.code, body.errors?.[0]?.message]
    }
    expect(await why({ lines: [] })).toEqual([422, 'po_empty', undefined])
    expect(await why({ poNo: null })).toEqual([422, 'po_number_needed', 'Required.'])
    expect(await why({ lines: [{ itemNo: 'BLEND', quantity: 99.999 }] })).toEqual([
      422,
      'below_minimum',
      'Must be at least 100 KG.',
    ])
    expect(await why({ requestedDate: '2025-10-11' })).toEqual([
      422,
      'po_too_soon',
      'Must not be before October 12, 2025.',
    ])
    const id = await create(buyer, { requestedDate: EARLIEST })
    expect((await call(buyer, id, { act: 'submit' })).status).toBe(200)
  })

  it('is checked without being kept: faults by line, duplicates, the earliest date, approval', async () => {
    await submitted({ poNo: 'Twice' })
    await setLimit('100.00')
    const body = { poNo: ' TWICE ', requestedDate: '2025-09-01' }
    const lines = [
      { itemNo: 'BLEND', quantity: 5 },
      { itemNo: 'NONE', quantity: 1 },
    ]
    const checked = await good(buyer.post(`${PATH}/check`, { ...body, lines }))
    expect(checked.lines.map(({ fault }: Json) => fault)).toEqual(['below_minimum', 'unknown_item'])
    expect(checked).toMatchObject({
      earliestDate: EARLIEST,
      tooSoon: true,
      needsApproval: true,
      total: '61.73',
    })
    expect(checked.duplicates).toHaveLength(1)
    await setLimit(null)
  })

  it('of staff is marked so, and seen by both; one of a client by the client alone', async () => {
    const ours = await create(buyer)
    expect((await staff.get(`${PATH}/${ours}`)).status).toBe(404)
    const theirs = await create(staff, { tenant: one })
    expect((await detail(buyer, theirs)).purchaseOrder).toMatchObject({ byStaff: true, state: 'draft' })
    expect((await act(staff, theirs, { act: 'submit' })).state).toBe('submitted')
    expect((await staff.post(PATH, draft({ tenant: two }))).status).toBe(404)
  })
})

describe('numbers', () => {
  it('have no gap under fifty submissions at once, also where some are refused', async () => {
    const tenant = await aTenant(portal, { clientCodes: ['N'] })
    const member = await aMember(portal, tenant)
    await ingest('orders', [order('O-N', { 'Client Code': 'N' })])
    await ingest('order-lines', [{ Primary: 'O-N', 'Line No': 1, 'Item No': 'BLEND' }])
    // One after the other: a busy machine turns some of fifty at once away, and it is the submissions that are looked at.
    const ids: number[] = []
    for (let at = 0; at < 55; at++) ids.push(await create(member, at % 11 === 10 ? { poNo: null } : {}))
    const began = performance.now()
    // Turned away by a machine that is busy, nothing was done: it is asked again, as a browser does.
    let asked = 0
    const submit = async (id: number): Promise<Json> => {
      asked++
      const answer = await member.post(`${PATH}/${id}/act`, { act: 'submit', version: 1 })
      return answer.status === 503 && asked < 1000 ? submit(id) : answer
    }
    const answers = await Promise.all(ids.map(submit))
    console.log(
      `purchase orders: ${ids.length} submissions at once in ${Math.round(performance.now() - began)} ms, asked ${asked} times`,
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    const rows = await peek(
      portal,
      `select number from portal.purchase_orders where tenant_id = ${tenant} and number is not null order by 1`,
    )
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  })
})

describe('approval within the tenant', () => {
  it('is asked for above the limit, of who may give it, nobody else’s, and of what is changed later', async () => {
    const refused = await admin.send('PUT', `${PATH}/approval-limit`, { approvalLimit: '1.00', version: 0 })
    expect(refused.status).toBe(403)
    await setLimit('2000.00')
    const below = await create(buyer)
    expect((await act(buyer, below, { act: 'submit' })).state).toBe('submitted')
    const above = await create(buyer, { lines: [{ itemNo: 'BLEND', quantity: 200 }] })
    expect((await act(buyer, above, { act: 'submit' })).state).toBe('awaiting_approval')
    expect((await call(staff, above, { act: 'accept' })).status).toBe(409)
    expect((await call(approver, above, { act: 'decline' })).body.code).toBe('reason_needed')
    expect((await act(approver, above, { act: 'approve' })).state).toBe('submitted')
    const head = await aMember(portal, one, 'tenant_admin')
    const own = await create(head, { lines: [{ itemNo: 'BLEND', quantity: 200 }] })
    expect((await act(head, own, { act: 'submit' })).state).toBe('submitted')
    const more = { quantities: [{ lineNo: 1, quantity: 200 }] }
    await accept(portal, staff, below)
    const change = { act: 'request_change', note: 'x', ...more }
    expect((await call(buyer, below, change)).body.code).toBe('po_over_limit')
    const less = await call(buyer, below, { ...change, quantities: [{ lineNo: 1, quantity: 50 }] })
    expect(less.status).toBe(200)
    const countered = await submitted()
    await act(staff, countered, { act: 'counter', ...more })
    expect((await call(buyer, countered, { act: 'accept_counter' })).body.code).toBe('po_over_limit')
    expect((await call(head, countered, { act: 'accept_counter' })).status).toBe(200)
    await setLimit(null)
  })
})

describe('what the manufacturer answers', () => {
  it('counts only when both agree; the timeline tells each step', async () => {
    const id = await submitted()
    expect((await call(staff, id, { act: 'counter' })).body.code).toBe('po_nothing_proposed')
    expect((await call(staff, id, { ...COUNTER, quantities: [{ lineNo: 7, quantity: 1 }] })).body.code).toBe(
      'po_no_such_line',
    )
    await act(staff, id, COUNTER)
    expect((await detail(buyer, id)).lines[0].quantity).toBe(100)
    await act(buyer, id, { act: 'decline_counter', note: 'too late' })
    await act(staff, id, COUNTER)
    await act(buyer, id, { act: 'accept_counter' })
    const { purchaseOrder, lines, timeline, proposal } = await detail(buyer, id)
    expect(purchaseOrder).toMatchObject({ status: 'approved', requestedDate: '2025-12-01', total: '1851.84' })
    expect([lines[0].quantity, proposal]).toEqual([150, null])
    expect(timeline.map(({ act: done, byStaff }: Json) => [done, byStaff]).toReversed()).toEqual([
      ['draft', false],
      ['submit', false],
      ['counter', true],
      ['decline_counter', false],
      ['counter', true],
      ['accept_counter', false],
    ])
    expect(timeline[0].quantities).toEqual([{ lineNo: 1, old: 100, new: 150 }])
  })

  it('answers a change and a cancellation of what was accepted', async () => {
    const id = await submitted()
    await accept(portal, staff, id)
    await act(buyer, id, { act: 'request_change', note: 'more', quantities: [{ lineNo: 1, quantity: 300 }] })
    expect((await call(buyer, id, { act: 'request_cancel', note: 'no' })).status).toBe(409)
    await act(staff, id, { act: 'grant' })
    expect((await detail(buyer, id)).lines[0].quantity).toBe(300)
    await act(buyer, id, { act: 'request_cancel', note: 'no' })
    await act(staff, id, { act: 'refuse', note: 'it is in production' })
    await act(buyer, id, { act: 'request_cancel', note: 'really' })
    expect((await act(staff, id, { act: 'grant' })).state).toBe('cancelled')
    expect((await detail(buyer, id)).order).toBeNull()
  })

  it('of two at once one is told that the other was first', async () => {
    const id = await submitted()
    const answers = await Promise.all([
      staff.post(`${PATH}/${id}/answer`, { act: 'reject', note: 'no', version: 2 }),
      buyer.post(`${PATH}/${id}/act`, { act: 'withdraw', version: 2 }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })
})

describe('the order that comes of it', () => {
  const accepted = async (poNo: string) => {
    const id = await submitted({ poNo })
    await accept(portal, staff, id)
    return id
  }
  const ordersWith = async (poNo: string): Promise<Json[]> =>
    (await good(buyer.get(`/api/v1/orders?search=${encodeURIComponent(poNo)}`))).items
  const upstream = (primary: string, poNo: string) =>
    ingest('orders', [
      order(primary, { 'Client Code': 'A', 'Ord No': primary, 'PO No': poNo, 'Ord Stat': 'Blend' }),
    ])

  it('is pending without numbers, then upstream’s in its place with its history', async () => {
    const id = await accepted('Place-1')
    const [pending] = await ordersWith('Place-1')
    expect(pending).toMatchObject({ ordNo: null, ordStat: 'Pending', poNo: 'Place-1', amount: '1234.56' })
    expect((await detail(buyer, id)).order).toEqual({ id: pending?.id, state: 'pending', ordNo: null })
    await upstream('U-1', ' place-1')
    const orders = await ordersWith('Place-1')
    expect(orders).toHaveLength(1)
    expect((await detail(buyer, id)).order).toEqual({ id: orders[0]?.id, state: 'linked', ordNo: 'U-1' })
    const { timeline } = await good(buyer.get('/api/v1/orders/U-1'))
    expect(timeline.items.map(({ field, old, new: now }: Json) => [field, old, now])).toEqual(
      expect.arrayContaining([
        ['status', 'Pending', 'Blend'],
        ['created', null, 'Pending'],
      ]),
    )
    expect(timeline.items).toHaveLength(2)
  })

  it('is the one that upstream had entered before', async () => {
    const id = await submitted({ poNo: 'Before' })
    await upstream('U-B', 'Before')
    await accept(portal, staff, id)
    expect((await detail(buyer, id)).order).toMatchObject({ state: 'linked', ordNo: 'U-B' })
    expect(await ordersWith('Before')).toHaveLength(1)
  })

  it('is for staff to choose when there are two, and of another number or client none', async () => {
    const id = await accepted('Double')
    await ingest('orders', [
      order('U-2', { 'Client Code': 'A', 'Ord No': 'U-2', 'PO No': 'Double' }),
      order('U-3', { 'Client Code': 'A', 'Ord No': 'U-3', 'PO No': 'Double' }),
      order('U-4', { 'Client Code': 'B', 'Ord No': 'U-4', 'PO No': 'Double' }),
    ])
    const { order: none, candidates } = await detail(staff, id)
    expect([none.state, candidates.map(({ ordNo }: Json) => ordNo)]).toEqual(['ambiguous', ['U-2', 'U-3']])
    expect((await call(staff, id, { act: 'link', orderId: 1 })).body.code).toBe('po_no_candidate')
    await act(staff, id, { act: 'link', orderId: candidates[1].id })
    expect((await detail(buyer, id)).order).toMatchObject({ state: 'linked', ordNo: 'U-3' })
    expect((await ordersWith('Double')).map(({ ordNo }) => ordNo).toSorted()).toEqual(['U-2', 'U-3'])
  })

  it('is gone with a cancellation', async () => {
    const id = await accepted('Gone')
    await act(buyer, id, { act: 'request_cancel', note: 'no' })
    await act(staff, id, { act: 'grant' })
    expect(await ordersWith('Gone')).toEqual([])
  })
})

describe('the list', () => {
  it('filters, sorts and counts over all of them, and withholds money from who may not see it', async () => {
    const all = await good(buyer.get(`${PATH}?limit=1000`))
    expect(all.total).toBe(all.items.length)
    expect(Object.values(all.counts as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(
      2 * all.total,
    )
    const drafts = await good(buyer.get(`${PATH}?limit=1000&status=draft`))
    expect([drafts.total, drafts.items.every((po: Json) => po.state === 'draft')]).toEqual([
      all.counts.draft,
      true,
    ])
    expect(
      (await good(staff.get(`${PATH}?limit=1000`))).items.some(
        (po: Json) => po.state === 'draft' && !po.byStaff,
      ),
    ).toBe(false)
    expect((await good(other.get(PATH))).total).toBe(0)
    expect((await good(buyer.get(`${PATH}?search=place-1`))).items.map((po: Json) => po.poNo)).toEqual([
      'Place-1',
    ])
    expect((await good(buyer.get(`${PATH}?period=year`))).total).toBe(all.total)
    expect((await good(buyer.get(`${PATH}?to=2025-01-01`))).total).toBe(0)
    for (const sort of ['date', '-number', 'poNo', '-requestedDate', 'total']) {
      const first = await good(buyer.get(`${PATH}?limit=3&sort=${sort}`))
      const next = await good(buyer.get(`${PATH}?limit=1000&sort=${sort}&cursor=${first.nextCursor}`))
      const ids = [...first.items, ...next.items].map((po: Json) => po.id)
      expect([sort, new Set(ids).size]).toEqual([sort, all.total])
    }
    const waiting = await good(staff.get(`${PATH}?limit=1000&waiting=true`))
    expect(
      waiting.items.every((po: Json) => po.state === 'submitted' || po.open || po.state === 'accepted'),
    ).toBe(true)
  })

  it('adds up what was spent per month and counts by status', async () => {
    const { months, statuses, currency, otherCurrencies } = await good(buyer.get(`${PATH}/summary`))
    const [row] = await peek(
      portal,
      `select (sum(total_cents) / 100)::numeric(20, 2)::text as amount, count(*)::int as n from portal.purchase_orders
        where tenant_id = ${one} and state in ('awaiting_approval', 'submitted', 'countered', 'accepted')`,
    )
    // Of one month, unless it has just begun.
    const cents = months.reduce((sum: number, { amount }: Json) => sum + Math.round(100 * amount), 0)
    const count = months.reduce((sum: number, month: Json) => sum + month.count, 0)
    expect([currency, otherCurrencies, cents, count]).toEqual([
      'CAD',
      [],
      Math.round(100 * row.amount),
      row.n,
    ])
    const { counts } = await good(buyer.get(PATH))
    expect(Object.fromEntries(statuses.map(({ status, count }: Json) => [status, count]))).toEqual(
      Object.fromEntries(Object.entries(counts).filter(([status]) => status !== 'all')),
    )
  })

  it('keeps an address book, by version', async () => {
    const book = { addresses: [{ label: 'Dock', address: '1 Dock Street\nQuébec' }] }
    const { version: known } = await good(buyer.get(`${PATH}/settings`))
    expect((await buyer.send('PUT', `${PATH}/addresses`, { ...book, version: known + 1 })).status).toBe(412)
    await good(buyer.send('PUT', `${PATH}/addresses`, { ...book, version: known }))
    expect((await good(staff.get(`${PATH}/settings?tenant=${one}`))).addresses).toEqual(book.addresses)
    expect((await other.get(`${PATH}/settings?tenant=${one}`)).status).toBe(404)
  })
})
