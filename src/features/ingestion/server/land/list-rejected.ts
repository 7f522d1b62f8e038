import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import { REJECTIONS, type Rejection } from './plan.ts'

/** What is no client's, so that a key which is bound to one cannot send it. */
const OF_MANUFACTURER: readonly Kind[] = ['products', 'lots', 'lot-results']

type Rejected = {
  row: number
  line: number | null
  key: string
  code: Rejection
  /** Of a key that came with different contents: where, ten of them at most, and whether those are lines. */
  places: number[] | null
  ofLines: boolean
  /** Of a lot number that stands at several: where. */
  items: string[] | null
  more: boolean
}

/** The rows that the plan rejected, the first MOST_ERRORS. */
export async function listRejected(
  tx: Tx,
  { tenantId }: UpstreamActor,
  batch: number,
  kind: Kind,
): Promise<RowError[]> {
  const { rows } = await sql<Rejected>`
    with rejected as (
      select p.row_no, p.line, p.key, p.act, p.items from portal.ingest_plan p
       where p.batch = ${batch}::bigint and p.act = any (${[...REJECTIONS]}::text[]) order by p.row_no limit ${MOST_ERRORS}
    ), alike as (
      select p.key, (array_agg(coalesce(p.line, p.row_no) order by p.row_no))[1:10] as places, count(p.line) = count(*) as of_lines,
             count(*) > 10 as more
        from portal.ingest_plan p
       where p.batch = ${batch}::bigint and p.act = 'duplicate_key'
         and p.key = any (array(select r.key from rejected r where r.act = 'duplicate_key'))
       group by 1
    )
    select r.row_no as row, r.line, r.key, r.act as code, r.items, a.places, coalesce(a.of_lines, false) as "ofLines", coalesce(a.more, false) as more
      from rejected r left join alike a on r.act = 'duplicate_key' and a.key = r.key
     order by r.row_no`.execute(tx)
  return rows.map((rejected) => ({
    row: rejected.row,
    ...(rejected.line !== null && { line: rejected.line }),
    key: rejected.key,
    field: rejected.code === 'ambiguous_lot' ? 'Item No' : null,
    code: rejected.code,
    // What else is made is not told to a key that is bound to one client.
    message: messageOf(kind, tenantId === null ? rejected : { ...rejected, items: null }),
  }))
}

function messageOf(kind: Kind, { code, places, ofLines, more, items }: Rejected): string {
  switch (code) {
    case 'unknown_client':
      return OF_MANUFACTURER.includes(kind)
        ? 'The key is bound to one client, and this is the manufacturer’s.'
        : 'The key does not know this client.'
    case 'outside_scope':
      return 'The row lies outside the scope that is replaced.'
    case 'moved_with_history':
      return kind === 'orders'
        ? 'The order took the place of a purchase order of another company; with confirm=true it moves.'
        : 'Payments name this invoice of another company; with confirm=true it moves.'
    case 'ambiguous_lot':
      return `This lot number stands at several items; send the item that is meant.${items ? ` Items: ${items.join(', ')}.` : ''}`
    case 'amount_precision':
      return 'An amount, or one of the invoice’s lines that stand, needs a third decimal in this currency; amounts are kept with two.'
    case 'duplicate_key':
      return `The same key with different content stands in ${ofLines ? 'lines' : 'rows'} ${(places ?? []).join(', ')}${more ? ' and more' : ''}.`
  }
}
