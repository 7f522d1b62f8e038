import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDebtor as debtorOf } from '../support/debtor.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { takePaper } from '../support/read-paper.ts'

const PAYMENTS = '/api/v1/payments'
let portal: TestPortal
let billing: Actor
let admin: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  billing = await aStaffMember(portal, 'finance')
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const aDebtor = (totals?: string[]) => debtorOf(portal, totals)
const receive = (reference: string, by: Actor = billing) =>
  by.post(`/api/v1/admin/payments/${reference}/received`, { on: '2025-08-15' })

describe('payments that are announced here', () => {
  it('are refused to visitors, to who may not pay, to staff, and of another company as if there were none', async () => {
    const { actor, tenantId, announce, ids } = await aDebtor()
    const { reference } = (await announce([[0, '10.00']])).body
    const wish = { wish: randomUUID(), parts: [{ invoiceId: ids[0], amount: '1.00' }] }
    expect((await createClient(portal.url).post(PAYMENTS, wish)).status).toBe(401)
    for (const other of [await aMember(portal, tenantId, 'viewer'), billing, admin])
      expect((await other.post(PAYMENTS, wish)).body.code).toBe('permission_denied')
    expect((await receive(reference, actor)).body.code).toBe('permission_denied')
    const stranger = await aDebtor()
    expect((await stranger.actor.post(PAYMENTS, wish)).body.code).toBe('unknown_invoice')
    for (const path of [`${reference}/cancel`, 'PAY-0000000000/cancel'])
      expect((await stranger.actor.post(`${PAYMENTS}/${path}`, {})).status).toBe(404)
    expect((await stranger.actor.get(`${PAYMENTS}/${reference}/pdf`)).status).toBe(404)
    expect(
      (await receive(reference, await aStaffMember(portal, 'finance', [stranger.tenantId]))).status,
    ).toBe(404)
    expect((await stranger.actor.get(PAYMENTS)).body.items).toEqual([])
  })

  it.each([
    ['parts', { parts: [] }],
    ['parts.0.amount', { parts: [{ invoiceId: 1, amount: '0.00' }] }],
    ['parts.0.amount', { parts: [{ invoiceId: 1, amount: '-1.00' }] }],
    ['parts.0.amount', { parts: [{ invoiceId: 1, amount: '1.005' }] }],
    ['parts', { parts: [1, 1].map((invoiceId) => ({ invoiceId, amount: '1.00' })) }],
    ['wish', { wish: 'x' }],
  ])('say what is wrong with %s', async (path, fields) => {
    const { actor, ids } = await aDebtor()
    const wish = { wish: randomUUID(), parts: [{ invoiceId: ids[0], amount: '1.00' }], ...fields }
    const { status, body } = await actor.post(PAYMENTS, wish)
    expect([status, body.errors[0].path]).toEqual([422, path])
  })

  it('pay several invoices, one in part, and are recorded once staff see them', async () => {
    const { actor, announce, balances, tenantId } = await aDebtor()
    const { status, body } = await announce([
      [0, '100.00'],
      [1, '100.00'],
      [2, '40.50'],
    ])
    expect([status, body.state, body.amount, body.parts[2]]).toMatchObject([
      200,
      'announced',
      '240.50',
      { invoice: 'I-2', amount: '40.50' },
    ])
    // Announced is not paid; and what is announced is not announced twice.
    expect(await balances()).toEqual(['100.00', '100.00', '100.00'])
    const more = await announce([[2, '59.51']])
    expect([more.status, more.body.code]).toEqual([409, 'pays_too_much'])
    expect(more.body.detail).toContain('59.50 of invoice I-2 is open')
    const seen = await receive(body.reference)
    expect([seen.status, seen.body.state, seen.body.receivedOn]).toEqual([200, 'received', '2025-08-15'])
    expect(await balances()).toEqual(['0.00', '0.00', '59.50'])
    for (const again of [
      await receive(body.reference),
      await actor.post(`${PAYMENTS}/${body.reference}/cancel`, {}),
    ])
      expect([again.status, again.body.code]).toEqual([409, 'payment_is_settled'])
    const { payments } = (await actor.get('/api/v1/invoices/I-2')).body
    expect(payments).toMatchObject([{ number: body.reference, amount: '40.50', date: '2025-08-15' }])
    const { receivables } = (await actor.get('/api/v1/finance')).body
    expect(receivables.total).toBe('59.50')
    const events = await peek(
      portal,
      `select topic, permission from portal.outbox where tenant_id = $1 and topic like 'payment.%' order by id`,
      [tenantId],
    )
    expect(events.map(({ topic }) => topic)).toEqual(['payment.announced', 'payment.received'])
  })

  it('are one payment with what upstream sends of them, whichever came first', async () => {
    const { announce, balances, upstream, send, code } = await aDebtor()
    const { reference } = (
      await announce([
        [0, '60.00'],
        [1, '40.00'],
      ])
    ).body
    await receive(reference)
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])
    // Of one part: the other stays as it was recorded here.
    await upstream('R-1', reference, { 'Invoice No': 'I-0', Amount: '60.00' })
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])
    // All of it, on account: upstream knows better where it goes.
    await send('payments', [{ 'Payment No': 'R-1', 'Client Code': code, _op: 'delete' }])
    await upstream('R-2', reference, { Amount: '100.00' })
    expect(await balances()).toEqual(['100.00', '100.00', '100.00'])
    await send('payments', [{ 'Payment No': 'R-2', 'Client Code': code, _op: 'delete' }])
    expect(await balances()).toEqual(['40.00', '60.00', '100.00'])

    const second = (await announce([[2, '100.00']])).body
    await upstream('R-3', second.reference, { 'Invoice No': 'I-2', Amount: '100.00' })
    expect(await balances()).toEqual(['40.00', '60.00', '0.00'])
    expect((await receive(second.reference)).body.code).toBe('payment_is_settled')
  })

  it('are recorded once however often anything fires, in any order', async () => {
    const act = fc.constantFrom('receive', 'send', 'sendOther', 'take', 'takeOther', 'cancel', 'again')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 9 }), async (acts) => {
        const { actor, announce, balances, upstream, send, code } = await aDebtor(['100.00', '100.00'])
        const wish = randomUUID()
        const { reference } = (
          await announce(
            [
              [0, '70.00'],
              [1, '30.00'],
            ],
            wish,
          )
        ).body
        let [received, cancelled, first, other] = [false, false, false, false]
        for (const one of acts) {
          if (one === 'receive') {
            const settled = received || (first && other)
            expect((await receive(reference)).status).toBe(settled ? 409 : 200)
            if (!settled) [received, cancelled] = [true, false]
          } else if (one === 'cancel') {
            const settled = received || cancelled || (first && other)
            expect((await actor.post(`${PAYMENTS}/${reference}/cancel`, {})).status).toBe(settled ? 409 : 200)
            if (!settled) cancelled = true
          } else if (one === 'again')
            expect(
              (
                await announce(
                  [
                    [0, '70.00'],
                    [1, '30.00'],
                  ],
                  wish,
                )
              ).body.reference,
            ).toBe(reference)
          else if (one === 'send') {
            await upstream('R-1', reference, { 'Invoice No': 'I-0', Amount: '70.00' })
            first = true
          } else if (one === 'sendOther') {
            await upstream('R-2', reference, { 'Invoice No': 'I-1', Amount: '30.00' })
            other = true
          } else {
            const no = one === 'take' ? 'R-1' : 'R-2'
            await send('payments', [{ 'Payment No': no, 'Client Code': code, _op: 'delete' }])
            if (one === 'take') first = false
            else other = false
          }
          const paid = [first || received, other || received]
          expect(await balances(), `after ${acts}`).toEqual([
            paid[0] ? '30.00' : '100.00',
            paid[1] ? '70.00' : '100.00',
          ])
        }
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 4) },
    )
  }, 60_000)

  it('are never doubled by fifty at once: of one wish, and of one balance', async () => {
    const { actor, announce } = await aDebtor()
    const wish = randomUUID()
    const same = await Promise.all(Array.from({ length: 25 }, () => announce([[0, '10.00']], wish)))
    // Whoever was not let in in time asks again, under the same wish.
    const answered = await Promise.all(
      same.map((answer) => (answer.status === 503 ? announce([[0, '10.00']], wish) : answer)),
    )
    expect(answered.map(({ status }) => status)).toEqual(Array(25).fill(200))
    expect(new Set(answered.map(({ body }) => body.reference)).size).toBe(1)
    const each = await Promise.all(Array.from({ length: 25 }, () => announce([[1, '30.00']])))
    expect(each.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(each.filter(({ body }) => body.code === 'pays_too_much')).toHaveLength(22)
    const { items } = (await actor.get(PAYMENTS)).body
    expect(items.map(({ amount }: Json) => amount)).toEqual(['30.00', '30.00', '30.00', '10.00'])
    const seen = await Promise.all(Array.from({ length: 6 }, () => receive(items[0].reference)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await actor.get('/api/v1/invoices/I-1')).body.invoice.balance).toBe('70.00')
  })

  it('settle what was issued here too, and have an advice and a receipt', async () => {
    const { version } = (await admin.get('/api/v1/admin/company')).body
    const facts = {
      legalName: 'Maker inc.',
      address: '1 Mill Street',
      taxNumbers: '1',
      bank: 'Transit 00042',
    }
    expect((await admin.send('PATCH', '/api/v1/admin/company', { version, ...facts })).status).toBe(200)
    const tenantId = await aTenant(portal, { currency: 'CAD' })
    const actor = await aMember(portal, tenantId, 'tenant_admin')
    const line = { itemNo: null, description: 'x', quantity: '1', unit: null, unitPrice: '80' }
    const { id } = (
      await billing.post('/api/v1/admin/invoice-drafts', {
        ...{ tenantId, kind: 'invoice', creditsNo: null, date: '2025-08-01', dueDate: null, terms: 'Net 30' },
        ...{
          poNo: null,
          ordNo: null,
          currency: 'CAD',
          taxes: [],
          lines: [line],
          billTo: '1 Quay',
          place: 'US',
        },
      })
    ).body
    const issued = (await billing.post(`/api/v1/admin/invoice-drafts/${id}/issue`, { version: 1 })).body
    const wish = { wish: randomUUID(), parts: [{ invoiceId: issued.id, amount: '80.00' }] }
    const { reference } = (await actor.post(PAYMENTS, wish)).body
    const advice = await takePaper(portal, actor, `${PAYMENTS}/${reference}/pdf`)
    expect(advice.title).toBe(`Payment advice ${reference}`)
    expect(advice.pages[0]).toContain('Transit 00042')
    expect(advice.pages[0]).toContain(`Payment reference: ${reference}`)
    await receive(reference)
    const receipt = await takePaper(portal, actor, `${PAYMENTS}/${reference}/pdf`)
    expect([receipt.title, receipt.pages[0]?.includes('$80.00')]).toEqual([`Receipt ${reference}`, true])
    expect((await actor.get(`/api/v1/invoices/${issued.number}`)).body.invoice.state).toBe('paid')
  })
})
