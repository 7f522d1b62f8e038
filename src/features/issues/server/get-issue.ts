import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { IssueDetail, IssueEntry, IssueNote } from '../contract.ts'
import { actsOn } from '../domain/rules.ts'
import { issueRows } from './issue-rows.ts'
import { LOT_OF_ISSUE } from './lot-of-issue.ts'
import { mayInvoices, mayLots } from './may-know.ts'
import { hasReplacementOrder } from './replacement-order.ts'

const MOST_ENTRIES = 500
const MOST_MATCHES = 20
const BY_ID = /^id:([1-9]\d{0,15})$/
const NUMBER = /^#?([1-9]\d{0,8})$/

/** @throws 404 for another tenant's as for none; 409 with the ids where several tenants have the number */
export async function getIssue(tx: Tx, actor: Actor, { number }: { number: string }): Promise<IssueDetail> {
  const [id, no] = [BY_ID.exec(number)?.[1], NUMBER.exec(number)?.[1]]
  if ((id === undefined && no === undefined) || (id && !Number.isSafeInteger(Number(id))))
    throw refuse(404, 'not_found')
  const found = await issueRows(tx, actor)
    .select(['i.tenant_id', 'i.description', 'i.assigned_to as assignedId'])
    .select(hasReplacementOrder.as('isOrdered'))
    .select(
      sql<
        IssueDetail['issue']['replacementOrder']
      >`case when ${may(actor, 'purchase_orders.read')}::boolean then (select jsonb_build_object('id', p.id, 'name', coalesce(p.po_no, p.number::text))
        from portal.purchase_orders p where p.tenant_id = i.tenant_id and p.issue_id = i.id and p.state not in ('rejected', 'cancelled')
          and (p.state <> 'draft' or p.by_staff or ${actor.kind === 'member'}::boolean)) end`.as(
        'replacementOrder',
      ),
    )
    .select(
      sql<
        number | null
      >`case when ${may(actor, 'orders.read')}::boolean then (select o.id from portal.orders o
        where o.tenant_id = i.tenant_id and o.source_id = i.order_source and o.source_key = i.order_key) end`.as(
        'orderId',
      ),
    )
    .select(
      sql<
        IssueDetail['issue']['invoice']
      >`case when ${mayInvoices(actor)}::boolean and i.invoice_no is not null then jsonb_build_object('number', i.invoice_no, 'id',
        (select v.id from portal.invoices v where v.tenant_id = i.tenant_id and v.source_id = i.invoice_source
            and v.source_key = i.invoice_key)) end`.as('invoice'),
    )
    .select(
      sql<IssueDetail['issue']['lot']>`case when ${mayLots(actor)}::boolean then (
        select jsonb_build_object('address', portal.lot_address(x.id, x.lot_no), 'state', portal.lot_state(x.state, x.expires_on))
          from portal.lots x where x.id = ${LOT_OF_ISSUE}) end`.as('lot'),
    )
    .where(id === undefined ? sql<boolean>`i.no = ${no}::int` : sql<boolean>`i.id = ${id}::bigint`)
    .orderBy('i.id')
    .limit(MOST_MATCHES)
    .execute()
  const [row, ...others] = found
  if (!row) throw refuse(404, 'not_found')
  if (others.length > 0) throw refuse(409, 'ambiguous', { ids: found.map((one) => one.id) })
  const { tenant_id, isOrdered, ...issue } = row
  const staff = actor.kind !== 'member'
  const desk = staff && may(actor, 'issues.manage')
  const [entries, count, notes, handlers] = await Promise.all([
    readEntries(tx, actor, tenant_id, issue.id),
    tx
      .selectFrom('issue_entries as e')
      .select(sql<number>`count(*)`.as('n'))
      .where('e.tenant_id', '=', tenant_id)
      .where('e.issue_id', '=', issue.id)
      .executeTakeFirstOrThrow(),
    desk ? readNotes(tx, tenant_id, issue.id) : [],
    desk
      ? sql<{ id: string; name: string }>`
          select h.user_id as id, h.name from portal.issue_handlers(${tenant_id}::int) h`.execute(tx)
      : undefined,
  ])
  const mayWrite = may(actor, 'issues.write') && actor.mode === null
  return {
    issue: { ...issue, assignedId: staff ? issue.assignedId : null, tenantId: tenant_id },
    entries,
    entryCount: count.n,
    acts: mayWrite ? actsOn(issue, staff) : [],
    mayWrite,
    mayOrderReplacement:
      issue.replacement === 'accepted' &&
      !isOrdered &&
      may(actor, 'purchase_orders.write') &&
      actor.mode === null,
    desk: handlers ? { notes, handlers: handlers.rows } : null,
  }
}

type Attached = NonNullable<IssueEntry['file']>

/** The newest ones, oldest first. */
async function readEntries(tx: Tx, actor: Actor, tenantId: number, issueId: number): Promise<IssueEntry[]> {
  const rows = await tx
    .selectFrom('issue_entries as e')
    .leftJoin('issue_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'e.tenant_id').onRef('f.entry_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.text', 'e.author_name as author', 'e.by_staff as byStaff', 'e.at'])
    .select(['f.id as fileId', 'f.file_name as name', 'f.size', 'f.format'])
    .select(sql<Attached['scan']>`portal.issue_file_scan(f.tenant_id, f.id)`.as('scan'))
    .select([sql<IssueEntry['kind']>`e.kind`.as('kind'), sql<boolean>`e.author = ${actor.userId}`.as('own')])
    .where('e.tenant_id', '=', tenantId)
    .where('e.issue_id', '=', issueId)
    .orderBy('e.id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.reverse().map(({ fileId, name, size, format, scan, ...entry }) => ({
    ...entry,
    file:
      fileId === null || name === null || size === null || format === null
        ? null
        : { id: fileId, name, size, format, scan },
  }))
}

async function readNotes(tx: Tx, tenantId: number, issueId: number): Promise<IssueNote[]> {
  const rows = await tx
    .selectFrom('issue_notes as n')
    .select(['n.id', 'n.text', 'n.author_name as author', 'n.at', sql<IssueNote['kind']>`n.kind`.as('kind')])
    .where('n.tenant_id', '=', tenantId)
    .where('n.issue_id', '=', issueId)
    .orderBy('n.id', 'desc')
    .limit(MOST_ENTRIES)
    .execute()
  return rows.reverse()
}
