import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { LotTrends } from '../contract.ts'
import { type AskedLot, findLot } from './find-lot.ts'

/** Of its product, counted back from the lot itself: a trend leads up to it. */
const MOST_LOTS = 24

type Test = LotTrends['tests'][number]
type Row = Omit<Test, 'points'> & Test['points'][number]

/** A limit that is a number; one in words ("absent", "as agreed") has no place on a chart. */
const number = (limit: 'limit_min' | 'limit_max') =>
  sql`case when ${sql.ref(`own.${limit}`)} ~ '^-?\\d+(\\.\\d+)?$' then ${sql.ref(`own.${limit}`)} end`

/** Each test of a lot over the lots of its product up to it. */
export async function readLotTrends(tx: Tx, asked: AskedLot): Promise<LotTrends> {
  const place = await findLot(tx, asked)
  const { rows } = await sql<Row>`
    with this as materialized (
      select coalesce(x.manufactured_on, 'infinity') as day, x.id from portal.lots x where x.id = ${place.id}::bigint
    ), near as materialized (
      select x.source_id, x.lot_no, x.manufactured_on, x.id from portal.lots x, this
       where x.source_id = ${place.sourceId}::smallint and x.item_no = ${place.itemNo}
         and (coalesce(x.manufactured_on, 'infinity'), x.id) <= (this.day, this.id)
       order by x.manufactured_on desc nulls last, x.id desc limit ${MOST_LOTS}
    ), own as (
      select distinct on (r.test) r.test, r.unit, r.limit_min, r.limit_max from portal.lot_results r
       where r.source_id = ${place.sourceId}::smallint and r.lot_no = ${place.lotNo} and r.item_no = ${place.itemNo} and portal.stands(r)
       order by r.test, r.tested_on desc nulls last, r.id desc
    )
    select r.test, r.unit, ${number('limit_min')} as min, ${number('limit_max')} as max, n.lot_no as "lotNo", n.manufactured_on as "manufacturedOn", r.result,
           trim_scale(r.value)::text as value, coalesce(r.verdict, 'unjudged') as verdict
      from near n
      join portal.lot_results r on r.source_id = n.source_id and r.lot_no = n.lot_no and r.item_no = ${place.itemNo} and portal.stands(r)
      join own on own.test = r.test and own.unit is not distinct from r.unit
     order by r.test collate portal.natural_order, n.manufactured_on nulls last, n.id, r.tested_on nulls first, r.id`.execute(
    tx,
  )
  const tests = new Map<string, Test>()
  for (const { test, unit, min, max, lotNo, manufacturedOn, result, value, verdict } of rows) {
    const known = tests.get(test) ?? { test, unit, min, max, points: [] }
    known.points.push({ lotNo, manufacturedOn, result, value, verdict })
    tests.set(test, known)
  }
  return { tests: [...tests.values()] }
}
