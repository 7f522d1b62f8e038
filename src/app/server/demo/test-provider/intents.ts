import { randomUUID } from 'node:crypto'
import { cardOfToken, type TestCard } from './test-cards.ts'

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string
  status: 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled'
  metadata: Record<string, string>
  last_payment_error: { code: string; decline_code?: string } | null
  next_action: { redirect_to_url: { url: string } } | null
  latest_charge: { amount_refunded: number; disputed: boolean } | null
  returnUrl: string
}
export type Dispute = { amount: number; status: string; intent: string }

export const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`

const collected = () => ({ latest_charge: { amount_refunded: 0, disputed: false }, next_action: null })

/** What becomes of a payment by this card at once. */
export function newIntent(form: URLSearchParams, card: TestCard, url: string): Intent {
  const id = newId('pi')
  const intent: Intent = {
    ...{ id, object: 'payment_intent', amount: Number(form.get('amount')) },
    ...{ currency: form.get('currency') ?? '', customer: form.get('customer') ?? '' },
    metadata: { reference: form.get('metadata[reference]') ?? '' },
    ...{ last_payment_error: null, returnUrl: form.get('return_url') ?? '' },
    ...{ status: 'succeeded', ...collected() },
  }
  if (card === 'poor')
    return {
      ...intent,
      ...{ status: 'requires_payment_method', latest_charge: null },
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    }
  if (card !== 'careful') return intent
  return {
    ...intent,
    ...{ status: 'requires_action', latest_charge: null },
    next_action: { redirect_to_url: { url: `${url}/confirm/${id}` } },
  }
}

export function confirm(intent: Intent, yes: boolean): void {
  if (intent.status !== 'requires_action') return
  if (yes) Object.assign(intent, { status: 'succeeded', ...collected() })
  else
    Object.assign(intent, {
      ...{ status: 'requires_payment_method', next_action: null },
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
}

export const cardOf = (form: URLSearchParams): TestCard | undefined =>
  cardOfToken(form.get('payment_method') ?? '')
