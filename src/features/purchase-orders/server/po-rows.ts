import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { natural, orderBy, type Sort, type SortKey } from '../../../platform/server/endpoint/keyset.ts'
import type { PoFilter, PoSort, PurchaseOrder } from '../contract.ts'
import { type Side, STATES, STATUS_OF, type State, statesOf } from '../domain/transitions.ts'

export const sideOf = (actor: Actor): Side => (actor.kind === 'member' ? 'client' : 'staff')

const SORT_KEYS: Record<PoSort, SortKey> = {
  date: { key: sql.ref('p.dated_at'), kind: 'timestamptz', always: true },
  number: { key: sql`p.number::bigint`, kind: 'bigint' },
  poNo: natural('p.po_no'),
  requestedDate: { key: sql.ref('p.requested_date'), kind: 'date' },
  total: { key: sql.ref('p.total_cents'), kind: 'bigint' },
  tenantName: natural('t.name'),
}

/** `-date` → its key and direction. The total orders nothing for who may not see it. */
export function poSort(sort: string, actor: Actor): Sort {
  const field = sort.replace(/^-/, '') as PoSort
  const known = field === 'total' && !may(actor, 'prices.read') ? 'date' : field
  return { ...SORT_KEYS[known], id: sql.ref('p.id'), descending: sort.startsWith('-') }
}

const UNIT = { today: 'day', week: 'week', month: 'month', quarter: 'quarter', year: 'year' } as const

/** Waiting: for staff what was submitted or asked, for clients what is to be approved or was counter-proposed. */
export const waitsFor = (side: Side): RawBuilder<boolean> =>
  side === 'staff'
    ? sql<boolean>`(p.state = 'submitted' and p.acceptance is null or p.state = 'accepted' and (p.proposal is not null or p.order_state = 'ambiguous'))`
    : sql<boolean>`p.state in ('awaiting_approval', 'countered')`

/** In which days and months are counted: the asker's zone, and the day that reports take for today. */
export type Calendar = { zone: string; today: string }

/** The asker's own clock, unless reports are of another time than now: a day apart is the same day elsewhere. */
const clock = ({
  zone,
  today,
}: Calendar) => sql`case when abs(${today}::date - (now() at time zone ${zone})::date) <= 1
  then now() at time zone ${zone} else ${today}::date::timestamp end`

/** Those of a filter but for the status; a client's drafts are its own. */
export function selectPos(tx: Tx, actor: Actor, ask: PoFilter, calendar: Calendar) {
  const { zone } = calendar
  const term = ask.search?.trim()
  const day = sql`(p.dated_at at time zone ${zone})::date`
  return tx
    .selectFrom('purchase_orders as p')
    .$if(actor.tenantId !== null, (rows) => rows.where('p.tenant_id', '=', actor.tenantId as number))
    .$if(ask.tenant !== undefined, (rows) => rows.where('p.tenant_id', '=', ask.tenant as number))
    .$if(sideOf(actor) === 'staff', (rows) => rows.where(sql<boolean>`(p.state <> 'draft' or p.by_staff)`))
    .$if(Boolean(term), (rows) =>
      rows.where(
        sql<boolean>`(p.search_text like any (portal.search_patterns(${term ?? ''})) or p.po_key = portal.number_key(${term ?? ''}))`,
      ),
    )
    .$if(ask.order !== undefined, (rows) => rows.where('p.order_state', '=', ask.order as string))
    .$if(ask.waiting !== undefined, (rows) => rows.where(waitsFor(sideOf(actor))))
    .$if(ask.from !== undefined, (rows) => rows.where(sql<boolean>`${day} >= ${ask.from}::date`))
    .$if(ask.to !== undefined, (rows) => rows.where(sql<boolean>`${day} <= ${ask.to}::date`))
    .$if(ask.period !== undefined, (rows) =>
      rows.where(
        sql<boolean>`p.dated_at >= date_trunc(${UNIT[ask.period ?? 'today']}, ${clock(calendar)}) at time zone ${zone}`,
      ),
    )
}

/** The states that a filter asks for. */
export const statesAsked = ({ state, status }: PoFilter): readonly State[] =>
  state ? [state] : status ? statesOf(status) : STATES
export const stands = (ask: PoFilter): RawBuilder<boolean> =>
  sql<boolean>`p.state = any (${statesAsked(ask)}::text[])`

/** Rows as they leave, in the order of `sort`. */
export function poRows(
  tx: Tx,
  actor: Actor,
  ask: PoFilter,
  { sort, calendar }: { sort: Sort; calendar: Calendar },
) {
  const { zone } = calendar
  return selectPos(tx, actor, ask, calendar)
    .innerJoin('tenants as t', 't.id', 'p.tenant_id')
    .select([
      'p.id',
      'p.tenant_id as tenantId',
      't.name as tenantName',
      'p.number',
      'p.po_no as poNo',
      'p.state',
    ])
    .select([
      'p.dated_at as date',
      'p.requested_date as requestedDate',
      'p.currency',
      'p.unpriced_lines as unpricedLines',
    ])
    .select(['p.line_count as lines', 'p.by_staff as byStaff'])
    .select([
      sql<string>`(p.total_cents / 100.0)::numeric(20, 2)::text`.as('total'),
      sql<
        string | null
      >`coalesce(p.promised_date, case when ${sideOf(actor) === 'staff'}::boolean then (p.acceptance ->> 'promisedDate')::date end)`.as(
        'promisedDate',
      ),
      sql<
        string | null
      >`case when ${sideOf(actor) === 'staff'}::boolean and p.acceptance is not null then p.answered_at + portal.undo_time() end`.as(
        'takesEffectAt',
      ),
      sql<PurchaseOrder['open']>`p.proposal ->> 'kind'`.as('open'),
      sql<PurchaseOrder['orderState']>`p.order_state`.as('orderState'),
      /** In the asker's zone, for files. */
      sql<string>`to_char(p.dated_at at time zone ${zone}, 'YYYY-MM-DD')`.as('day'),
    ])
    .$if(ask.state !== undefined || ask.status !== undefined, (rows) => rows.where(stands(ask)))
    .orderBy(orderBy(sort))
}
export type PoRow = Awaited<ReturnType<ReturnType<typeof poRows>['execute']>>[number]

export function toPurchaseOrder({ tenantName, day: _, ...row }: PoRow, actor: Actor): PurchaseOrder {
  const state = row.state as State // a check of the table
  return {
    ...row,
    ...(actor.tenantId === null && { tenantName }),
    state,
    status: STATUS_OF[state],
    total: may(actor, 'prices.read') ? row.total : null,
  }
}
