import { sql } from 'kysely'
import type { Handle } from '../../../platform/server/database/handle.ts'
import type { LotResult } from '../contract.ts'
import { outcomeOf } from '../domain/outcome.ts'
import type { LotPlace } from './find-lot.ts'

/** No lot is tested as often. */
const MOST_TESTS = 1000

type Row = Omit<LotResult, 'outcome'> & { verdict: 'pass' | 'fail' | null; outOfSpecification: boolean }

const number = (text: string | null) => (text === null ? null : Number(text))

/** What was found of a lot, test by test. */
export async function readLotResults(tx: Handle, { sourceId, lotNo }: LotPlace): Promise<LotResult[]> {
  const { rows } = await sql<Row>`
    select r.test, r.method, r.specification, trim_scale(r.min_value)::text as min, trim_scale(r.max_value)::text as max, r.result,
           trim_scale(r.result_value)::text as value, nullif(btrim(r.unit), '') as unit, r.verdict,
           r.out_of_specification as "outOfSpecification", r.tested_on as "testedOn"
      from portal.lot_results r
     where r.source_id = ${sourceId}::smallint and r.lot_no = ${lotNo}
     order by r.test collate portal.natural_order limit ${MOST_TESTS}`.execute(tx)
  return rows.map(({ verdict, outOfSpecification, ...row }) => ({
    ...row,
    outcome: outcomeOf({
      value: number(row.value),
      min: number(row.min),
      max: number(row.max),
      verdict,
      outOfSpecification,
    }),
  }))
}
