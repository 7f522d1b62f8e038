import { sql } from 'kysely'
import { moneyText } from '../../../../platform/domain/money-text.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Act, Notice } from '../../../../platform/server/records/write-records.ts'
import type { Payment } from '../../payments-contract.ts'
import type { CardService } from '../cards/card-service.ts'
import { type FoundPayment, findPayment, told } from './read-payments.ts'

type Record = (act: Act) => void
type Wish = { wish: string; parts: { invoiceId: number; amount: string }[] }

type Placed = {
  of_reference: string | null
  refused: string | null
  about: string
  open_cents: string | null
  known: boolean
}

const centsOf = (parts: Wish['parts']) =>
  parts.map(({ invoiceId, amount }) => ({ id: invoiceId, cents: amount.replace('.', '') }))

/** Its reference, or why there is none. */
async function placedBy(tx: Tx, [placed]: readonly Placed[], [part]: Wish['parts']): Promise<string> {
  const { refused, about = '', open_cents = null } = placed ?? {}
  if (refused === 'unknown_invoice') throw refuse(404, 'unknown_invoice')
  if (refused === 'unknown_method') throw refuse(404, 'not_found')
  if (refused === 'method_expired') throw refuse(409, 'method_expired')
  if (refused === 'one_currency') throw refuse(422, 'one_currency')
  if (refused === 'recorded') throw refuse(409, 'payment_recorded')
  if (refused === 'from_upstream') throw refuse(409, 'payment_from_upstream')
  if (refused === 'refunds_too_much') {
    const credit = { amount: moneyText(BigInt(open_cents ?? 0)), currency: about }
    throw refuse(409, 'refunds_too_much', { values: { credit } })
  }
  if (refused) {
    const { currency } = await tx
      .selectFrom('invoices')
      .select('currency')
      .where('id', '=', part?.invoiceId ?? 0)
      .executeTakeFirstOrThrow()
    const open = { amount: moneyText(BigInt(open_cents ?? 0)), currency }
    throw refuse(409, 'pays_too_much', { values: { invoice: about, open } })
  }
  return placed?.of_reference ?? ''
}

/** By a bank transfer, which the company makes itself. */
export const announcePayment = (tx: Tx, actor: Actor, wish: Wish, record: Record): Promise<Payment> =>
  order(tx, actor, { ...wish, methodId: null, returnTo: null }, record)

/** By a card, which the provider is asked to collect from once this is on record. */
export function payByCard(
  tx: Tx,
  actor: Actor,
  wish: Wish & { methodId: number },
  { cards, origin, record }: { cards: CardService; origin: string; record: Record },
): Promise<Payment> {
  if (!cards.provider) throw refuse(409, 'no_payment_provider')
  return order(tx, actor, { ...wish, returnTo: origin }, record)
}

/** 404 for another company's invoice as for none, 409 for more than is open of an invoice and not announced yet; the same wish again is the same payment. */
async function order(
  tx: Tx,
  actor: Actor,
  { wish, parts, methodId, returnTo }: Wish & { methodId: number | null; returnTo: string | null },
  record: Record,
): Promise<Payment> {
  const cents = centsOf(parts)
  const { rows } =
    await sql<Placed>`select of_reference, refused, about, open_cents::text, known from portal.announce_payment(${wish}, ${JSON.stringify(cents)}::jsonb,
    ${methodId}::bigint, ${returnTo})`.execute(tx)
  const payment = await findPayment(tx, actor, await placedBy(tx, rows, parts))
  recordOf(
    payment,
    rows[0]?.known ? ({ event: _, notice: __, ...act }) => record(act) : record,
    methodId === null ? 'announced' : 'ordered',
  )
  return told(payment, actor)
}

/** 422: no payment came in tomorrow. */
function refuseFuture(on: string, today: string): void {
  if (on > today)
    throw refuse(422, 'payment_in_future', {
      errors: [{ path: 'on', messageKey: 'notAfter', values: { day: { day: today } } }],
    })
}

/**
 * What came in, or was sent back, without being announced. 422 for a company that the asker may not look into and for a day to come,
 * 409 for what is recorded already, and for a refund of more than the client has to its credit.
 */
export async function recordPayment(
  tx: Tx,
  actor: Actor,
  {
    tenantId,
    wish,
    kind,
    parts,
    onAccount = '0.00',
    currency = null,
    on,
    bankReference,
  }: Wish &
    Pick<Payment, 'kind'> & { tenantId: number; on: string; bankReference: string } & {
      onAccount?: string | undefined
      currency?: string | null | undefined
    },
  { record, today }: { record: Record; today: string },
): Promise<Payment> {
  refuseFuture(on, today)
  const tenant = await tx
    .selectFrom('tenants as t')
    .select('t.id')
    .where('t.id', '=', tenantId)
    .$if(actor.tenantId !== null, (query) => query.where('t.id', '=', actor.tenantId ?? 0))
    .executeTakeFirst()
  if (!tenant) throw refuse(422, 'unknown_tenant')
  const { rows } =
    await sql<Placed>`select of_reference, refused, about, open_cents::text, known from portal.record_payment(
    ${tenantId}::int, ${wish}, ${kind}, ${on}::date, ${bankReference}, ${JSON.stringify(centsOf(parts))}::jsonb,
    ${onAccount.replace('.', '')}::bigint, ${currency}, ${today}::date)`.execute(tx)
  const payment = await findPayment(tx, actor, await placedBy(tx, rows, parts))
  recordOf(payment, rows[0]?.known ? ({ event: _, notice: __, ...act }) => record(act) : record, 'recorded')
  return told(payment, actor)
}

/** 409 for what did not come in by the word of staff. */
export async function takePaymentBack(
  tx: Tx,
  actor: Actor,
  { reference, reason }: { reference: string; reason: string },
  record: Record,
): Promise<Payment> {
  const before = await findPayment(tx, actor, reference)
  const { rows } = await sql<{ done: boolean }>`
    select portal.unreceive_payment(${before.tenantId}::int, ${before.id}::bigint) as done`.execute(tx)
  if (!rows[0]?.done) throw refuse(409, 'payment_not_taken_back')
  const after = await findPayment(tx, actor, reference)
  recordOf(after, (act) => record({ ...act, after: { ...act.after, reason } }), 'taken_back', before)
  return told(after, actor)
}

/** 409 once it came in. */
export async function cancelPayment(
  tx: Tx,
  actor: Actor,
  { reference }: { reference: string },
  record: Record,
): Promise<Payment> {
  return mark(tx, actor, { reference, on: null }, record)
}

/** 409 when it is known to have come in. */
export const receivePayment = (
  tx: Tx,
  actor: Actor,
  asked: { reference: string; on: string },
  { record, today }: { record: Record; today: string },
): Promise<Payment> => {
  refuseFuture(asked.on, today)
  return mark(tx, actor, asked, record)
}

async function mark(
  tx: Tx,
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
  if (payment.kind === 'refund') return []
  return what === 'received' || what === 'recorded' ? [{ ...about, kind: 'payment_received' }] : []
}

/** The trail keeps what it is; people of the company and staff hear that it moved. */
function recordOf(payment: FoundPayment, record: Record, what: string, before?: FoundPayment): void {
  const facts = ({ state, kind, amount, currency, onAccount, ...rest }: FoundPayment) => ({
    ...{ state, kind, amount, currency, receivedOn: rest.receivedOn },
    ...(rest.bankReference !== null && { bankReference: rest.bankReference }),
    ...(onAccount !== '0.00' && { onAccount }),
    parts: rest.parts.map(({ invoice, amount }) => `${invoice} ${amount}`),
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
