import { sql } from 'kysely'
import { moneyText } from '../../../platform/domain/money-text.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { refuseOtherVersion } from '../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { refuseUnlessReplaced } from '../../issues/server/published.ts'
import type { Checked, Draft } from '../contract.ts'
import { earliestDate } from '../domain/earliest-date.ts'
import { needsApproval } from '../domain/transitions.ts'
import { findDuplicates, findPo, type StoredPo, tenantFor } from './find-po.ts'
import { note as noteEvent, tell } from './note.ts'
import { sideOf } from './po-rows.ts'
import { type PricedLine, readTerms, refuseLostDigits, totalsOf } from './read-terms.ts'
import { readLimit } from './settings.ts'

type Record = (act: Act) => void
export type With = { today: string; record: Record }

/** More than any account holds; beyond it sums would not be exact everywhere. */
export const MOST_CENTS = 9_000_000_000_000_00n

const factsOf = ({ poNo, requestedDate, shipTo, note }: Omit<Draft, 'lines'>) => ({
  ...{ po_no: poNo, requested_date: requestedDate, ship_to: shipTo, note },
})

function refuseUnknown(lines: readonly PricedLine[]): void {
  const unknown = lines.filter(({ productId }) => productId === null)
  if (unknown.length > 0)
    throw refuse(422, 'unknown_items', {
      values: {
        items: unknown
          .map(({ itemNo }) => itemNo)
          .slice(0, 10)
          .join(', '),
      },
      errors: unknown.map(({ lineNo }) => ({
        path: `lines.${lineNo - 1}.itemNo`,
        messageKey: 'notInCatalogue',
      })),
    })
  if (totalsOf(lines).total_cents > MOST_CENTS) throw refuse(422, 'po_too_large')
}

/** In the place of those that are there. */
export async function keepLines(
  tx: Tx,
  { tenantId, id, currency }: { tenantId: number; id: number; currency: string },
  lines: readonly PricedLine[],
): Promise<void> {
  await tx
    .deleteFrom('purchase_order_lines')
    .where('tenant_id', '=', tenantId)
    .where('purchase_order_id', '=', id)
    .execute()
  if (lines.length === 0) return
  await tx
    .insertInto('purchase_order_lines')
    .values(
      lines.map((line) => ({
        ...{
          tenant_id: tenantId,
          purchase_order_id: id,
          line_no: line.lineNo,
          product_id: line.productId as number,
        },
        ...{
          item_no: line.itemNo,
          item_name: line.name as string,
          quantity: String(line.quantity),
          unit: line.unit,
        },
        ...{
          unit_price: line.unitPrice,
          currency,
          price_per: line.pricePer,
          minimum_quantity: line.minimum === null ? null : String(line.minimum),
        },
        ...{ lead_weeks_from: line.leadWeeks?.from ?? null, lead_weeks_to: line.leadWeeks?.to ?? null },
      })),
    )
    .execute()
}

const numbersOf = (lines: readonly PricedLine[]) => {
  const { total_cents, ...counts } = totalsOf(lines)
  return { ...counts, total_cents: Number(total_cents) }
}
const shown = (lines: readonly PricedLine[]) => lines.map(({ itemNo, quantity }) => `${itemNo} × ${quantity}`)

type NewDraft = Draft & {
  tenant?: number | undefined
  issueId?: number | undefined
  key?: string | undefined
}

/** A draft, with today's prices and terms; repeated under the same key it is the one that is there. */
export async function createDraft(
  tx: Tx,
  actor: Actor,
  { lines: wanted, tenant: asked, issueId, key, ...facts }: NewDraft,
  { today, record }: With,
) {
  const tenant = await tenantFor(tx, actor, asked)
  const before = key && (await draftedBefore(tx, actor, tenant.id, key))
  if (before) {
    const { event: _, ...same } = tell({ tenantId: tenant.id, id: before.id }, 'drafted', before.version)
    record({ ...same, after: { repeated: true } })
    return before
  }
  if (issueId !== undefined) await refuseUnlessReplaced(tx, actor, { tenantId: tenant.id, issueId })
  const lines = await readTerms(tx, tenant.id, wanted, { currency: tenant.currency, today })
  refuseUnknown(lines)
  refuseLostDigits(lines, tenant.currency)
  const row = {
    ...(issueId !== undefined && { issue_id: issueId }),
    ...factsOf(facts),
    currency: tenant.currency,
    by_staff: sideOf(actor) === 'staff',
  }
  const { id } = await tx
    .insertInto('purchase_orders')
    .values({ ...row, ...numbersOf(lines), tenant_id: tenant.id, created_by: actor.userId, key: key ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const po = { tenantId: tenant.id, id }
  await keepLines(tx, { ...po, currency: tenant.currency }, lines)
  await noteEvent(tx, actor, po, { act: 'draft', state: 'draft' })
  record({
    ...tell({ ...po, state: 'draft', byStaff: row.by_staff }, 'drafted', 1),
    after: { ...row, lines: shown(lines) },
  })
  return { id, version: 1 }
}

/** Who asks at the same time waits until the other is done. */
async function draftedBefore(tx: Tx, actor: Actor, tenantId: number, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('purchase order ' || ${actor.userId} || ${key}, 0))`.execute(
    tx,
  )
  return tx
    .selectFrom('purchase_orders')
    .select(['id', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('created_by', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** @throws 404, 409 when it is no draft any more, 412 when somebody else changed it first */
async function holdDraft(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number | undefined },
): Promise<StoredPo> {
  const po = await findPo(tx, actor, id)
  refuseOtherVersion(version, po.version)
  if (po.state !== 'draft') throw refuse(409, 'po_not_now')
  return po
}

export async function changeDraft(
  tx: Tx,
  actor: Actor,
  { id, version, lines: wanted, ...facts }: Draft & { id: number; version: number | undefined },
  { today, record }: With,
) {
  const po = await holdDraft(tx, actor, { id, version })
  const [lines, before] = await Promise.all([
    readTerms(tx, po.tenantId, wanted, { currency: po.currency, today }),
    readLines(tx, po),
  ])
  refuseUnknown(lines)
  refuseLostDigits(lines, po.currency)
  await keepLines(tx, po, lines)
  await tx
    .updateTable('purchase_orders')
    .set({ ...factsOf(facts), ...numbersOf(lines), version: po.version + 1, updated_at: sql`now()` })
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', id)
    .execute()
  record({
    ...tell(po, 'changed', po.version + 1),
    before: { ...factsOf(po), lines: before.map((line) => `${line.item_no} × ${Number(line.quantity)}`) },
    after: { ...factsOf(facts), lines: shown(lines) },
  })
  return { version: po.version + 1 }
}

export const readLines = (tx: Tx, { tenantId, id }: { tenantId: number; id: number }) =>
  tx
    .selectFrom('purchase_order_lines as l')
    .selectAll()
    .select(sql<string | null>`(l.amount_cents / 100.0)::numeric(20, 2)::text`.as('amount'))
    .where('l.tenant_id', '=', tenantId)
    .where('l.purchase_order_id', '=', id)
    .orderBy('l.line_no')
    .execute()

export async function discardDraft(
  tx: Tx,
  actor: Actor,
  wish: { id: number; version: number | undefined },
  record: Record,
) {
  const po = await holdDraft(tx, actor, wish)
  await tx
    .deleteFrom('purchase_orders')
    .where('tenant_id', '=', po.tenantId)
    .where('id', '=', po.id)
    .execute()
  record({ ...tell(po, 'discarded', po.version), before: factsOf(po), after: {} })
  return { discarded: true as const }
}

type Check = Pick<Draft, 'poNo' | 'requestedDate' | 'lines'> & {
  tenant?: number | undefined
  id?: number | undefined
  issueId?: number | undefined
}

/** What a draft would be, without keeping it. */
export async function checkDraft(tx: Tx, actor: Actor, ask: Check, today: string): Promise<Checked> {
  const tenant = await tenantFor(tx, actor, ask.tenant)
  const [lines, duplicates, limit] = await Promise.all([
    readTerms(tx, tenant.id, ask.lines, {
      ...{ currency: tenant.currency, today, unbound: ask.issueId !== undefined },
    }),
    findDuplicates(tx, tenant.id, ask.poNo, ask.id === undefined ? null : { id: ask.id, orderId: null }),
    readLimit(tx, tenant.id),
  ])
  const totals = totalsOf(lines)
  const sees = may(actor, 'prices.read')
  const earliest = earliestDate(today, lines)
  const approves = sideOf(actor) === 'client' && may(actor, 'purchase_orders.approve')
  return {
    lines: lines.map(({ productId: _, cents, unitPrice, pricePer, ...line }) => ({
      ...line,
      pricePer: Number(pricePer),
      unitPrice: sees ? unitPrice : null,
      amount: cents === null || !sees ? null : moneyText(cents),
    })),
    currency: tenant.currency,
    total: sees ? moneyText(totals.total_cents) : null,
    unpricedLines: totals.unpriced_lines,
    earliestDate: earliest,
    tooSoon: earliest !== null && ask.requestedDate !== null && ask.requestedDate < earliest,
    duplicates,
    needsApproval: needsApproval(
      { totalCents: totals.total_cents, unpriced: totals.unpriced_lines },
      limit,
      approves,
    ),
  }
}
