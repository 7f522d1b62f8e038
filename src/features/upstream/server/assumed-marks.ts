import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { AssumedMark } from '../contract.ts'

/** Entries that are told, the newest batches first. */
const MOST = 200

/** A column whose text is kept beside its number, so that what was read can be told from what is stored. */
type Kept = {
  table: string
  text: string
  number: string
  /** How much of the stored number makes one. */
  one: number
  /** What must be alike for figures to be added up. */
  of: string
}

const KEPT: Record<string, Kept> = {
  'orders Montant Total': {
    ...{ table: 'orders', text: 'montant_total', number: 'amount_cents', one: 100, of: 'currency' },
  },
  'sales-history Qty Sold': {
    ...{ table: 'sales_history', text: 'quantity_text', number: 'quantity', one: 1000, of: 'null::text' },
  },
  'sales-history Amount': {
    ...{ table: 'sales_history', text: 'amount_text', number: 'amount_cents', one: 100, of: 'currency' },
  },
  'current-sales Qty Sent': {
    ...{ table: 'current_sales', text: 'quantity_text', number: 'quantity', one: 1000, of: 'unit' },
  },
  'current-sales Total': {
    ...{ table: 'current_sales', text: 'amount_text', number: 'amount_cents', one: 100, of: 'currency' },
  },
}

type Entry = Omit<AssumedMark, 'standing'> & { sourceId: number }

/**
 * Batches that landed with the warning that a lone comma or dot was taken for a group mark (C3). Which rows such a batch
 * brought is not stored, so what stands is told of its source and column. Where the text is kept and nothing stands
 * that was read so, there is nothing to send again.
 */
export async function listAssumedMarks(tx: Tx): Promise<AssumedMark[]> {
  const { rows } = await sql<Entry>`
    select b.id as batch, b.kind, b.source_id as "sourceId", s.name as source, b.received_at as "receivedAt", w ->> 'field' as field,
           (w ->> 'count')::int as rows, (w ->> 'firstRow')::int as "firstRow"
      from ingest_batches b join auth.ingest_source_names() s on s.id = b.source_id
     cross join jsonb_array_elements(b.result -> 'warnings') w
     where b.result @> '{"warnings": [{"code": "group_mark_assumed"}]}' and w ->> 'code' = 'group_mark_assumed'
     order by b.id desc, w ->> 'field' limit ${MOST}`.execute(tx)
  const known = new Map<string, AssumedMark['standing']>()
  const items: AssumedMark[] = []
  for (const { sourceId, ...entry } of rows) {
    const kept = KEPT[`${entry.kind} ${entry.field}`]
    const name = `${sourceId} ${entry.kind} ${entry.field}`
    if (kept && !known.has(name)) known.set(name, await standingOf(tx, sourceId, kept))
    const standing = known.get(name) ?? null
    if (standing?.rows !== 0) items.push({ ...entry, standing })
  }
  return items
}

/** Rows of a source whose text fits two readings and whose number is that of the group mark; whichever batch brought them. */
async function standingOf(
  tx: Tx,
  sourceId: number,
  { table, text, number, one, of }: Kept,
): Promise<NonNullable<AssumedMark['standing']>> {
  const rowsOf = (name: string) => sql`
    select source_key, ${sql.raw(text)} as text, ${sql.raw(number)} as number, ${sql.raw(of)} as "of"
      from ${sql.raw(name)} where source_id = ${sourceId}::smallint
       and ${sql.raw(text)} ~ '^[^0-9.,]*[1-9][0-9]{0,2}[.,][0-9]{3}[^0-9]*$'`
  // A mark before three digits: the other reading is a thousandth, of an amount rounded as it would have been.
  const other = one === 100 ? sql`portal.round_cents(number / 1000.0, "of")` : sql`number / 1000`
  const said: (figure: RawBuilder<unknown>) => RawBuilder<string> =
    one === 100
      ? (figure) => sql`round(${figure} / 100.0, 2)::text`
      : (figure) => sql`trim_scale(${figure} / 1000.0)::text`
  const { rows } = await sql<NonNullable<AssumedMark['standing']>>`
    with found as materialized (
      select *, ${other} as other from (${rowsOf(table)} union all ${rowsOf(`unassigned_${table}`)}) r
       where abs(number) = translate(substring(text from '[0-9]+[.,][0-9]{3}'), '.,', '')::bigint * ${one}::int)
    select (select count(*)::int from found) as rows, ${one === 100}::boolean as "isMoney",
           (select coalesce(json_agg(e), '[]') from (
              select regexp_replace(replace(source_key, chr(31), ' '), '^(primary|ord_no):', '') as key, text, ${said(sql`number`)} as read,
                     ${said(sql`other`)} as otherwise
                from found order by source_key limit 3) e) as examples,
           (select coalesce(json_agg(s), '[]') from (
              select "of", count(*)::int as rows, ${said(sql`sum(number)`)} as read, ${said(sql`sum(other)`)} as otherwise
                from found group by "of" order by "of") s) as sums`.execute(tx)
  return rows[0] as NonNullable<AssumedMark['standing']>
}
