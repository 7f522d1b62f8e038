import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { LotTrends } from '../contract.ts'
import { findLot } from './find-lot.ts'

/** Of its product, counted back from the lot itself: a trend leads up to it. */
const MOST_LOTS = 24

type Test = LotTrends['tests'][number]
type Row = Omit<Test, 'points'> & Test['points'][number]

/** Each test of a lot over the lots of its product up to it. */
export async function readLotTrends(tx: Handle, { lotNo }: { lotNo: string }): Promise<LotTrends> {
  const place = await findLot(tx, lotNo)
  const { rows } = await sql<Row>`
    with this as materialized (
      select coalesce(x.manufactured_on, 'infinity') as day, x.id from portal.lots x where x.id = ${place.id}::bigint
    ), near as materialized (
      select x.source_id, x.lot_no, x.manufactured_on, x.id from portal.lots x, this
       where x.source_id = ${place.sourceId}::smallint and x.item_no = ${place.itemNo}
         and (coalesce(x.manufactured_on, 'infinity'), x.id) <= (this.day, this.id)
       order by x.manufactured_on desc nulls last, x.id desc limit ${MOST_LOTS}
    )
    select r.test, r.unit, trim_scale(own.min_value)::text as min, trim_scale(own.max_value)::text as max,
           n.lot_no as "lotNo", n.manufactured_on as "manufacturedOn", r.result, trim_scale(r.result_value)::text as value,
           r.out_of_specification as "outOfSpecification"
      from near n
      join portal.lot_results r on r.source_id = n.source_id and r.lot_no = n.lot_no
      join portal.lot_results own on own.source_id = n.source_id and own.lot_no = ${place.lotNo} and own.test = r.test
       and own.unit is not distinct from r.unit
     order by r.test collate portal.natural_order, n.manufactured_on nulls last, n.id`.execute(tx)
  const tests = new Map<string, Test>()
  for (const { test, unit, min, max, lotNo, manufacturedOn, result, value, outOfSpecification } of rows) {
    const known = tests.get(test) ?? { test, unit, min, max, points: [] }
    known.points.push({ lotNo, manufacturedOn, result, value, outOfSpecification })
    tests.set(test, known)
  }
  return { tests: [...tests.values()] }
}
