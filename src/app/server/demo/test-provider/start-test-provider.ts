import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { minorDigits } from '../../../../platform/contract/minor-digits.ts'
import { cardOf, confirm, type Dispute, type Intent, newId, newIntent } from './intents.ts'
import { confirmPage, setupPage } from './pages.ts'
import { cardOfToken, TEST_CARDS, tokenOf } from './test-cards.ts'

type Answer =
  | { status: number; body: unknown }
  | { to: string }
  | { page: string }
  | 'cut'
  | 'silent'
  | 'rubbish'
type Page = { state: string; customer: string; success: string; cancel: string; token: string | null }

const ok = (body: unknown): Answer => ({ status: 200, body })
const refused = (status: number, error: object): Answer => ({ status, body: { error } })
const missing = refused(404, { type: 'invalid_request_error', code: 'resource_missing' })

/**
 * A payment provider that is none, on a port of this machine: it speaks the protocol of Stripe, keeps its word about
 * idempotency and signs its messages. For the demo, and, with what goes wrong at real ones, for tests.
 */
export async function startTestProvider() {
  const secretKey = `key-${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec-${randomBytes(12).toString('hex')}`
  const intents = new Map<string, Intent>()
  const pages = new Map<string, Page>()
  const disputes: Dispute[] = []
  const answered = new Map<string, { form: string; answer: Answer }>()
  const attempts = new Map<string, number>()
  const detached = new Set<string>()
  let told: Promise<unknown> = Promise.resolve()
  const state = {
    /** Where messages go; undefined: nobody is told. */
    tells: undefined as string | undefined,
    /** A message is there before the answer that it is about. */
    tellsFirst: false,
    /** Requests to the API are not answered. */
    away: false,
  }
  const server = http.createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const address = new URL(request.url ?? '/', 'http://provider')
    const answer = address.pathname.startsWith('/v1/')
      ? api(request, address, form)
      : hosted(request.method ?? 'GET', address.pathname, form)
    if (state.tellsFirst) await told
    if (answer === 'silent') return
    if (answer === 'cut') return void response.destroy()
    if (answer === 'rubbish') return void response.end('<html>')
    if ('to' in answer) return void response.writeHead(303, { location: answer.to }).end()
    if ('page' in answer)
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.page)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function api(
    request: http.IncomingMessage,
    { pathname, searchParams }: URL,
    form: URLSearchParams,
  ): Answer {
    if (state.away) return { status: 503, body: {} }
    if (request.headers.authorization !== `Bearer ${secretKey}`) return refused(401, {})
    const [kind, id = '', act] = pathname.slice('/v1/'.length).split('/')
    const path = `${request.method} ${kind}`
    if (path === 'POST customers') return ok({ id: newId('cus') })
    if (path === 'POST checkout') return begin(form)
    if (path === 'GET checkout') return pageOf(act ?? '')
    if (path === 'POST payment_methods') {
      detached.add(id)
      return cardOfToken(id) ? ok({ id }) : missing
    }
    if (path === 'GET disputes')
      return ok({ data: disputes.filter(({ intent }) => intent === searchParams.get('payment_intent')) })
    if (path === 'POST payment_intents' && id === '')
      return collect(form, String(request.headers['idempotency-key'] ?? ''))
    if (path === 'GET payment_intents' && id === '')
      return ok({
        data: [...intents.values()].filter((one) => one.customer === searchParams.get('customer')),
      })
    const intent = intents.get(id)
    if (!intent) return missing
    if (act === 'cancel') {
      if (intent.status === 'succeeded') return refused(400, { code: 'payment_intent_unexpected_state' })
      Object.assign(intent, { status: 'canceled', next_action: null })
      tell(intent, 'payment_intent.canceled')
    }
    return ok(intent)
  }

  /** Under one key one answer, whatever it was. */
  function collect(form: URLSearchParams, key: string): Answer {
    const before = answered.get(key)
    if (before && before.form !== form.toString()) return refused(400, { type: 'idempotency_error' })
    if (before) return before.answer
    const card = cardOf(form)
    if (!card || detached.has(form.get('payment_method') ?? ''))
      return refused(400, { type: 'invalid_request_error', code: 'payment_method_invalid' })
    const attempt = (attempts.get(key) ?? 0) + 1
    attempts.set(key, attempt)
    if (card === 'hang') return 'silent'
    if (card === 'busy' && attempt < 2) return refused(429, { code: 'rate_limit' })
    if (card === 'broken' && attempt < 2) return { status: 500, body: {} }
    const intent = newIntent(form, card, url)
    intents.set(intent.id, intent)
    const answer =
      intent.status === 'requires_payment_method'
        ? refused(402, { type: 'card_error', ...intent.last_payment_error, payment_intent: intent })
        : ok(intent)
    answered.set(key, { form: form.toString(), answer })
    tell(intent, `payment_intent.${intent.status === 'succeeded' ? 'succeeded' : 'payment_failed'}`)
    return card === 'cut' ? 'cut' : card === 'rubbish' ? 'rubbish' : answer
  }

  function begin(form: URLSearchParams): Answer {
    const id = newId('cs')
    pages.set(id, {
      ...{ state: form.get('client_reference_id') ?? '', customer: form.get('customer') ?? '', token: null },
      success: (form.get('success_url') ?? '').replace('{CHECKOUT_SESSION_ID}', id),
      cancel: form.get('cancel_url') ?? '',
    })
    return ok({ id, url: `${url}/setup/${id}` })
  }

  function pageOf(id: string): Answer {
    const page = pages.get(id)
    if (!page) return missing
    const { token, customer } = page
    const { brand, last4, year } = TEST_CARDS[cardOfToken(token ?? '') ?? 'good']
    return ok({
      client_reference_id: page.state,
      setup_intent: {
        status: token === null ? 'requires_payment_method' : 'succeeded',
        payment_method: token && {
          ...{ id: token, customer, billing_details: { name: 'A. Holder' } },
          card: { brand, last4, exp_year: year, exp_month: 12 },
        },
      },
    })
  }

  /** The pages that a browser sees. */
  function hosted(method: string, pathname: string, form: URLSearchParams): Answer {
    const [, kind, id = ''] = pathname.split('/')
    const page = kind === 'setup' ? pages.get(id) : undefined
    if (page && method === 'GET') return { page: setupPage() }
    if (page) {
      const card = form.get('card') ?? ''
      page.token = card === '' ? null : tokenOf(card, newId(''))
      return { to: page.token ? page.success : page.cancel }
    }
    const intent = kind === 'confirm' ? intents.get(id) : undefined
    if (!intent) return { status: 404, body: {} }
    const { amount, currency, returnUrl } = intent
    if (method === 'GET')
      return {
        page: confirmPage(`${amount / 10 ** minorDigits(currency.toUpperCase())} ${currency.toUpperCase()}`),
      }
    confirm(intent, form.get('answer') === 'yes')
    tell(intent, 'payment_intent.updated')
    return { to: returnUrl }
  }

  /** As it signs what it says; the time in seconds. */
  function sign(body: string, { secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}) {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  }

  /** A message that does not arrive is lost: whoever waits for one asks. */
  function tell(object: object, type: string): void {
    if (state.tells === undefined) return
    const body = JSON.stringify({ id: newId('evt'), type, data: { object } })
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body) }
    told = fetch(state.tells, { method: 'POST', headers, body }).catch(() => {})
  }

  const named = (reference: string) =>
    [...intents.values()].filter(({ metadata }) => metadata.reference === reference)
  return {
    url,
    webhookSecret,
    /** How a portal is told of it. */
    settings: {
      PAYMENTS_BASE_URL: url,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
    },
    state,
    sign,
    /** Every payment under a reference: one at most, unless something was collected twice. */
    named,
    isDetached: (token: string) => detached.has(token),
    refund(intent: Intent, amount: number): void {
      if (intent.latest_charge) intent.latest_charge.amount_refunded = amount
      tell({ object: 'charge', id: newId('ch'), payment_intent: intent.id }, 'charge.refunded')
    },
    dispute(intent: Intent, amount: number, status: string): void {
      if (intent.latest_charge) intent.latest_charge.disputed = true
      disputes.splice(0, disputes.length, { amount, status, intent: intent.id })
      tell({ object: 'dispute', id: newId('dp'), payment_intent: intent.id }, 'charge.dispute.updated')
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>
