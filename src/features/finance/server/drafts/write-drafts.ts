import { sql } from 'kysely'
import { moneyText } from '../../../../platform/domain/money-text.ts'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { type FieldFault, refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { Inside } from '../../../../platform/server/endpoint/in-tenant.ts'
import { refuseOtherVersion } from '../../../../platform/server/endpoint/known-version.ts'
import type { Act } from '../../../../platform/server/records/write-records.ts'
import { dueByTerms } from '../../domain/due-by-terms.ts'
import type { DraftFacts, InvoiceDraft } from '../../drafts-contract.ts'
import { getDraft } from './read-drafts.ts'

type Record = (act: Act) => void
type Known = { id: number; version: number | undefined }

const columnsOf = (facts: DraftFacts & Pick<InvoiceDraft, 'billTo' | 'place' | 'taxNote'>) => ({
  kind: facts.kind,
  credits_no: facts.creditsNo || null,
  invoice_date: facts.date,
  due_date: facts.dueDate ?? dueByTerms(facts.terms, facts.date),
  terms: facts.terms || null,
  po_no: facts.poNo || null,
  ord_no: facts.ordNo || null,
  currency: facts.currency,
  bill_to: facts.billTo || null,
  place: facts.place,
  tax_note: facts.taxNote || null,
  lines: JSON.stringify(facts.lines),
  ...(facts.taxes && { taxes: JSON.stringify(facts.taxes) }),
})

/** 422 for a company that the asker may not look into, 409 for one whose invoices come from upstream. */
export async function createDraft(
  tx: Tx,
  actor: Actor,
  { tenantId, ...facts }: DraftFacts & { tenantId: number },
  record: Record,
): Promise<{ id: number }> {
  const tenant = await tx
    .selectFrom('tenants as t')
    .select(['t.id', 't.address', 't.terms', 't.region'])
    .where('t.id', '=', tenantId)
    .$if(actor.tenantId !== null, (query) => query.where('t.id', '=', actor.tenantId ?? 0))
    .executeTakeFirst()
  if (!tenant) throw refuse(422, 'unknown_tenant')
  await refuseUpstream(tx, tenantId)
  await refuseUncredited(tx, tenantId, facts)
  const { id } = await tx
    .insertInto('invoice_drafts')
    .values({
      ...{ tenant_id: tenantId, created_by: actor.userId, taxes: '[]' },
      ...columnsOf({
        ...facts,
        billTo: facts.billTo === undefined ? tenant.address : facts.billTo,
        place: facts.place === undefined ? tenant.region : facts.place,
        taxNote: facts.taxNote ?? null,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await settle(tx, id, facts)
  record({
    chain: tenantId,
    objectType: 'invoice_draft',
    objectId: String(id),
    after: told(await getDraft(tx, actor, { id })),
  })
  return { id }
}

/** 412 when somebody else wrote it first. */
export async function changeDraft(
  tx: Tx,
  actor: Actor,
  { id, version, ...facts }: DraftFacts & Known,
  record: Record,
): Promise<{ version: number }> {
  const before = await lockDraft(tx, actor, { id, version })
  await refuseUncredited(tx, before.tenantId, facts)
  await tx
    .updateTable('invoice_drafts')
    .set({
      ...columnsOf({
        ...facts,
        billTo: facts.billTo === undefined ? before.billTo : facts.billTo,
        place: facts.place === undefined ? before.place : facts.place,
        taxNote: facts.taxNote === undefined ? before.taxNote : facts.taxNote,
      }),
      version: before.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('tenant_id', '=', before.tenantId)
    .where('id', '=', id)
    .execute()
  await settle(tx, id, facts)
  const after = await getDraft(tx, actor, { id })
  record({
    chain: before.tenantId,
    objectType: 'invoice_draft',
    objectId: String(id),
    before: told(before),
    after: told(after),
  })
  return { version: after.version }
}

export async function discardDraft(
  tx: Tx,
  actor: Actor,
  known: Known,
  record: Record,
): Promise<{ discarded: true }> {
  const draft = await lockDraft(tx, actor, known)
  await tx
    .deleteFrom('invoice_drafts')
    .where('tenant_id', '=', draft.tenantId)
    .where('id', '=', draft.id)
    .execute()
  record({
    chain: draft.tenantId,
    objectType: 'invoice_draft',
    objectId: String(draft.id),
    before: told(draft),
  })
  return { discarded: true }
}

/**
 * Issued, it is an invoice with the next number of its company, and its people hear of it. A credit note above the approval
 * limit is issued by whoever has just shown who they are (J7).
 */
export async function issueDraft(
  { tx, actor, record, needFresh }: Inside,
  known: Known,
): Promise<{ id: number; number: string }> {
  const draft = await lockDraft(tx, actor, known)
  if (await isAboveLimit(tx, draft)) needFresh()
  const { rows } = await sql<{ invoice: number; number: string; refused: string | null }>`
    select invoice, number, refused from portal.issue_invoice(${draft.id}::bigint, ${draft.version}::int)`.execute(
    tx,
  )
  const [issued] = rows
  if (!issued) throw refuse(412, 'stale_version')
  if (issued.refused === 'from_upstream') throw refuse(409, 'invoices_from_upstream')
  if (issued.refused) throw refuse(422, 'invoice_incomplete', { errors: await faultsOf(tx, draft) })
  record({
    chain: draft.tenantId,
    objectType: 'invoice',
    objectId: String(issued.invoice),
    after: { ...told(draft), number: issued.number },
    event: {
      topic: 'invoice.issued',
      tenantId: draft.tenantId,
      module: 'finance',
      permission: 'invoices.read',
      payload: { number: issued.number },
    },
  })
  return { id: issued.invoice, number: issued.number }
}

async function isAboveLimit(tx: Tx, { id, kind }: InvoiceDraft): Promise<boolean> {
  if (kind !== 'credit_note') return false
  const { rows } = await sql<{ above: boolean | null }>`
    select s.total > i.credit_note_limit_cents as above
      from portal.installation i, portal.invoice_drafts d
     cross join lateral portal.draft_total(d.lines, d.taxes, 1, d.currency) s where d.id = ${id}::bigint`.execute(
    tx,
  )
  return rows[0]?.above === true
}

/** What the words of a fault call the thing that it is about. */
const NAMES: { [fault: string]: string } = {
  ...{ notBefore: 'day', invoiceCurrency: 'currency', clientCurrency: 'currency', creditsTooMuch: 'invoice' },
  ...{ creditsTooMuchTax: 'tax', taxMissing: 'tax', taxDiffers: 'tax', taxNotOfPlace: 'tax' },
}

/** Taxes that were not given are those of the place; 422 for an order, PO or item that is not the company's. */
async function settle(tx: Tx, id: number, { kind, taxes }: DraftFacts): Promise<void> {
  if (kind === 'invoice' && taxes === undefined)
    await sql`update portal.invoice_drafts d
         set taxes = coalesce((select jsonb_agg(jsonb_build_object('name', x.name, 'rate', trim_scale(x.rate)::text,
               'amount', (x.cents / 100.0)::numeric(20, 2)::text) order by x.name)
             from portal.draft_total(d.lines, '[]', 1, d.currency) s
             cross join lateral portal.taxes_of(d.place, d.invoice_date, s.subtotal, d.currency) x where x.cents <> 0), '[]')
       where d.id = ${id}::bigint`.execute(tx)
  const { rows } = await sql<{ path: string }>`
    select path from portal.draft_faults(${id}::bigint) where fault = 'notTheirs' order by path`.execute(tx)
  if (rows.length > 0)
    throw refuse(422, 'unknown_reference', {
      errors: rows.map(({ path }) => ({ path, messageKey: 'notTheirs' })),
    })
}

type Fault = { path: string; fault: string; about: string | null; cents: string | null }

/** All that keeps it from being issued, each at its field. */
async function faultsOf(tx: Tx, { id, currency }: InvoiceDraft): Promise<FieldFault[]> {
  const { rows } = await sql<Fault>`
    select path, fault, about, cents::text from portal.draft_faults(${id}::bigint) order by path`.execute(tx)
  return rows.map(({ path, fault, about, cents }) => ({
    ...{ path, messageKey: fault },
    values: {
      ...(about !== null && { [NAMES[fault] ?? 'value']: fault === 'notBefore' ? { day: about } : about }),
      ...(cents !== null && { amount: { amount: moneyText(BigInt(cents)), currency } }),
    },
  }))
}
async function lockDraft(tx: Tx, actor: Actor, { id, version }: Known): Promise<InvoiceDraft> {
  await sql`select from portal.invoice_drafts where id = ${id}::bigint for update`.execute(tx)
  const draft = await getDraft(tx, actor, { id })
  refuseOtherVersion(version, draft.version)
  return draft
}

/** Invoices of a company have one origin (D5). */
async function refuseUpstream(tx: Tx, tenantId: number): Promise<void> {
  const theirs = await tx
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '<>', 0)
    .limit(1)
    .executeTakeFirst()
  if (theirs) throw refuse(409, 'invoices_from_upstream')
}

/** A credit note is for an invoice that was issued here, in its currency. */
async function refuseUncredited(
  tx: Tx,
  tenantId: number,
  { creditsNo, currency }: Pick<DraftFacts, 'creditsNo' | 'currency'>,
): Promise<void> {
  if (!creditsNo) return
  const credited = await tx
    .selectFrom('invoices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', 0)
    .where('source_key', '=', creditsNo)
    .where('currency', '=', currency)
    .where('total_cents', '>', 0)
    .executeTakeFirst()
  if (!credited) throw refuse(422, 'nothing_to_credit')
}

/** For the trail. */
const told = ({ lines, taxes, ...draft }: InvoiceDraft) => ({
  ...{ kind: draft.kind, creditsNo: draft.creditsNo, date: draft.date, dueDate: draft.dueDate },
  ...{ billTo: draft.billTo, place: draft.place, taxNote: draft.taxNote },
  ...{ terms: draft.terms, poNo: draft.poNo, ordNo: draft.ordNo, currency: draft.currency },
  ...{ total: draft.total, lines, taxes },
})
