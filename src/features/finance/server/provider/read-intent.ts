import * as z from 'zod'
import type { Decline } from '../../payments-contract.ts'
import { fromMinorUnits } from './minor-units.ts'
import type { Card, Said } from './payment-provider.ts'

const id = z.string().min(1).max(255)
const whole = z.number().int().min(0)
const Fault = z.object({
  type: z.string().nullish(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
})

export const Intent = z.object({
  id,
  status: z.string(),
  currency: z.string().length(3),
  amount_received: whole.nullish(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string().max(4000) }).nullish() }).nullish(),
  last_payment_error: Fault.nullish(),
  latest_charge: z.union([z.object({ amount_refunded: whole, disputed: z.boolean() }), id]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
export const Intents = z.object({ data: z.array(Intent) })
export const Refusal = z.object({ error: Fault.extend({ payment_intent: Intent.nullish() }) })
export const Disputes = z.object({ data: z.array(z.object({ amount: whole, status: z.string() })) })

const SavedCard = z.object({
  id,
  customer: id,
  billing_details: z.object({ name: z.string().nullish() }).nullish(),
  card: z.object({
    brand: z.string().min(1),
    last4: z.string().regex(/^\d{4}$/),
    exp_year: z.number().int().min(2000).max(2199),
    exp_month: z.number().int().min(1).max(12),
  }),
})
export const SetupPage = z.object({
  client_reference_id: z.string().nullish(),
  setup_intent: z.object({ status: z.string(), payment_method: SavedCard.nullish() }).nullish(),
})

/** The provider's hundred reasons in the few that tell a payer what to do. */
const DECLINES: Record<string, Decline> = {
  insufficient_funds: 'funds',
  expired_card: 'expired',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
}

export const declineOf = (fault: z.infer<typeof Fault> | null | undefined): Decline =>
  DECLINES[fault?.decline_code ?? ''] ?? DECLINES[fault?.code ?? ''] ?? 'card'

/** Without what was given back, which is looked up where a charge says that something was. */
export function saidOf(intent: z.infer<typeof Intent>, isAddress: (url: string) => boolean): Said {
  const { id, status, latest_charge: charge } = intent
  if (status === 'succeeded') {
    const refunded = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0
    return {
      status: 'collected',
      id,
      returnedCents: fromMinorUnits(refunded, intent.currency.toUpperCase()),
    }
  }
  if (status === 'canceled') return { status: 'cancelled', id }
  if (status === 'requires_payment_method')
    return { status: 'declined', id, reason: declineOf(intent.last_payment_error) }
  const url = intent.next_action?.redirect_to_url?.url
  if (status === 'requires_action' && url !== undefined && isAddress(url))
    return { status: 'action', id, url }
  return { status: 'processing', id }
}

export const cardOf = ({ id, customer, card, billing_details }: z.infer<typeof SavedCard>): Card => ({
  customer,
  token: id,
  brand: card.brand.slice(0, 40),
  last4: card.last4,
  year: card.exp_year,
  month: card.exp_month,
  holder: billing_details?.name?.trim().slice(0, 200) || null,
})
