import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aStaffMember } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDebtor as debtorOf } from '../support/debtor.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const PAYMENTS = '/api/v1/payments'
const RECORD = '/api/v1/admin/payments'
let portal: TestPortal
let billing: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  billing = await aStaffMember(portal, 'finance')
})
afterAll(() => portal?.close())

const aDebtor = async () => {
  const debtor = await debtorOf(portal)
  const asked = (parts: [number, string][], fields: Json = {}) => ({
    ...{ tenantId: debtor.tenantId, wish: randomUUID(), on: '2025-08-15', bankReference: 'Wire 77-01' },
    parts: parts.map(([at, amount]) => ({ invoiceId: debtor.ids[at], amount })),
    ...fields,
  })
  const recorded = (parts: [number, string][], fields: Json = {}, by: Actor = billing) =>
    by.post(RECORD, asked(parts, fields))
  return { ...debtor, asked, recorded }
}
const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.code]

describe('payments that nobody announced', () => {
  it('are refused to visitors, members, other staff, and for what may not be looked into', async () => {
    const { actor, asked, recorded, tenantId, balances } = await aDebtor()
    const stranger = await aDebtor()
    const assigned = await aStaffMember(portal, 'finance', [stranger.tenantId])
    for (const [asker, status, code] of [
      [createClient(portal.url), 401, 'no_session'],
      [actor, 403, 'permission_denied'],
      [await aStaffMember(portal, 'customer_service'), 403, 'permission_denied'],
      [assigned, 422, 'unknown_tenant'],
    ] as const)
      expect(codeOf(await asker.post(RECORD, asked([[0, '10.00']])))).toEqual([status, code])
    // An invoice of another company is none.
    expect(codeOf(await stranger.recorded([[0, '1.00']], { tenantId }))).toEqual([404, 'unknown_invoice'])
    const { reference } = (await recorded([[0, '10.00']])).body
    const back = { reason: 'Wrong client' }
    expect(codeOf(await actor.post(`${RECORD}/${reference}/take-back`, back))).toEqual([
      403,
      'permission_denied',
    ])
    expect(codeOf(await assigned.post(`${RECORD}/${reference}/take-back`, back))).toEqual([404, 'not_found'])
    expect(await balances()).toEqual(['90.00', '100.00', '100.00'])
  })

  it.each([
    ['bankReference', { bankReference: 'a-1' }],
    ['bankReference', { bankReference: undefined }],
    ['on', { on: '2025-02-30' }],
    ['parts', { parts: [] }],
    ['wish', { wish: 'x' }],
    ['on', { on: '2025-09-01' }],
    ['onAccount', { onAccount: '0.00' }],
    ['parts', { kind: 'deposit', onAccount: '5.00' }],
    ['onAccount', { kind: 'deposit', parts: [] }],
    ['onAccount', { kind: 'refund', parts: undefined }],
  ])('say what is wrong with %s', async (path, fields) => {
    const { recorded } = await aDebtor()
    const { status, body } = await recorded([[0, '1.00']], fields)
    expect([status, body.errors[0].path]).toEqual([422, path])
  })

  it('are recorded once, however often it is asked and whoever else sees the transfer', async () => {
    const { actor, asked, recorded, balances } = await aDebtor()
    const wish = asked([
      [0, '100.00'],
      [1, '40.50'],
    ])
    const answers = await Promise.all([1, 2, 3, 4].map(() => billing.post(RECORD, wish)))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({
      ...{ state: 'received', recorded: true, bankReference: 'Wire 77-01', receivedOn: '2025-08-15' },
      ...{ amount: '140.50', card: null },
    })
    expect(await balances()).toEqual(['0.00', '59.50', '100.00'])
    // The same transfer by somebody else, as they write it; several at once.
    const others = await Promise.all(
      [1, 2, 3].map(() => recorded([[2, '1.00']], { bankReference: 'WIRE7701' })),
    )
    for (const other of others) expect(codeOf(other)).toEqual([409, 'payment_recorded'])
    const more = await recorded([[1, '59.51']], { bankReference: 'WIRE 7702' })
    expect(codeOf(more)).toEqual([409, 'pays_too_much'])
    const { items, total } = (await actor.get(PAYMENTS)).body
    expect([total, items.length]).toEqual([1, 1])
    const { payments } = (await actor.get('/api/v1/invoices/I-1')).body
    expect(payments).toMatchObject([{ amount: '40.50', date: '2025-08-15' }])
    expect((await actor.get('/api/v1/finance')).body.receivables.total).toBe('159.50')
  })

  it('are one payment with what upstream sends under the same bank reference, whichever comes first', async () => {
    const { recorded, balances, send, code } = await aDebtor()
    const upstream = (no: string, fields: Json) =>
      send('payments', [{ 'Payment No': no, 'Payment Date': '2025-08-20', 'Client Code': code, ...fields }])
    await recorded([
      [0, '60.00'],
      [1, '40.00'],
    ])
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])
    // Of one part; the other stays as it was recorded.
    await upstream('U-1', { 'Invoice No': 'I-0', Amount: '60.00', Reference: 'wire 7701' })
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])
    // All of it, wherever upstream books it; by its number, too.
    await upstream('WIRE-7701', { 'Invoice No': 'I-2', Amount: '40.00' })
    expect(await balances()).toEqual(['40.00', '100.00', '60.00'])
    for (const no of ['U-1', 'WIRE-7701'])
      await send('payments', [{ 'Payment No': no, 'Client Code': code, _op: 'delete' }])
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])
    // Another transfer, and one of another company, are others.
    await upstream('U-2', { 'Invoice No': 'I-2', Amount: '5.00', Reference: 'wire 77011' })
    expect(await balances()).toEqual(['40.00', '60.00', '95.00'])
    const late = await recorded([[2, '5.00']], { bankReference: 'Wire 77011' })
    expect(codeOf(late)).toEqual([409, 'payment_from_upstream'])
  })

  it('are taken back with a reason, and what was announced is announced again', async () => {
    const { actor, announce, recorded, balances, upstream } = await aDebtor()
    const back = (reference: string) =>
      billing.post(`${RECORD}/${reference}/take-back`, { reason: 'Wrong client' })
    const { reference } = (await recorded([[0, '60.00']])).body
    expect((await back(reference)).body).toMatchObject({ state: 'cancelled', receivedOn: null })
    expect(await balances()).toEqual(['100.00', '100.00', '100.00'])
    expect(codeOf(await back(reference))).toEqual([409, 'payment_not_taken_back'])
    // The transfer is somebody's: it can be recorded again.
    expect((await recorded([[1, '60.00']])).status).toBe(200)

    const announced = (await announce([[0, '30.00']])).body.reference
    expect(codeOf(await back(announced))).toEqual([409, 'payment_not_taken_back'])
    await billing.post(`${RECORD}/${announced}/received`, { on: '2025-08-15' })
    expect((await back(announced)).body.state).toBe('announced')
    expect(await balances()).toEqual(['100.00', '40.00', '100.00'])
    expect((await actor.post(`${PAYMENTS}/${announced}/cancel`, {})).body.state).toBe('cancelled')
    // What upstream says came in is not the staff's to take back.
    const sent = (await announce([[2, '10.00']])).body.reference
    await billing.post(`${RECORD}/${sent}/received`, { on: '2025-08-15' })
    await upstream('U-9', sent, { 'Invoice No': 'I-2', Amount: '10.00' })
    expect(codeOf(await back(sent))).toEqual([409, 'payment_not_taken_back'])
  })

  it('are not of a day to come, announced ones neither', async () => {
    const { announce, recorded, balances } = await aDebtor()
    const { reference } = (await announce([[0, '30.00']])).body
    for (const answer of [
      await recorded([[1, '10.00']], { on: '2025-09-01' }),
      await billing.post(`${RECORD}/${reference}/received`, { on: '2025-09-01' }),
    ]) {
      expect(codeOf(answer)).toEqual([422, 'payment_in_future'])
      expect(answer.body.errors).toEqual([{ path: 'on', message: 'Must not be after August 31, 2025.' }])
    }
    expect(await balances()).toEqual(['100.00', '100.00', '100.00'])
    expect((await recorded([[1, '10.00']], { on: '2025-08-31' })).status).toBe(200)
  })

  it('keep what came in above the invoices as the client’s credit', async () => {
    const { actor, recorded, balances, upstream } = await aDebtor()
    const paid = await recorded([[0, '100.00']], { onAccount: '25.50' })
    expect(paid.body).toMatchObject({ kind: 'payment', amount: '125.50', onAccount: '25.50' })
    expect(await balances()).toEqual(['0.00', '100.00', '100.00'])
    const owed = async () => (await actor.get('/api/v1/finance')).body.receivables
    expect(await owed()).toMatchObject({ total: '174.50', credit: '25.50' })
    // What upstream sends of it takes its place: the part of the invoice, then what stays on account.
    await upstream('U-1', 'x', { 'Invoice No': 'I-0', Amount: '100.00', Reference: 'Wire 77-01' })
    expect(await owed()).toMatchObject({ total: '174.50', credit: '25.50' })
    await upstream('U-2', 'x', { Amount: '25.50', Reference: 'Wire 77-01' })
    expect(await owed()).toMatchObject({ total: '174.50', credit: '25.50' })
    const back = await billing.post(`${RECORD}/${paid.body.reference}/take-back`, { reason: 'x' })
    expect(codeOf(back)).toEqual([409, 'payment_not_taken_back'])
  })

  it('are deposits and refunds too: listed, on the statement, taken back, never more than the credit', async () => {
    const { actor, recorded } = await aDebtor()
    const plain = (kind: string, onAccount: string, fields: Json = {}) =>
      recorded([], { kind, onAccount, bankReference: `Wire ${kind} ${onAccount}`, ...fields })
    const owed = async () => (await actor.get('/api/v1/finance')).body.receivables
    expect(codeOf(await plain('refund', '0.01'))).toEqual([409, 'refunds_too_much'])
    expect(codeOf(await plain('deposit', '5.00', { tenantId: 2_000_000 }))).toEqual([422, 'unknown_tenant'])
    const deposit = await plain('deposit', '80.00')
    expect(deposit.body).toMatchObject({
      ...{
        kind: 'deposit',
        state: 'received',
        currency: 'CAD',
        amount: '80.00',
        onAccount: '80.00',
        parts: [],
      },
    })
    expect(await owed()).toMatchObject({ total: '220.00', credit: '80.00' })
    // In another currency there is none.
    expect(codeOf(await plain('refund', '1.00', { currency: 'USD' }))).toEqual([409, 'refunds_too_much'])
    const wish = { wish: 'one-refund-alone' }
    const refunds = await Promise.all(
      [1, 2, 3, 4].map((at) => plain('refund', '30.00', { bankReference: `Wire refund ${at}` })),
    )
    expect(refunds.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
    const again = await Promise.all([1, 2].map(() => plain('refund', '20.00', wish)))
    expect(new Set(again.map(({ body }) => body.reference)).size).toBe(1)
    expect(await owed()).toMatchObject({ total: '300.00', credit: '0.00' })
    const { items } = (await actor.get(PAYMENTS)).body
    expect(items.map(({ kind }: Json) => kind)).toEqual(['refund', 'refund', 'refund', 'deposit'])
    const statement = String(
      (await actor.get('/api/v1/finance/statement?from=2025-01-01&to=2025-12-31&format=csv')).body,
    )
    expect(statement.match(/,Refund,/g)).toHaveLength(3)
    expect(statement).toMatch(/,Deposit,PAY-/)
    const back = await billing.post(`${RECORD}/${again[0]?.body.reference}/take-back`, { reason: 'x' })
    expect([back.status, back.body.state]).toEqual([200, 'cancelled'])
    expect(await owed()).toMatchObject({ total: '280.00', credit: '20.00' })
  })

  it('are listed page by page, all of them, with what is on its way', async () => {
    const { actor, announce, ids } = await aDebtor()
    const references: string[] = []
    for (const cents of [1, 2, 3, 4, 5])
      references.unshift((await announce([[0, `0.0${cents}`]])).body.reference)
    const first = (await actor.get(`${PAYMENTS}?limit=2`)).body
    expect([first.total, first.sums, first.sent]).toEqual([
      5,
      [{ currency: 'CAD', received: '0.00', announced: '0.15' }],
      [],
    ])
    const [invoice] = (await actor.get('/api/v1/invoices?sort=number')).body.items
    expect([invoice.id, invoice.balance]).toEqual([ids[0], '100.00'])
    expect(invoice.announced.map(({ amount, reference }: Json) => [amount, reference])).toEqual(
      references.toSorted().map((reference) => [`0.0${5 - references.indexOf(reference)}`, reference]),
    )
    const seen = [...first.items]
    let { nextCursor } = first
    while (nextCursor) {
      const page = (await actor.get(`${PAYMENTS}?limit=2&cursor=${nextCursor}`)).body
      expect([page.total, page.sums, page.sent]).toEqual([null, null, null])
      seen.push(...page.items)
      nextCursor = page.nextCursor
    }
    expect(seen.map(({ reference }) => reference)).toEqual(references)
    const foreign = await aDebtor()
    const beyond = await foreign.actor.get(`${PAYMENTS}?limit=2&cursor=${first.nextCursor}`)
    expect([beyond.status, beyond.body.code]).toEqual([422, 'bad_cursor'])
  })
})
