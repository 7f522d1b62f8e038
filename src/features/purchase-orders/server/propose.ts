import { sql } from 'kysely'
import { isWhole } from '../../../platform/domain/units.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { lineAmount, losesThousandth } from '../domain/line-amount.ts'
import { MOST_CENTS, readLines } from './drafts.ts'
import type { StatedPrice, StoredAcceptance, StoredPo, StoredProposal } from './find-po.ts'
import type { Outcome, Wish } from './outcome.ts'
import { refuseOverLimit } from './refuse-over-limit.ts'

/** A promise further away is a slip of the keyboard. */
const MOST_YEARS = 5

export const storedProposal = (proposal: Omit<StoredProposal, 'at'>) =>
  JSON.stringify({ ...proposal, at: new Date().toISOString() })

/** Another date, other quantities, the price of a line that has none; nothing of it counts before the other side agrees. */
export async function propose(tx: Tx, actor: Actor, po: StoredPo, wish: Wish): Promise<Outcome> {
  const kind = wish.act === 'counter' ? ('counter' as const) : ('change' as const)
  const lines = await readLines(tx, po)
  const quantities = (wish.quantities ?? []).filter(({ lineNo, quantity }) => {
    const line = lines.find((one) => one.line_no === lineNo)
    if (!line) throw refuse(422, 'po_no_such_line', { values: { line: lineNo } })
    return Number(line.quantity) !== quantity
  })
  refuseParts(lines, quantities)
  const requestedDate = wish.requestedDate === po.requestedDate ? null : (wish.requestedDate ?? null)
  const prices = statedPrices(actor, lines, wish.prices ?? [])
  const changesNothing = quantities.length === 0 && prices.length === 0 && requestedDate === null
  if (changesNothing && (kind === 'counter' || !wish.note)) throw refuse(422, 'po_nothing_proposed')
  refuseUnkept(po, lines, { quantities, prices })
  await refuseOverLimit(tx, actor, po, { quantities, prices })
  const proposal = { kind, note: wish.note ?? null, requestedDate, quantities, prices }
  return {
    set: { proposal: storedProposal(proposal) },
    details: { requestedDate, quantities: changesOf(lines, quantities), prices },
  }
}

type Lines = Awaited<ReturnType<typeof readLines>>
const changesOf = (lines: Lines, quantities: StoredProposal['quantities']) =>
  quantities.map(({ lineNo, quantity }) => ({
    lineNo,
    old: Number(lines.find((line) => line.line_no === lineNo)?.quantity),
    new: quantity,
  }))

/**
 * Prices that the manufacturer states. One that was agreed stands. @throws 403 for who may not see prices, 422 for a line that
 * is not there or has its price
 */
function statedPrices(actor: Actor, lines: Lines, prices: readonly StatedPrice[]): StatedPrice[] {
  if (prices.length > 0 && !may(actor, 'prices.read')) throw refuse(403, 'permission_denied')
  return prices.map((price, at) => {
    const line = lines.find((one) => one.line_no === price.lineNo)
    if (!line) throw refuse(422, 'po_no_such_line', { values: { line: price.lineNo } })
    const isTwice = prices.findIndex(({ lineNo }) => lineNo === price.lineNo) !== at
    if (line.unit_price !== null || isTwice) throw refuse(422, 'po_price_stands')
    return price
  })
}

type Agreed = Pick<StoredProposal, 'quantities' | 'prices'>

/** @throws 422 for a quantity of half a piece, at its field */
function refuseParts(lines: Lines, quantities: StoredProposal['quantities']): void {
  const parts = quantities.flatMap(({ lineNo, quantity }) => {
    const line = lines.find((one) => one.line_no === lineNo)
    return line && isWhole(line.unit) && !Number.isInteger(quantity) ? [line] : []
  })
  if (parts.length === 0) return
  throw refuse(422, 'part_of_unit', {
    values: { items: parts.map((line) => line.item_no).join(', ') },
    errors: parts.map((line) => ({
      ...{ path: `quantities.${line.line_no}`, messageKey: 'wholeUnits', values: { unit: line.unit ?? '' } },
    })),
  })
}

/** Before the database is asked to hold it. @throws 422 for more than any account holds, or a third decimal */
function refuseUnkept({ currency }: StoredPo, lines: Lines, { quantities, prices = [] }: Agreed): void {
  const total = lines.reduce((sum, line) => {
    const quantity =
      quantities.find(({ lineNo }) => lineNo === line.line_no)?.quantity ?? Number(line.quantity)
    const stated = prices.find(({ lineNo }) => lineNo === line.line_no)
    const unitPrice = stated?.unitPrice ?? line.unit_price
    if (unitPrice === null) return sum
    const per = stated ? String(stated.pricePer) : line.price_per
    const factors = [Math.round(quantity * 1000), unitPrice, per, currency] as const
    if (losesThousandth(...factors)) throw refuse(422, 'amount_precision', { values: { currency } })
    return sum + lineAmount(...factors)
  }, 0n)
  if (total > MOST_CENTS) throw refuse(422, 'po_too_large')
}

/** Lines as they are agreed from now on, and what the purchase order comes to. */
async function keepAgreed(tx: Tx, po: StoredPo, { quantities, prices = [] }: Agreed): Promise<object> {
  const { rows } = await sql<{ cents: string; unpriced: number }>`
    select cents::text, unpriced from portal.keep_agreed(${po.tenantId}::int, ${po.id}::bigint, ${JSON.stringify(quantities)}::jsonb,
      ${JSON.stringify(prices)}::jsonb)`.execute(tx)
  const [sums] = rows
  return { total_cents: sums?.cents, unpriced_lines: sums?.unpriced }
}

/** What an acceptance says: the prices that lines had not, and the promised day. @throws 422 */
export async function readAcceptance(
  tx: Tx,
  actor: Actor,
  po: StoredPo,
  { wish, today }: { wish: Wish; today: string },
): Promise<Omit<StoredAcceptance, 'eventId'>> {
  const { promisedDate } = wish
  if (promisedDate === undefined)
    throw refuse(422, 'po_promise_needed', { errors: [{ path: 'promisedDate', messageKey: 'missing' }] })
  const last = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`
  if (promisedDate < today || promisedDate > last) {
    const [messageKey, day] =
      promisedDate < today ? (['notBefore', today] as const) : (['notAfter', last] as const)
    throw refuse(422, 'po_promise_impossible', {
      errors: [{ path: 'promisedDate', messageKey, values: { day: { day } } }],
    })
  }
  const lines = await readLines(tx, po)
  const prices = statedPrices(actor, lines, wish.prices ?? [])
  refuseUnkept(po, lines, { quantities: [], prices })
  return { note: wish.note ?? null, prices, promisedDate }
}

/** Both sides agree: what was proposed counts from now on. Prices that were agreed before stay as they were. */
export async function applyProposal(tx: Tx, po: StoredPo): Promise<Outcome> {
  if (!po.proposal) return {}
  const { requestedDate, quantities, prices = [] } = po.proposal
  const lines = await readLines(tx, po)
  return {
    set: {
      ...(await keepAgreed(tx, po, { quantities, prices })),
      proposal: null,
      ...(requestedDate !== null && { requested_date: requestedDate }),
      // What both sides agree to is promised.
      promised_date: requestedDate ?? po.promisedDate ?? po.requestedDate,
    },
    details: { requestedDate, quantities: changesOf(lines, quantities), prices },
  }
}
