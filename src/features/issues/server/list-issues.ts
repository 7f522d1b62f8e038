import { sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import {
  beyondCursor,
  cursorKey,
  orderBy,
  type Sort,
  type SortKey,
} from '../../../platform/server/endpoint/keyset.ts'
import type { Issue, IssueCards, IssueSort, issuesContract } from '../contract.ts'
import { isClock, issueRows, selectIssues } from './issue-rows.ts'
import { LOT_OF_ISSUE } from './lot-of-issue.ts'
import { mayInvoices, mayLots } from './may-know.ts'

type Ask = z.output<NonNullable<(typeof issuesContract.list)['~orpc']['inputSchema']>>

const SORT_KEYS: Record<IssueSort, SortKey> = {
  lastAt: { key: sql.ref('i.last_at'), kind: 'timestamptz', always: true },
  dueAt: { key: sql.ref('i.due_at'), kind: 'timestamptz' },
  number: { key: sql`i.no::bigint`, kind: 'bigint', always: true },
  priority: {
    key: sql`array_position(array['low', 'medium', 'high'], i.priority)::bigint`,
    kind: 'bigint',
    always: true,
  },
  status: {
    key: sql`array_position(array['open', 'in_progress', 'resolved', 'closed'], i.status)::bigint`,
    kind: 'bigint',
    always: true,
  },
}

const sortOf = (sort: string): Sort => ({
  ...SORT_KEYS[sort.replace(/^-/, '') as IssueSort],
  id: sql.ref('i.id'),
  descending: sort.startsWith('-'),
})

/** Whose turn it is when it is the asker's. */
const sideOf = ({ kind }: Actor) => (kind === 'member' ? 'client' : 'staff')

export async function listIssues(tx: Tx, actor: Actor, { limit, cursor, ...ask }: Ask) {
  const sort = sortOf(ask.sort)
  const beyond = beyondCursor(cursor, sort)
  const term = ask.search?.trim().replace(/^#/, '')
  const rows = issueRows(tx, actor)
    .$if(Boolean(term), (some) =>
      some.where(sql<boolean>`portal.contains_folded(i.search_text, ${term ?? ''})`),
    )
    .$if(ask.status === 'active', (some) => some.where('i.status', 'in', ['open', 'in_progress']))
    .$if(ask.status !== undefined && ask.status !== 'active', (some) =>
      some.where('i.status', '=', ask.status as string),
    )
    .$if(ask.priority !== undefined, (some) => some.where('i.priority', '=', ask.priority as string))
    .$if(ask.type !== undefined, (some) => some.where('i.type', '=', ask.type as string))
    .$if(ask.waiting === 'me', (some) => some.where('i.waiting_for', '=', sideOf(actor)))
    .$if(ask.clock !== undefined, (some) => some.where(isClock(ask.clock as 'soon')))
    .$if(ask.assigned === 'me', (some) => some.where('i.assigned_to', '=', actor.userId))
    .$if(ask.assigned === 'nobody', (some) => some.where('i.assigned_to', 'is', null))
    .$if(ask.tenant !== undefined, (some) => some.where('i.tenant_id', '=', ask.tenant as number))
    .$if(ask.order !== undefined, (some) =>
      some.where(sql<boolean>`exists (select from portal.orders o where o.tenant_id = i.tenant_id and o.id = ${ask.order}::bigint
        and o.source_id = i.order_source and o.source_key = i.order_key)`),
    )
    .$if(ask.invoice !== undefined, (some) =>
      some.where(
        mayInvoices(actor)
          ? sql<boolean>`exists (select from portal.invoices v where v.tenant_id = i.tenant_id and v.id = ${ask.invoice}::bigint
              and v.source_id = i.invoice_source and v.source_key = i.invoice_key)`
          : sql<boolean>`false`,
      ),
    )
    .$if(ask.lot !== undefined, (some) =>
      some.where(
        mayLots(actor)
          ? sql<boolean>`i.lot_no = (select l.lot_no from portal.lots l where l.id = ${ask.lot}::bigint) and ${LOT_OF_ISSUE} = ${ask.lot}::bigint`
          : sql<boolean>`false`,
      ),
    )
  const page = rows
    .select(cursorKey(sort).as('sortKey'))
    .orderBy(orderBy(sort))
    .limit(limit + 1)
  const [found, count] = await Promise.all([
    (beyond ? page.where(beyond) : page).execute(),
    cursor ? undefined : rows.clearSelect().select(sql<number>`count(*)`.as('n')).executeTakeFirst(),
  ])
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ sortKey: _, ...row }): Issue => row),
    nextCursor: found.length > limit && last ? sealCursor([last.sortKey, last.id]) : null,
    total: count?.n ?? null,
  }
}

export async function readCards(tx: Tx, actor: Actor): Promise<IssueCards> {
  const staff = actor.kind !== 'member'
  const counts = await selectIssues(tx, actor)
    .select([
      sql<number>`count(*) filter (where i.status = 'open')`.as('open'),
      sql<number>`count(*) filter (where i.status = 'in_progress')`.as('inProgress'),
      sql<number>`count(*) filter (where i.status in ('resolved', 'closed') and i.resolved_at > now() - interval '30 days')`.as(
        'resolved',
      ),
      sql<
        number | null
      >`round(avg(i.response_minutes) filter (where i.reported_at > now() - interval '365 days'))::int`.as(
        'averageResponse',
      ),
      sql<number>`count(*) filter (where i.waiting_for = ${sideOf(actor)})`.as('waiting'),
      sql<number>`count(*) filter (where ${isClock('soon')})`.as('soon'),
      sql<number>`count(*) filter (where ${isClock('missed')})`.as('missed'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counts, soon: staff ? counts.soon : null, missed: staff ? counts.missed : null }
}
