import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { DraftFacts, InvoiceDraft } from '../../drafts-contract.ts'

/** More are not written at once; the oldest of them wait for the others. */
const MOST = 200

const cents = (column: 'subtotal' | 'total') =>
  sql<string>`(${sql.ref(`s.${column}`)} / 100.0)::numeric(20, 2)::text`

const draftRows = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('invoice_drafts as d')
    .innerJoin('tenants as t', 't.id', 'd.tenant_id')
    .leftJoin('profiles as p', 'p.user_id', 'd.created_by')
    .innerJoin(
      sql<{
        subtotal: string
        total: string
      }>`lateral portal.draft_total(d.lines, d.taxes, case d.kind when 'credit_note' then -1 else 1 end, d.currency)`.as(
        's',
      ),
      (join) => join.onTrue(),
    )
    .$if(actor.tenantId !== null, (query) => query.where('d.tenant_id', '=', actor.tenantId ?? 0))
    .select([
      'd.id',
      'd.tenant_id as tenantId',
      't.name as tenantName',
      'd.version',
      'd.kind',
      'd.credits_no as creditsNo',
      'd.invoice_date as date',
      'd.due_date as dueDate',
      'd.terms',
      'd.bill_to as billTo',
      'd.place',
      'd.tax_note as taxNote',
      'd.po_no as poNo',
      'd.ord_no as ordNo',
      'd.currency',
      'p.name as createdBy',
      'd.updated_at as updatedAt',
      cents('subtotal').as('subtotal'),
      cents('total').as('total'),
    ])

export async function listDrafts(tx: Tx, actor: Actor) {
  const items = await draftRows(tx, actor).orderBy('d.id', 'desc').limit(MOST).execute()
  return { items: items as Omit<InvoiceDraft, 'lines' | 'taxes'>[] }
}

/** 404 for a draft of a company that the asker may not look into, as for none. */
export async function getDraft(tx: Tx, actor: Actor, { id }: { id: number }): Promise<InvoiceDraft> {
  const draft = await draftRows(tx, actor)
    .select(['d.lines', 'd.taxes'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!draft) throw refuse(404, 'not_found')
  return {
    ...(draft as Omit<InvoiceDraft, 'lines' | 'taxes'>),
    lines: draft.lines as unknown as DraftFacts['lines'],
    taxes: draft.taxes as unknown as InvoiceDraft['taxes'],
  }
}
