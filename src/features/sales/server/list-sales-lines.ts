import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { CurrentSalesLine, SalesLine, SalesLines } from '../contract.ts'
import { readMonth } from '../domain/months.ts'
import type { Dataset } from './datasets.ts'
import { type LineFilter, type LineSelection, selectSalesLines } from './select-sales-lines.ts'

/** Year, month, id and tenant of the last line. */
const Cursor = z.tuple([z.int32(), z.int32(), z.int(), z.int32()])

export type ListSalesLines = LineFilter & { limit: number; cursor?: string | undefined }

type Told = 'tenantName' | 'invoiceId' | 'orderId'
export type LineRow = (Omit<SalesLine, Told> | Omit<CurrentSalesLine, Told>) & {
  tenantId: number
  tenantName: string | null
}
type PageRow = (Omit<SalesLine, 'tenantName'> | Omit<CurrentSalesLine, 'tenantName'>) &
  Pick<LineRow, 'tenantId' | 'tenantName'>

/**
 * The lines behind a figure, newest month first; on the first page also the sums over all of them, counted from the lines
 * and not from what the screens read.
 */
export async function listSalesLines(tx: Tx, actor: Actor, ask: ListSalesLines): Promise<SalesLines> {
  const after = openCursor(ask.cursor, Cursor)
  const selection = await selectSalesLines(tx, actor, ask)
  const rows = await readPage(tx, actor, selection, ask, after)
  const added = after ? null : await addUp(tx, selection, ask)
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ tenantId: _, tenantName, ...line }) =>
      actor.tenantId === null && tenantName !== null ? { ...line, tenantName } : line,
    ),
    nextCursor:
      rows.length > ask.limit && last ? sealCursor([last.year, last.month, last.id, last.tenantId]) : null,
    total: added?.lines ?? null,
    sums: added && { quantity: added.quantity, amount: added.amount, lines: added.lines },
    units: added?.units ?? null,
  }
}

/** One year, or the years from one to another; and the months from one to another. */
function inPeriod(year: string, month: string, ask: LineFilter): RawBuilder<boolean> {
  const [first, last] = [ask.from, ask.to].map((text) => text && readMonth(text))
  const from = Math.max(ask.year ?? ask.fromYear ?? 1, first ? first.year : 1)
  const to = Math.min(ask.year ?? ask.toYear ?? 9999, last ? last.year : 9999)
  const years = sql<boolean>`${sql.ref(year)} between ${from}::int and ${to}::int`
  const after = first
    ? sql`and (${sql.ref(year)}, ${sql.ref(month)}) >= (${first.year}::int, ${first.month}::int)`
    : sql``
  const before = last
    ? sql`and (${sql.ref(year)}, ${sql.ref(month)}) <= (${last.year}::int, ${last.month}::int)`
    : sql``
  return sql<boolean>`${years} ${after} ${before}`
}

/** What a line `l` says, with its names. */
const columnsOf = (dataset: Dataset) => sql`
  l.id, l.tenant_id as "tenantId", l.year, l.month, (l.quantity / 1000.0)::float8 as quantity, round(l.amount_cents / 100.0, 2)::text as amount, l.currency,
  trim_scale(l.unit_price)::text as "unitPrice", ${dataset.columns},
  nullif(i.item_no, '') as "itemNo", nullif(i.item_name, '') as "itemName", i.product,
  nullif(c.client_code, '') as "clientCode", c.customer, t.name as "tenantName"`

const NAMES = sql`
  join portal.sales_items i on i.tenant_id = l.tenant_id and i.dataset = l.dataset and i.item_id = l.item_id
  join portal.sales_customers c on c.tenant_id = l.tenant_id and c.dataset = l.dataset and c.customer_id = l.customer_id
  left join portal.tenants t on t.id = l.tenant_id`

/** The order or the invoice of a line `l`, its own permission's and module's to tell (A8); of several of one number the newest. */
function factBehind(actor: Actor, { fact }: Dataset) {
  const told = may(actor, fact.permission) && !actor.hiddenModules.includes(fact.module)
  return { id: fact.id, found: told ? sql`${fact.found} limit 1` : sql`select null::bigint as id` }
}

/** Every line `s` of a selection, as what stands behind `from`. */
export const chosenLines = ({ source, months, condition }: LineSelection, ask: LineFilter) => sql`${source} s
  where ${condition} and s.month = any (${months}::smallint[]) and ${inPeriod('s.year', 's.month', ask)}`

/** All of them in the order of the list. */
export const everyLine = (selection: LineSelection, ask: LineFilter) =>
  sql<LineRow>`
    select ${columnsOf(selection.dataset)}
      from (select s.* from ${chosenLines(selection, ask)}) l ${NAMES}
     order by l.year desc, l.month desc, l.id desc, l.tenant_id desc`

/**
 * Month by month from the newest, so that a page reads no more months than it shows. `+ 0`: found by their month and then
 * sorted; by the index of their numbers all lines of the client would be read for each month that has few of those asked for.
 */
async function readPage(
  tx: Tx,
  actor: Actor,
  { dataset, sums, currency, source, months, condition }: LineSelection,
  { limit, ...ask }: ListSalesLines,
  after: number[] | undefined,
): Promise<PageRow[]> {
  const [afterYear, afterMonth, afterId, afterTenant] = after ?? []
  const beyond = after
    ? sql`and (p.year, p.month, s.id, s.tenant_id) < (${afterYear}::int, ${afterMonth}::int, ${afterId}::bigint, ${afterTenant}::int)`
    : sql``
  const { id, found } = factBehind(actor, dataset)
  const { rows } = await sql<PageRow>`
    select ${columnsOf(dataset)}, f.id as ${sql.ref(id)} from (
        select s.* from (
            select t.year, t.period as month from portal.sales_sums t
             where t.tenant_id = any (${sums}::int[]) and t.dataset = ${dataset.id} and t.dimension = 0 and t.currency = ${currency}::bpchar
               and t.year > 0 and t.period = any (${months}::smallint[])
               and ${inPeriod('t.year', 't.period', ask)}
               and (${afterYear ?? null}::int is null or (t.year, t.period) <= (${afterYear ?? null}::int, ${afterMonth ?? null}::int))
             group by 1, 2 order by 1 desc, 2 desc) p
         cross join lateral (
            select * from ${source} s where s.year = p.year and s.month = p.month and ${condition} ${beyond}
             order by s.id + 0 desc, s.tenant_id desc limit ${limit + 1}) s
         order by p.year desc, p.month desc, s.id desc, s.tenant_id desc limit ${limit + 1}) l ${NAMES}
      left join lateral (${found}) f on true
     order by l.year desc, l.month desc, l.id desc, l.tenant_id desc`.execute(tx)
  return rows
}

/**
 * For statements that read every line of a selection: planned for this one, as a plan for any would go by an index through
 * millions; and with room for what they group by.
 */
export const readManyLines = (tx: Tx) =>
  Promise.all([
    sql`set local plan_cache_mode = force_custom_plan`.execute(tx),
    sql`set local work_mem = '64MB'`.execute(tx),
  ])

type Sums = NonNullable<SalesLines['sums']> & Pick<SalesLines, 'units'>

/** Counted from the lines, and not from what the screens read. */
export async function addUp(tx: Tx, selection: LineSelection, ask: LineFilter): Promise<Sums> {
  const asked = sql<Sums>`
    select (coalesce(sum(u.quantity), 0) / 1000)::float8 as quantity, round(coalesce(sum(u.cents), 0) / 100, 2)::text as amount,
           coalesce(sum(u.n), 0)::int as lines,
           case when count(u.unit) > 0
                then json_agg(json_build_object('unit', u.unit, 'quantity', u.quantity / 1000) order by u.unit) end as units
      from (select ${selection.dataset.unit} as unit, sum(s.quantity) as quantity, sum(s.amount_cents) as cents, count(*) as n
              from ${chosenLines(selection, ask)} group by 1) u
  `
  const [, { rows }] = await Promise.all([readManyLines(tx), asked.execute(tx)])
  return rows[0] as Sums
}
