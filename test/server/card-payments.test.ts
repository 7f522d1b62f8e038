import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaymentProvider } from '../../src/features/finance/server/provider/open-provider.ts'
import { aMember, anAdministrator, aPerson, aStaffMember, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { aDebtor } from '../support/debtor.ts'
import { addCard, enterCard, setupOf } from '../support/enter-card.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startTestProvider, type TestProvider } from '../support/test-provider.ts'

const METHODS = '/api/v1/payment-methods'
const CARD = '/api/v1/payments/card'
let provider: TestProvider
let portal: TestPortal
beforeAll(async () => {
  provider = await startTestProvider()
  portal = await startTestPortal({
    REPORTING_AS_OF: '2025-08-31',
    ...provider.settings,
    PAYMENTS_PROVIDER_NAME: 'Acme Pay',
  })
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})

/** A company that owes, and a card of its own. */
async function aPayer(card: Parameters<typeof addCard>[1] = 'good', totals?: string[]) {
  const debtor = await aDebtor(portal, totals)
  const methodId = await addCard(debtor.actor, card)
  const pay = (parts: [number, string][], wish: string = randomUUID(), method = methodId) =>
    debtor.actor.post(CARD, {
      ...{ wish, methodId: method },
      parts: parts.map(([at, amount]) => ({ invoiceId: debtor.ids[at], amount })),
    })
  const look = async (reference: string) => (await debtor.actor.get(`/api/v1/payments/${reference}`)).body
  /** As soon as it stands so. */
  const becomes = (reference: string, state: string): Promise<Json> =>
    expect
      .poll(async () => (await look(reference)).state, { timeout: 20_000, interval: 50 })
      .toBe(state)
      .then(() => look(reference))
  return { ...debtor, methodId, pay, look, becomes }
}
const tell = (body: string, signature?: string) =>
  fetch(`${portal.url}/api/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    body,
  })
const message = (object: object, more: object = {}) =>
  JSON.stringify({ id: 'evt_1', type: 'x', ...more, data: { object } })
/** A message of the provider about a payment. */
const hear = async (reference: string) => {
  const body = message(provider.named(reference)[0] ?? {})
  expect((await tell(body, provider.sign(body))).status).toBe(200)
}
/** As if nobody had been asked yet: what a server that died before it wrote the answer leaves behind. */
const forgetAnswer = (reference: string, begun = sql`now()`) =>
  portal.owner(async (tx) => {
    await sql`select set_config('role', 'portal_keeper', true)`.execute(tx)
    // In the order in which the portal locks, so that neither waits for the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('payment_orders ' || tenant_id, 0))
      from portal.payment_orders where reference = ${reference}`.execute(tx)
    await sql`update portal.payment_orders set received_on = null, created_at = ${begun}
      where reference = ${reference}`.execute(tx)
    await sql`update portal.card_payments c set stage = 'asking', provider_id = null, due_at = now()
      from portal.payment_orders o where o.id = c.order_id and o.reference = ${reference}`.execute(tx)
    await sql`select portal.settle_payment_order(tenant_id, id) from portal.payment_orders
      where reference = ${reference}`.execute(tx)
  })

describe('cards', () => {
  it('are refused to visitors, to who may not pay, to staff, and of another company as if there were none', async () => {
    const { tenantId, ids, methodId } = await aPayer()
    const wish = { wish: randomUUID(), methodId, parts: [{ invoiceId: ids[0], amount: '1.00' }] }
    const asks: [string, string, object][] = [
      ['POST', METHODS, {}],
      ['POST', `${METHODS}/complete`, { setup: 'x'.repeat(97), page: 'cs_1' }],
      ['PUT', `${METHODS}/default`, { id: methodId }],
      ['POST', `${METHODS}/${methodId}/remove`, { id: methodId }],
      ['POST', CARD, wish],
    ]
    const others = [
      await aMember(portal, tenantId, 'viewer'),
      await aStaffMember(portal, 'finance'),
      await anAdministrator(portal),
    ]
    const stranger = await aPayer()
    for (const [method, path, body] of asks) {
      expect((await createClient(portal.url).send(method, path, body)).status).toBe(401)
      for (const other of others)
        expect((await other.send(method, path, body)).body.code).toBe('permission_denied')
      if (path !== METHODS)
        expect([path, (await stranger.actor.send(method, path, body)).status]).toEqual([path, 404])
    }
    const { items } = (await stranger.actor.get('/api/v1/payments')).body.methods
    expect(items.map(({ id }: Json) => id)).toEqual([stranger.methodId])
    for (const [path, fields] of [
      ['methodId', { methodId: 0 }],
      ['parts', { parts: [] }],
      ['parts.0.amount', { parts: [{ invoiceId: ids[0], amount: '0.00' }] }],
    ] as const) {
      const { status, body } = await stranger.actor.post(CARD, { ...wish, ...fields })
      expect([status, body.errors[0].path]).toEqual([422, path])
    }
    expect((await stranger.actor.get('/api/v1/payments/PAY-0000000000')).status).toBe(404)
  })

  it('are kept by the provider, and here only what it tells of them', async () => {
    const { actor, tenantId } = await aDebtor(portal)
    const page = await enterCard(actor, 'good')
    expect([page.origin, page.pathname]).toEqual([portal.url, '/finance'])
    const back = setupOf(page)
    // Good in the session that began it alone: not in another one of the same person, and not with another page.
    const again = Object.assign(createClient(portal.url), { userId: actor.userId, email: actor.email })
    await again.signIn(actor.email, PASSWORD)
    expect((await again.post(`${METHODS}/complete`, back)).body.code).toBe('not_found')
    expect((await actor.post(`${METHODS}/complete`, { ...back, setup: `${back.setup}0` })).status).toBe(404)
    const left = setupOf(await enterCard(actor, 'good'))
    expect((await actor.post(`${METHODS}/complete`, { ...back, page: left.page })).body.code).toBe(
      'no_card_entered',
    )
    const kept = await Promise.all([1, 2].map(() => actor.post(`${METHODS}/complete`, back)))
    for (const { body } of kept)
      expect(body).toMatchObject({
        provider: { name: 'Acme Pay', isDouble: false },
        items: [
          {
            brand: 'visa',
            last4: '4242',
            year: 2098,
            month: 12,
            expired: false,
            holder: 'A. Holder',
            isDefault: false,
          },
        ],
      })
    const id: number = kept[0]?.body.items[0].id
    expect((await actor.send('PUT', `${METHODS}/default`, { id })).body.items[0].isDefault).toBe(true)
    const old = await addCard(actor, 'old')
    const chosen = (await actor.send('PUT', `${METHODS}/default`, { id: old })).body.items
    expect(chosen.map(({ isDefault, expired }: Json) => [isDefault, expired])).toEqual([
      [false, false],
      [true, true],
    ])
    const rows = await peek(portal, 'select * from portal.payment_methods where tenant_id = $1 order by id', [
      tenantId,
    ])
    expect(rows.map(({ customer }) => customer)).toEqual([rows[0].customer, rows[0].customer])
    provider.state.away = true
    expect((await actor.post(`${METHODS}/${id}/remove`, {})).body.code).toBe('payment_provider_away')
    expect((await actor.post(METHODS, {})).status).toBe(503)
    provider.state.away = false
    const gone = await actor.post(`${METHODS}/${id}/remove`, {})
    expect([gone.body.items.length, provider.isDetached(rows[0].token)]).toEqual([1, true])
    expect((await actor.post(`${METHODS}/${id}/remove`, {})).status).toBe(404)
    const text = JSON.stringify(
      await peek(portal, 'select * from portal.payment_methods where id = $1', [id]),
    )
    expect([text.includes(rows[0].token), text.includes('Holder')]).toEqual([false, false])
  })
})

describe('payments by card', () => {
  const CARDS = [
    ['good', 'received', null],
    ['poor', 'declined', 'funds'],
    ['cut', 'received', null],
    ['busy', 'received', null],
    ['broken', 'received', null],
    ['rubbish', 'received', null],
  ] as const
  it('are collected once or not at all, whatever becomes of the answer', async () => {
    await Promise.all(CARDS.map(expectOnce))
  })
  async function expectOnce([card, state, declined]: (typeof CARDS)[number]) {
    const { pay, becomes, balances, actor, tenantId } = await aPayer(card)
    const first = await pay([
      [0, '100.00'],
      [1, '40.50'],
    ])
    expect([first.status, first.body.state, first.body.card.last4]).toEqual([
      200,
      'pending',
      expect.any(String),
    ])
    const { reference } = first.body
    const told = await becomes(reference, state)
    expect([told.declined, told.receivedOn]).toEqual([declined, declined ? null : '2025-08-31'])
    expect(provider.named(reference).map(({ amount }) => amount)).toEqual([14050])
    expect(await balances()).toEqual(declined ? ['100.00', '100.00', '100.00'] : ['0.00', '59.50', '100.00'])
    const trail = await peek(
      portal,
      `select action from portal.audit_log where tenant_id = $1 and object_id = $2 order by seq`,
      [tenantId, reference],
    )
    expect(trail.map(({ action }) => action)).toEqual(['payment.ordered', `payment.${state}`])
    // What was not collected can be paid another way.
    const second = await actor.post('/api/v1/payments', {
      wish: randomUUID(),
      parts: [{ invoiceId: first.body.parts[0].invoiceId, amount: '100.00' }],
    })
    expect(second.status).toBe(declined ? 200 : 409)
  }

  it('wait for who must confirm them, and are collected, refused or taken back there', async () => {
    const { pay, becomes, balances, actor } = await aPayer('careful')
    const references: string[] = []
    for (const at of [0, 1, 2]) references.push((await pay([[at, '100.00']])).body.reference)
    const [good = '', bad = '', left = ''] = references
    const answer = async (reference: string, answer: string) => {
      const { actionUrl } = await becomes(reference, 'action')
      const back = await fetch(actionUrl, {
        method: 'POST',
        body: new URLSearchParams({ answer }),
        redirect: 'manual',
      })
      expect(back.headers.get('location')).toBe(`${portal.url}/finance?payment=${reference}`)
    }
    await answer(good, 'yes')
    await answer(bad, 'no')
    await becomes(left, 'action')
    expect((await actor.post(`/api/v1/payments/${left}/cancel`, {})).body.state).toBe('pending')
    await becomes(good, 'received')
    expect((await becomes(bad, 'declined')).declined).toBe('authentication')
    expect((await becomes(left, 'cancelled')).actionUrl).toBe(null)
    expect(await balances()).toEqual(['0.00', '100.00', '100.00'])
  })

  it('of which nobody knows anything are neither taken back nor seen to come in, nor paid again', async () => {
    const { pay, actor, ids, look } = await aPayer('hang')
    const { reference } = (await pay([[0, '100.00']])).body
    const staff = await aStaffMember(portal, 'finance')
    const wish = { wish: randomUUID(), parts: [{ invoiceId: ids[0], amount: '0.01' }] }
    for (const [who, path, body, code] of [
      [actor, `/api/v1/payments/${reference}/cancel`, {}, 'payment_unclear'],
      [staff, `/api/v1/admin/payments/${reference}/received`, { on: '2025-08-30' }, 'payment_by_provider'],
      [actor, '/api/v1/payments', wish, 'pays_too_much'],
    ] as const) {
      const { status, body: told } = await who.post(path, body)
      expect([status, told.code]).toEqual([409, code])
    }
    expect((await look(reference)).state).toBe('pending')
  })

  it('are recorded once where a server dies before it wrote the answer, also days later', async () => {
    const { pay, becomes, balances } = await aPayer()
    for (const [at, begun] of [sql`now()`, sql`now() - interval '2 days'`].entries()) {
      const { reference } = (await pay([[at, '100.00']])).body
      await becomes(reference, 'received')
      await forgetAnswer(reference, begun)
      await becomes(reference, 'received')
      expect(provider.named(reference)).toHaveLength(1)
    }
    expect(await balances()).toEqual(['0.00', '0.00', '100.00'])
  })

  it('are recorded once where the provider’s message is there before its own answer', async () => {
    Object.assign(provider.state, { tells: `${portal.url}/api/payments/webhook`, tellsFirst: true })
    try {
      const { pay, becomes, balances, tenantId } = await aPayer()
      const { reference } = (await pay([[0, '100.00']])).body
      expect((await becomes(reference, 'received')).receivedOn).toBe('2025-08-31')
      const [heard] = await peek(portal, 'select hints from portal.card_payments where tenant_id = $1', [
        tenantId,
      ])
      expect(heard?.hints).toBe(1)
      expect(provider.named(reference)).toHaveLength(1)
      expect(await balances()).toEqual(['0.00', '100.00', '100.00'])
      const trail = await peek(
        portal,
        `select action from portal.audit_log where tenant_id = $1 and object_id = $2 order by seq`,
        [tenantId, reference],
      )
      expect(trail.map(({ action }) => action)).toEqual(['payment.ordered', 'payment.received'])
    } finally {
      Object.assign(provider.state, { tells: undefined, tellsFirst: false })
    }
  })

  it('are doubled by nobody: fifty at once, of one wish and of one balance', async () => {
    const { pay, becomes, balances } = await aPayer()
    const wish = randomUUID()
    const same = await Promise.all(Array.from({ length: 25 }, () => pay([[0, '100.00']], wish)))
    const [reference, ...others] = new Set(same.map(({ body }) => body.reference))
    expect(others).toEqual([])
    const each = await Promise.all(Array.from({ length: 25 }, () => pay([[1, '100.00']])))
    expect(each.map(({ status }) => status).toSorted()).toEqual([200, ...Array(24).fill(409)])
    await becomes(reference, 'received')
    await becomes(each.find(({ status }) => status === 200)?.body.reference, 'received')
    expect(provider.named(reference)).toHaveLength(1)
    expect(await balances()).toEqual(['0.00', '0.00', '100.00'])
  })
})

describe('what the provider says by itself', () => {
  it('is believed by its signature alone, and moves nothing of others', async () => {
    const { pay, becomes } = await aPayer('careful')
    const { reference } = (await pay([[0, '100.00']])).body
    await becomes(reference, 'action')
    const intent = provider.named(reference)[0] as Json
    // Nobody asks by the clock any more: only what is heard brings it on.
    const rest = () =>
      peek(portal, `update portal.card_payments set due_at = null where provider_id = $1`, [intent.id])
    await rest()
    const body = message(intent)
    const now = Math.floor(Date.now() / 1000)
    const heard = async () =>
      (await peek(portal, 'select hints from portal.card_payments where provider_id = $1', [intent.id]))[0]
        .hints
    for (const signature of [
      undefined,
      'x',
      provider.sign(body, { secret: 'another' }),
      provider.sign(body, { at: now - 301 }),
      provider.sign(body, { at: now + 301 }),
      provider.sign(`${body} `),
    ])
      expect((await tell(body, signature)).status).toBe(401)
    for (const others of [
      message(intent, { account: 'acct_other' }),
      message({ ...intent, id: 'pi_other' }),
      message({ ...intent, id: 'pi_other', metadata: { reference: 'PAY-0000000000' } }),
      message({ object: 'charge', payment_intent: 'pi_other' }),
      '[]',
      'x',
    ])
      expect((await tell(others, provider.sign(others))).status).toBe(200)
    expect(await heard()).toBe(0)
    await fetch(intent.next_action.redirect_to_url.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'yes' }),
      redirect: 'manual',
    })
    for (const _ of [1, 2]) expect((await tell(body, provider.sign(body))).status).toBe(200)
    await becomes(reference, 'received')
    expect(await heard()).toBe(2)
  })

  it('of money that went back takes it off the invoices again, and is one with what upstream sends', async () => {
    const { pay, becomes, balances, upstream, send, code, actor, look } = await aPayer()
    const { reference } = (
      await pay([
        [0, '60.00'],
        [1, '40.00'],
      ])
    ).body
    await becomes(reference, 'received')
    const [intent] = provider.named(reference)
    if (!intent) throw new Error('nothing was collected')
    const balancesBecome = (expected: string[]) =>
      expect.poll(balances, { timeout: 20_000, interval: 50 }).toEqual(expected)
    provider.refund(intent, 5000)
    await hear(reference)
    expect((await becomes(reference, 'returned')).returned).toBe('50.00')
    await balancesBecome(['50.00', '100.00', '100.00'])
    // Upstream sends the payment: the same one; and that it went back, which is the same too.
    await upstream('R-1', reference, { 'Invoice No': 'I-0', Amount: '60.00' })
    await upstream('R-2', reference, { 'Invoice No': 'I-1', Amount: '40.00' })
    await balancesBecome(['50.00', '100.00', '100.00'])
    await upstream('R-3', reference, { 'Invoice No': 'I-1', Amount: '-50.00' })
    await balancesBecome(['40.00', '110.00', '100.00'])
    for (const no of ['R-1', 'R-2', 'R-3'])
      await send('payments', [{ 'Payment No': no, 'Client Code': code, _op: 'delete' }])
    await balancesBecome(['50.00', '100.00', '100.00'])
    // A cardholder's bank takes the rest, and loses.
    provider.dispute(intent, 5000, 'needs_response')
    await hear(reference)
    await balancesBecome(['100.00', '100.00', '100.00'])
    provider.dispute(intent, 5000, 'won')
    await hear(reference)
    await balancesBecome(['50.00', '100.00', '100.00'])
    expect((await look(reference)).returned).toBe('50.00')
    const { receivables } = (await actor.get('/api/v1/finance')).body
    expect(receivables.total).toBe('250.00')
  })

  it('leaves balances that are the sum of their parts, in any order and however often it is said', async () => {
    const act = fc.constantFrom('hear', 'forget', 'refund', 'send', 'take', 'sendBack', 'again')
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        const { pay, becomes, balances, upstream, send, code } = await aPayer('good', ['100.00'])
        const wish = randomUUID()
        const { reference } = (await pay([[0, '80.00']], wish)).body
        await becomes(reference, 'received')
        const [intent] = provider.named(reference)
        if (!intent) throw new Error('nothing was collected')
        let [returned, sentBack] = [0, false]
        for (const one of acts) {
          if (one === 'hear') for (const _ of [1, 2]) await hear(reference)
          else if (one === 'forget') await forgetAnswer(reference)
          else if (one === 'again') expect((await pay([[0, '80.00']], wish)).body.reference).toBe(reference)
          else if (one === 'refund') {
            returned = Math.min(returned + 30, 80)
            provider.refund(intent, returned * 100)
            await hear(reference)
          } else if (one === 'send' || one === 'sendBack') {
            const Amount = one === 'send' ? '80.00' : '-10.00'
            await upstream(one, reference, { 'Invoice No': 'I-0', Amount })
            if (one === 'sendBack') sentBack = true
          } else {
            for (const no of ['send', 'sendBack'])
              await send('payments', [{ 'Payment No': no, 'Client Code': code, _op: 'delete' }])
            sentBack = false
          }
          // Collected once, by whoever says so; gone back as far as either side says.
          const back = Math.max(returned, sentBack ? 10 : 0)
          await expect
            .poll(balances, { timeout: 20_000, interval: 50, message: `after ${acts}: ${one}` })
            .toEqual([(20 + back).toFixed(2)])
        }
        expect(provider.named(reference)).toHaveLength(1)
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 3) },
    )
  }, 120_000)
})

it('a provider that does not answer in time has said nothing, and is asked again under the same name', async () => {
  const place = { baseUrl: provider.url, name: 'x', isDouble: false, webhookSecret: 'x' }
  const secretKey = provider.settings.PAYMENTS_SECRET_KEY
  const impatient = openPaymentProvider({ ...place, secretKey }, portal.log, 100)
  const patient = openPaymentProvider({ ...place, secretKey }, portal.log)
  const order = { reference: 'PAY-00000000AA', currency: 'CAD', cents: 100, customer: 'c', returnTo: 'x' }
  const collect = (card: string, by = patient) => by.collect({ ...order, token: `pm_${card}_1` })
  expect(await collect('hang', impatient)).toEqual({ status: 'unclear' })
  expect(await patient.find(order)).toEqual({ status: 'none' })
  expect(await collect('good')).toMatchObject({ status: 'collected' })
  // Another wish under that name is refused, and says nothing of the first one; nor does a key that is not taken.
  expect(await collect('poor')).toEqual({ status: 'unclear' })
  const stranger = openPaymentProvider({ ...place, secretKey: 'x' }, portal.log)
  expect(await stranger.collect({ ...order, token: 'pm_good_1' })).toEqual({ status: 'unclear' })
  await expect(stranger.forget('pm_good_1')).rejects.toThrow('401')
  expect(provider.named(order.reference)).toHaveLength(1)
})

it('a person without a company has none of it', async () => {
  const nobody = await aPerson(portal)
  expect((await nobody.post(METHODS, {})).status).toBe(403)
})
