import { sql } from 'kysely'
import { moneyText } from '../../../../platform/contract/money.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Act, Notice } from '../../../../platform/server/records/write-records.ts'
import type { Payment } from '../../payments-contract.ts'
import type { CardService } from '../cards/card-service.ts'
import { type FoundPayment, findPayment, told } from './read-payments.ts'

type Record = (act: Act) => void
type Wish = { wish: string; parts: { invoiceId: number; amount: string }[] }

/** By a bank transfer, which the company makes itself. */
export const announcePayment = (tx: Handle, actor: Actor, wish: Wish, record: Record): Promise<Payment> =>
  order(tx, actor, { ...wish, methodId: null, returnTo: null }, record)

/** By a card, which the provider is asked to collect from once this is on record. */
export function payByCard(
  tx: Handle,
  actor: Actor,
  wish: Wish & { methodId: number },
  { cards, origin, record }: { cards: CardService; origin: string; record: Record },
): Promise<Payment> {
  if (!cards.provider) throw refuse(409, 'no_payment_provider')
  return order(tx, actor, { ...wish, returnTo: origin }, record)
}

/** 404 for another company's invoice as for none, 409 for more than is open of an invoice and not announced yet; the same wish again is the same payment. */
async function order(
  tx: Handle,
  actor: Actor,
  { wish, parts, methodId, returnTo }: Wish & { methodId: number | null; returnTo: string | null },
  record: Record,
): Promise<Payment> {
  const cents = parts.map(({ invoiceId, amount }) => ({ id: invoiceId, cents: amount.replace('.', '') }))
  const { rows } = await sql<{
    of_reference: string | null
    refused: string | null
    about: string
    open_cents: string | null
    known: boolean
  }>`select of_reference, refused, about, open_cents::text, known from portal.announce_payment(${wish}, ${JSON.stringify(cents)}::jsonb,
    ${methodId}::bigint, ${returnTo})`.execute(tx)
  const [begun] = rows
  if (begun?.refused === 'unknown_invoice') throw refuse(404, 'unknown_invoice')
  if (begun?.refused === 'unknown_method') throw refuse(404, 'not_found')
  if (begun?.refused === 'method_expired') throw refuse(409, 'method_expired')
  if (begun?.refused === 'one_currency') throw refuse(422, 'one_currency')
  if (begun?.refused)
    throw refuse(409, 'pays_too_much', {
      values: { invoice: begun.about, open: moneyText(BigInt(begun.open_cents ?? 0)) },
    })
  const payment = await findPayment(tx, actor, begun?.of_reference ?? '')
  recordOf(
    payment,
    begun?.known ? ({ event: _, notice: __, ...act }) => record(act) : record,
    methodId === null ? 'announced' : 'ordered',
  )
  return told(payment, actor)
}

/** 409 once it came in. */
export async function cancelPayment(
  tx: Handle,
  actor: Actor,
  { reference }: { reference: string },
  record: Record,
): Promise<Payment> {
  return mark(tx, actor, { reference, on: null }, record)
}

/** 409 when it is known to have come in. */
export const receivePayment = (
  tx: Handle,
  actor: Actor,
  asked: { reference: string; on: string },
  record: Record,
): Promise<Payment> => mark(tx, actor, asked, record)

async function mark(
  tx: Handle,
  actor: Actor,
  { reference, on }: { reference: string; on: string | null },
  record: Record,
): Promise<Payment> {
  const before = await findPayment(tx, actor, reference)
  if (before.card && on !== null && before.state !== 'received') throw refuse(409, 'payment_by_provider')
  if (before.state === 'pending') throw refuse(409, 'payment_unclear')
  const { rows } = await sql<{ done: boolean }>`
    select portal.mark_payment(${before.tenantId}::int, ${before.id}::bigint, ${on}::date) as done`.execute(
    tx,
  )
  if (!rows[0]?.done) throw refuse(409, 'payment_is_settled')
  const after = await findPayment(tx, actor, reference)
  recordOf(after, record, on === null ? 'cancelled' : 'received', before)
  return told(after, actor)
}

/** Staff hear that money is on its way, people of the company that it came. */
function noticesOf(payment: FoundPayment, what: string): Notice[] {
  const about: Omit<Notice, 'kind'> = {
    ...{ subject: 'finance', tenantId: payment.tenantId, module: 'finance', permission: 'invoices.read' },
    facts: {
      payment: payment.reference,
      cents: Math.round(Number(payment.amount) * 100),
      currency: payment.currency,
    },
  }
  if (what === 'announced') return [{ ...about, kind: 'payment_announced', to: 'staff' }]
  return what === 'received' ? [{ ...about, kind: 'payment_received' }] : []
}

/** The trail keeps what it is; people of the company and staff hear that it moved. */
function recordOf(payment: FoundPayment, record: Record, what: string, before?: FoundPayment): void {
  const facts = ({ state, amount, currency, receivedOn, parts }: FoundPayment) => ({
    ...{ state, amount, currency, receivedOn },
    parts: parts.map(({ invoice, amount }) => `${invoice} ${amount}`),
  })
  record({
    chain: payment.tenantId,
    objectType: 'payment',
    objectId: payment.reference,
    ...(before && { before: facts(before) }),
    after: facts(payment),
    event: {
      topic: `payment.${what}`,
      tenantId: payment.tenantId,
      module: 'finance',
      permission: 'invoices.read',
      payload: { reference: payment.reference },
    },
    notice: noticesOf(payment, what),
  })
}
