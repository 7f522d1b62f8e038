import type { Database } from '../../../platform/server/database/open-database.ts'
import type { Kind } from '../domain/kinds/kinds.ts'
import { normaliseRow } from '../domain/kinds/normalise-row.ts'
import { CHUNK, makeReady } from './body/make-ready.ts'
import { importContext } from './ingest-context.ts'
import { type Ingested, raise } from './land/ask.ts'
import { ingest } from './land/ingest.ts'
import type { Reading, ReadRow } from './read/reading.ts'
import { createWarningTally } from './read/warning-tally.ts'

export type UpstreamRow = Readonly<Record<string, string | number | null>>

/**
 * Brings rows in from within this program, through the same code as every other batch. The keys are the source's column
 * names; `database` is connected as the owner (openDatabase(location.owner)).
 */
export async function importRows(
  database: Database,
  source: string,
  kind: Kind,
  rows: Iterable<UpstreamRow> | AsyncIterable<UpstreamRow>,
): Promise<Ingested['answer']> {
  const context = importContext(database, source)
  await context.shortTransaction(async () => {}) // a new source is there before the transactions that run side by side
  const { answer } = await ingest(context, {
    kind,
    body: () => makeReady(kind, readingOf(kind, rows), { replaces: false }),
    options: { source },
    warn: raise,
  })
  return answer
}

function readingOf<K extends Kind>(
  kind: K,
  rows: Iterable<UpstreamRow> | AsyncIterable<UpstreamRow>,
): Pick<Reading<K>, 'batches' | 'summary' | 'rowsAgain' | 'close'> {
  const tally = createWarningTally()
  const counts = { rows: 0, good: 0, bad: 0 }
  const read = (values: UpstreamRow): ReadRow<K> => {
    const row = ++counts.rows
    const where = { row, line: row, parent: null }
    // As JSON: a dot before three digits is a decimal mark.
    const result = normaliseRow(kind, values, { decimal: '.' })
    if (!result.ok) {
      counts.bad += 1
      return { ...where, ok: false, errors: result.errors, key: result.key, raw: null }
    }
    counts.good += 1
    for (const warning of result.warnings) tally.add(where, warning)
    return { ...where, ok: true, value: result.row, warnings: result.warnings }
  }
  return {
    async *batches() {
      let group: ReadRow<K>[] = []
      for await (const values of rows) {
        if (group.push(read(values)) < CHUNK) continue
        yield group
        group = []
      }
      if (group.length > 0) yield group
    },
    rowsAgain: async () => [],
    close: async () => {},
    summary: () => ({
      ...counts,
      format: null,
      headings: null,
      reading: null,
      unknownColumns: [],
      warnings: tally.counts(),
      stoppedAt: null,
    }),
  }
}
