import * as z from 'zod'
import { askOutside } from '../../../../platform/server/http/ask-outside.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { fromMinorUnits, toMinorUnits } from './minor-units.ts'
import { type PaymentProvider, ProviderAway, type Said } from './payment-provider.ts'
import { cardOf, Disputes, declineOf, Intent, Intents, Refusal, SetupPage, saidOf } from './read-intent.ts'
import { signedAt } from './read-signature.ts'

export type ProviderPlace = {
  baseUrl: string
  secretKey: string
  webhookSecret: string
  name: string
  isDouble: boolean
}
type Answer = { status: number; body: unknown }

const TIMEOUT_MS = 15_000
const FIRST_MS = 10_000
/** An answer of this provider is some kilobytes. */
const MOST_BYTES = 512 * 1024
const MOST_FOUND = 100
const EXPAND = 'expand[]=latest_charge'
/** A cardholder's bank took the money back, or is about to; `won` gave it back again, warnings never took it. */
const TAKES_BACK = new Set(['needs_response', 'under_review', 'lost'])

const Made = z.object({ id: z.string().min(1).max(255) })
const Page = Made.extend({ url: z.string().max(4000) })
const Message = z.object({
  account: z.string().nullish(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).nullish(),
      object: z.string().nullish(),
      payment_intent: z.string().max(255).nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})

/**
 * A provider that speaks the protocol of Stripe: forms in, JSON out. Its address is the operator's and never anything that
 * somebody wrote; nothing follows a redirect, and neither key nor answer reaches a log.
 */
export function openPaymentProvider(
  { baseUrl, secretKey, webhookSecret, name, isDouble }: ProviderPlace,
  log: Log,
  timeoutMs = TIMEOUT_MS,
): PaymentProvider {
  const ended = new AbortController()
  /** Where a browser is sent: over TLS, or to the same place that the operator named without it. */
  const isAddress = (url: string) =>
    URL.canParse(url) &&
    (new URL(url).protocol === 'https:' || new URL(url).origin === new URL(baseUrl).origin)

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    form?: Record<string, string>,
    key?: string,
  ): Promise<Answer> {
    try {
      const request = {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(form && { body: new URLSearchParams(form).toString() }),
        redirect: 'manual',
      } as const
      const address = `${baseUrl.replace(/\/+$/, '')}/${path}`
      const answer = await askOutside(address, request, { first: FIRST_MS, whole: timeoutMs }, ended.signal)
      const text = await readUpTo(answer, MOST_BYTES)
      return { status: answer.status, body: JSON.parse(text) }
    } catch (fault) {
      log.warn(
        { problem: (fault as Error).name, path: path.split(/[/?]/)[1] },
        'the payment provider did not answer',
      )
      throw new ProviderAway('no answer', { cause: fault })
    }
  }

  async function need<T>(schema: z.ZodType<T>, ...asked: Parameters<typeof ask>): Promise<T> {
    const { status, body } = await ask(...asked)
    const read = schema.safeParse(body)
    if (status < 300 && read.success) return read.data
    log.warn({ status, path: asked[1].split(/[/?]/)[1] }, 'the payment provider refused')
    throw new ProviderAway(`answered ${status}`)
  }

  /** What a question about a payment brought, whatever went wrong with it. */
  async function said(...asked: Parameters<typeof ask>): Promise<Said> {
    try {
      const { status, body } = await ask(...asked)
      if (status < 300) return await whole(Intent.parse(body))
      // Not taken now, or nobody can say. A key that is refused says nothing of what was collected by it before.
      if ([401, 403, 409, 429].includes(status) || status >= 500) {
        log.error({ status }, 'the payment provider could not be asked')
        return { status: 'unclear' }
      }
      if (status === 404) return { status: 'none' }
      const { error } = Refusal.parse(body)
      if (error.type === 'idempotency_error') return { status: 'unclear' }
      if (error.payment_intent) {
        const told = await whole(error.payment_intent)
        return told.status === 'processing' ? { status: 'unclear' } : told
      }
      if (status === 402) return { status: 'declined', id: null, reason: declineOf(error) }
      log.error({ status, code: error.code }, 'the payment provider refuses what it is asked')
      return asked[0] === 'POST'
        ? { status: 'declined', id: null, reason: 'provider' }
        : { status: 'unclear' }
    } catch (fault) {
      if (!(fault instanceof ProviderAway))
        log.warn({ problem: (fault as Error).name }, 'the payment provider’s answer could not be read')
      return { status: 'unclear' }
    }
  }

  /** With what came back of it. */
  async function whole(intent: z.infer<typeof Intent>): Promise<Said> {
    const told = saidOf(intent, isAddress)
    const charge = intent.latest_charge
    if (told.status !== 'collected' || typeof charge !== 'object' || !charge?.disputed) return told
    const { data } = await need(
      Disputes,
      'GET',
      `v1/disputes?payment_intent=${encodeURIComponent(intent.id)}`,
    )
    const units = data.reduce((sum, { amount, status }) => sum + (TAKES_BACK.has(status) ? amount : 0), 0)
    const taken = fromMinorUnits(units, intent.currency.toUpperCase())
    return { ...told, returnedCents: told.returnedCents + taken }
  }

  const look = (id: string) => said('GET', `v1/payment_intents/${encodeURIComponent(id)}?${EXPAND}`)

  return {
    name,
    isDouble,
    async beginSetup({ customer, customerKey, state, returnTo, language }) {
      const owner =
        customer ?? (await need(Made, 'POST', 'v1/customers', { 'metadata[portal]': name }, customerKey)).id
      const { url } = await need(Page, 'POST', 'v1/checkout/sessions', {
        mode: 'setup',
        customer: owner,
        client_reference_id: state,
        'payment_method_types[]': 'card',
        locale: language,
        success_url: `${returnTo}/finance?setup=${state}&page={CHECKOUT_SESSION_ID}`,
        cancel_url: `${returnTo}/finance`,
      })
      if (!isAddress(url)) throw new ProviderAway('its page has no address')
      return url
    },
    async readSetup(id, state) {
      const page = await need(
        SetupPage,
        'GET',
        `v1/checkout/sessions/${encodeURIComponent(id)}?expand[]=setup_intent.payment_method`,
      )
      const { client_reference_id: owner, setup_intent: intent } = page
      if (owner !== state || intent?.status !== 'succeeded' || !intent.payment_method) return null
      return cardOf(intent.payment_method)
    },
    async forget(token) {
      const { status } = await ask('POST', `v1/payment_methods/${encodeURIComponent(token)}/detach`, {})
      // 400, 404: the provider does not keep it any more.
      if (status >= 300 && status !== 404 && status !== 400) throw new ProviderAway(`answered ${status}`)
    },
    async collect({ reference, currency, cents, customer, token, returnTo }) {
      const amount = toMinorUnits(cents, currency)
      if (amount === null) return { status: 'declined', id: null, reason: 'provider' }
      const form = {
        amount: String(amount),
        currency: currency.toLowerCase(),
        customer,
        payment_method: token,
        confirm: 'true',
        'payment_method_types[]': 'card',
        description: reference,
        'metadata[reference]': reference,
        return_url: `${returnTo}/finance?payment=${reference}`,
        'expand[]': 'latest_charge',
      }
      const told = await said('POST', 'v1/payment_intents', form, reference)
      return told.status === 'none' ? { status: 'declined', id: null, reason: 'provider' } : told
    },
    look,
    async cancel(id) {
      const told = await said('POST', `v1/payment_intents/${encodeURIComponent(id)}/cancel`, {})
      // Too late: how it ended is what counts.
      return told.status === 'declined' && told.id === null ? look(id) : told
    },
    async find({ customer, reference }) {
      try {
        const { data } = await need(
          Intents,
          'GET',
          `v1/payment_intents?customer=${encodeURIComponent(customer)}&limit=${MOST_FOUND}`,
        )
        const mine = data.find(({ metadata }) => metadata?.reference === reference)
        // A full page may hide it.
        if (!mine) return { status: data.length < MOST_FOUND ? 'none' : 'unclear' }
        return await look(mine.id)
      } catch (fault) {
        if (fault instanceof ProviderAway) return { status: 'unclear' }
        throw fault
      }
    },
    readMessage(body, signature) {
      const at = signedAt(body, signature, webhookSecret)
      if (at === undefined) return undefined
      const read = Message.safeParse(parsed(body))
      // Of another account than our own, or of a shape that is none of payments.
      if (!read.success || read.data.account) return { at, reference: null, id: null }
      const { object } = read.data.data
      const isPayment = object.object === 'payment_intent'
      return {
        at,
        reference: (isPayment && object.metadata?.reference) || null,
        id: (isPayment ? object.id : object.payment_intent) ?? null,
      }
    },
    stop: () => ended.abort(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readUpTo(answer: Response, most: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.length
    if (size > most) throw new RangeError('more than an answer')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
