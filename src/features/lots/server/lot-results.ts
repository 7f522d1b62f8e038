import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { LotResult } from '../contract.ts'
import { isNear } from '../domain/is-near.ts'
import type { LotPlace } from './find-lot.ts'

/** No lot is tested as often. */
const MOST_TESTS = 1000

type Row = Omit<LotResult, 'near'>

/** What was found of a lot, test by test; what another took the place of stays beside it. */
export async function readLotResults(tx: Tx, { sourceId, lotNo, itemNo }: LotPlace): Promise<LotResult[]> {
  const { rows } = await sql<Row>`
    select r.id, r.test, r.method, r.specification, r.result, r.comparator, trim_scale(r.value)::text as value,
           nullif(btrim(r.unit), '') as unit, r.sample, r.tested_on as "testedOn", r.laboratory,
           r.replaces::text || coalesce('#' || r.replaces_sample, '') as replaces, r.reason, portal.stands(r) as stands,
           jsonb_build_object('min', r.limit_min, 'max', r.limit_max, 'words', r.limit_words) as limits,
           coalesce(r.verdict, 'unjudged') as verdict, coalesce(r.because, 'no_limit') as because, r.sent_verdict as "laboratoryVerdict"
      from portal.lot_results r
     where r.source_id = ${sourceId}::smallint and r.lot_no = ${lotNo} and r.item_no = ${itemNo}
     order by r.test collate portal.natural_order, r.sample collate portal.natural_order, r.tested_on desc nulls last, r.id desc
     limit ${MOST_TESTS}`.execute(tx)
  return rows.map((row) => ({ ...row, near: isNear(row) }))
}
