import { sql } from 'kysely'
import { isWhole } from '../../../platform/domain/units.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { lineAmount, losesThousandth } from '../domain/line-amount.ts'
import { MOST_CENTS, readLines } from './drafts.ts'
import type { StatedPrice, StoredPo, StoredProposal } from './find-po.ts'
import type { Outcome, Wish } from './outcome.ts'
import { refuseOverLimit } from './refuse-over-limit.ts'

export const storedProposal = (proposal: Omit<StoredProposal, 'at'>) =>
  JSON.stringify({ ...proposal, at: new Date().toISOString() })

/** Another date, other quantities, the price of a line that has none; nothing of it counts before the other side agrees. */
export async function propose(tx: Handle, actor: Actor, po: StoredPo, wish: Wish): Promise<Outcome> {
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
      ...{ path: `quantities.${line.line_no}`, says: 'wholeUnits', values: { unit: line.unit ?? '' } },
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
async function keepAgreed(tx: Handle, po: StoredPo, { quantities, prices = [] }: Agreed): Promise<object> {
  const agreed = { quantities: JSON.stringify(quantities), prices: JSON.stringify(prices) }
  await sql`
    update portal.purchase_order_lines l
       set quantity = coalesce(q.quantity, l.quantity), unit_price = coalesce(p."unitPrice", l.unit_price),
           price_per = coalesce(p."pricePer", l.price_per)
      from generate_series(1, 200) n
      left join jsonb_to_recordset(${agreed.quantities}::jsonb) q ("lineNo" int, quantity numeric) on q."lineNo" = n
      left join jsonb_to_recordset(${agreed.prices}::jsonb) p ("lineNo" int, "unitPrice" numeric, "pricePer" numeric) on p."lineNo" = n
     where l.tenant_id = ${po.tenantId}::int and l.purchase_order_id = ${po.id}::bigint and l.line_no = n
       and (q."lineNo" is not null or p."lineNo" is not null)`.execute(tx)
  const { rows } = await sql<{ cents: string; unpriced: number }>`
    select coalesce(sum(l.amount_cents), 0)::text as cents, count(*) filter (where l.unit_price is null)::int as unpriced
      from portal.purchase_order_lines l
     where l.tenant_id = ${po.tenantId}::int and l.purchase_order_id = ${po.id}::bigint`.execute(tx)
  const [sums] = rows
  return { total_cents: sums?.cents, unpriced_lines: sums?.unpriced }
}

/** Accepted as it is, with the prices that lines had not. */
export async function confirmPrices(
  tx: Handle,
  actor: Actor,
  po: StoredPo,
  wanted: readonly StatedPrice[],
): Promise<Outcome> {
  if (wanted.length === 0) return {}
  const lines = await readLines(tx, po)
  const prices = statedPrices(actor, lines, wanted)
  refuseUnkept(po, lines, { quantities: [], prices })
  return { set: await keepAgreed(tx, po, { quantities: [], prices }), details: { prices } }
}

/** Both sides agree: what was proposed counts from now on. Prices that were agreed before stay as they were. */
export async function applyProposal(tx: Handle, po: StoredPo): Promise<Outcome> {
  if (!po.proposal) return {}
  const { requestedDate, quantities, prices = [] } = po.proposal
  const lines = await readLines(tx, po)
  return {
    set: {
      ...(await keepAgreed(tx, po, { quantities, prices })),
      proposal: null,
      ...(requestedDate !== null && { requested_date: requestedDate }),
    },
    details: { requestedDate, quantities: changesOf(lines, quantities), prices },
  }
}
