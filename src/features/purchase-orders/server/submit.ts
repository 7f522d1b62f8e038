import { sql } from 'kysely'
import { inMinorDigits } from '../../../platform/contract/minor-digits.ts'
import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { type FieldFault, refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { earliestDate } from '../domain/earliest-date.ts'
import { needsApproval } from '../domain/transitions.ts'
import { keepLines, readLines } from './drafts.ts'
import type { StoredPo } from './find-po.ts'
import type { Outcome } from './outcome.ts'
import { sideOf } from './po-rows.ts'
import { readTerms, refuseLostDigits, totalsOf } from './read-terms.ts'
import { readLimit } from './settings.ts'

/** Today's prices and terms count; what cannot be made as it is wanted is not submitted, and it is said why. */
export async function submit(tx: Tx, actor: Actor, po: StoredPo, today: string): Promise<Outcome> {
  const kept = await readLines(tx, po)
  const wanted = kept.map((line) => ({ itemNo: line.item_no, quantity: Number(line.quantity) }))
  const lines = await readTerms(tx, po.tenantId, wanted, {
    ...{ currency: po.currency, today, unbound: po.issueId !== null },
  })
  const faults = lines.flatMap(({ lineNo, fault, unit, minimum, minimumUnit }): FieldFault[] => {
    const path = `lines.${lineNo - 1}`
    if (fault === null) return []
    if (fault === 'unknown_item') return [{ path: `${path}.itemNo`, messageKey: 'notInCatalogue' }]
    if (fault === 'part_of_unit')
      return [{ path: `${path}.quantity`, messageKey: 'wholeUnits', values: { unit: unit ?? '' } }]
    const messageKey = fault === 'below_minimum' ? 'minimum' : 'otherMinimum'
    return [
      { path: `${path}.quantity`, messageKey, values: { minimum: minimum ?? 0, unit: minimumUnit ?? '' } },
    ]
  })
  if (lines.length === 0) throw refuse(422, 'po_empty')
  if (!po.poNo) throw refuse(422, 'po_number_needed', { errors: [{ path: 'poNo', messageKey: 'missing' }] })
  if (lines.some(({ fault }) => fault === 'unknown_item'))
    throw refuse(422, 'unknown_items', { values: { items: named(lines, 'unknown_item') }, errors: faults })
  if (lines.some(({ fault }) => fault === 'part_of_unit'))
    throw refuse(422, 'part_of_unit', { values: { items: named(lines, 'part_of_unit') }, errors: faults })
  const apart = lines.filter(({ fault }) => fault === 'minimum_unit')
  if (apart.length > 0)
    throw refuse(422, 'minimum_unit', {
      values: {
        items: apart
          .map((line) => `${line.itemNo}: ${line.unit} / ${line.minimum} ${line.minimumUnit}`)
          .slice(0, 10)
          .join('; '),
      },
      errors: faults,
    })
  if (faults.length > 0)
    throw refuse(422, 'below_minimum', {
      values: {
        items: [
          ...new Set(
            lines
              .filter(({ fault }) => fault !== null)
              .map((line) => `${line.itemNo}: ${line.minimum} ${line.minimumUnit ?? ''}`.trim()),
          ),
        ].join('; '),
      },
      errors: faults,
    })
  refuseLostDigits(lines, po.currency)
  const earliest = earliestDate(today, lines)
  if (earliest !== null && po.requestedDate !== null && po.requestedDate < earliest)
    throw refuse(422, 'po_too_soon', {
      values: { date: { day: earliest } },
      errors: [{ path: 'requestedDate', messageKey: 'notBefore', values: { day: { day: earliest } } }],
    })
  await keepLines(tx, po, lines)
  const totals = totalsOf(lines)
  const approves = sideOf(actor) === 'client' && may(actor, 'purchase_orders.approve')
  const waits = needsApproval(
    { totalCents: totals.total_cents, unpriced: totals.unpriced_lines },
    await readLimit(tx, po.tenantId),
    approves,
  )
  const { rows } = await sql<{ number: number }>`
    select portal.next_purchase_order_number(${po.tenantId}::int) as number`.execute(tx)
  return {
    state: waits ? 'awaiting_approval' : 'submitted',
    set: {
      ...{ number: rows[0]?.number, submitted_at: sql`clock_timestamp()` },
      ...{ total_cents: Number(totals.total_cents), unpriced_lines: totals.unpriced_lines },
    },
    details: {
      number: rows[0]?.number,
      total: `${inMinorDigits(moneyText(totals.total_cents), po.currency)} ${po.currency}`,
    },
  }
}

const named = (lines: readonly { itemNo: string; fault: string | null }[], fault: string) =>
  [...new Set(lines.filter((line) => line.fault === fault).map(({ itemNo }) => itemNo))]
    .slice(0, 10)
    .join(', ')
