import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { judgeResult, type LaboratoryCell, type ReceivedResult } from '../domain/laboratory/judge-result.ts'
import { readLaboratoryText } from '../domain/laboratory/read-laboratory-text.ts'
import { arrayLiteral } from './body/array-literal.ts'

const MOST_AT_ONCE = 1000

type Stored = {
  id: number
  result: string
  number: string | null
  min: string | null
  max: string | null
  specification: string | null
  unit: string | null
  sent: 'pass' | 'fail' | null
}

/** As the owner, at the start of the server: judges the lot results that a former version stored, as if they came now. */
export async function judgeStoredResults(tx: Tx): Promise<void> {
  for (;;) {
    const { rows } = await sql<Stored>`
      select r.id, r.result, trim_scale(r.result_value)::text as number, trim_scale(r.min_value)::text as min,
             trim_scale(r.max_value)::text as max, r.specification, r.unit, r.sent_verdict as sent
        from portal.lot_results r where r.verdict is null order by r.id limit ${MOST_AT_ONCE} for update`.execute(
      tx,
    )
    if (rows.length === 0) return
    const judged = rows.map((row) => ({ id: row.id, ...judgeResult(asReceived(row)) }))
    const texts = (of: (row: (typeof judged)[number]) => string | null) =>
      sql`${arrayLiteral(judged, of)}::text[]`
    await sql`update portal.lot_results r
      set comparator = j.comparator, value = j.value::numeric, verdict = j.verdict, because = j.because, limit_min = j.limit_min,
          limit_max = j.limit_max, limit_words = j.limit_words
      from unnest(${arrayLiteral(judged, ({ id }) => id)}::bigint[], ${texts((row) => row.comparator)}, ${texts((row) => row.value)},
        ${texts((row) => row.verdict)}, ${texts((row) => row.because)}, ${texts((row) => row.limits.min)},
        ${texts((row) => row.limits.max)}, ${texts((row) => row.limits.words)})
        j (id, comparator, value, verdict, because, limit_min, limit_max, limit_words)
      where r.id = j.id`.execute(tx)
  }
}

/** Which decimal mark a source writes was not kept; limits that were numbers are written with a dot. */
function asReceived({ result, number, min, max, specification, unit, sent }: Stored): ReceivedResult {
  const cell = (text: string | null, mark: LaboratoryCell['mark']) => (text === null ? null : { text, mark })
  // The number of a text with two readings was a guess.
  const guessed = readLaboratoryText(result, 'auto', unit).is === 'two_readings'
  return {
    result: { text: result, mark: 'auto' },
    stated: guessed ? null : number,
    min: cell(min, '.'),
    max: cell(max, '.'),
    specification: cell(specification, 'auto'),
    ...{ unit, sent },
  }
}
