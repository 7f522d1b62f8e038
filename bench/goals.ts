import type { IngestFigures, Landed } from './measure-ingest.ts'
import type { ReadFigures } from './measure-reads.ts'
import type { RulesFigures } from './measure-rules.ts'
import type { UpstreamFigures } from './measure-upstream.ts'
import type { Timing } from './timing.ts'

export type Measured = {
  rows: number
  ingest: IngestFigures
  upstream: UpstreamFigures
  reads: ReadFigures[]
  current?: { lines: number; ms: number; reads: ReadFigures[] }
  rules: RulesFigures
  envelope: Record<'door' | 'bare' | 'empty', Timing>
  /** Differences between sums and lines after all of it. */
  differences: number
}
export type Goal = { id: string; what: string; goal: string; measured: string; met: boolean | 'not measured' }

const of = (reads: ReadFigures[], question: string) =>
  reads.find((read) => read.question === question) as ReadFigures
const ms = (timing: Timing) => `${timing.median.toFixed(2)} ms (p95 ${timing.p95.toFixed(2)})`
const percent = (share: number) => `${(100 * share).toFixed(0)} %`

/** The goals of the design with what was measured. Those of B1 to B3 are set for 10 million lines; smaller runs say so. */
export function judge(first: Measured, last: Measured): Goal[] {
  const { ingest, upstream, reads, envelope } = last
  const note = last.rows < 10_000_000 ? ` at 10 M lines; these are ${last.rows.toLocaleString('en')}` : ''
  const screen = (id: string, question: string, limit: number): Goal => {
    const { screen: shown, duckdb } = of(reads, question)
    const share = duckdb && shown.median / duckdb.median
    return {
      id,
      what: `screen, ${question}`,
      goal: `<= 0.05 x DuckDB and p95 <= ${limit} ms${note}`,
      measured: `${ms(shown)}${share ? `, ${share.toFixed(3)} x DuckDB` : ', DuckDB not asked for'}`,
      met: share === undefined ? 'not measured' : share <= 0.05 && shown.p95 <= limit,
    }
  }
  const growth = (question: string) =>
    of(last.reads, question).screen.median / of(first.reads, question).screen.median
  const times = ['T1', 'all'].map(
    (question) => of(reads, question).naive.median / of(reads, question).screen.median,
  )
  const others = reads.filter((read) => /^T\d+ .*2025$/.test(read.question))
  const slowest = others.reduce((a, b) => (a.screen.p95 > b.screen.p95 ? a : b))
  const beaten = others.filter((read) => read.duckdb && read.screen.median > read.duckdb.median)
  const broad = of(reads, 'all "al" 2025')
  const broadShare = broad.duckdb && broad.screen.median / broad.duckdb.median
  const all = [...reads, ...(last.current?.reads ?? [])]
  // On the wall: several processes may read for one screen, and the clock of the processor sees the first of them alone.
  const bound = Math.max(...all.map((read) => read.screen.best / read.unbound.best))
  const { lines, indexes, sums } = ingest.storage
  const stored = Number(sums) / (Number(lines) + Number(indexes))
  const perSecond = (lines: number, ms: number) => Math.round((1000 * lines) / ms)
  const rate = (lines: number, ms: number) => `${perSecond(lines, ms).toLocaleString('en')} lines/s`
  const share = ({ kept, ...than }: Landed, of: 'heap' | 'indexed', on: 'wall' | 'processor' = 'processor') =>
    than[of][on].median / kept[on].median
  const shares = (landed: Landed) =>
    `${percent(share(landed, 'indexed'))} of COPY with the same keys and indexes by processor time (wall ${percent(share(landed, 'indexed', 'wall'))}; of COPY without any ${percent(share(landed, 'heap'))})`
  const { batches, bulk } = ingest
  const { plain, kept } = ingest.oneRow
  const oneRow = kept.wall.median / plain.wall.median
  const extra = envelope.door.median - envelope.bare.median
  return [
    screen('B1', 'T1', 5),
    screen('B2', 'all', 10),
    {
      id: 'B3',
      what: 'screen against plain SQL over all lines',
      goal: `>= 1000 x faster${note}`,
      measured: `${times.map((n) => `${Math.round(n)} x`).join(' (T1), ')} (all)`,
      met: times.every((n) => n >= 1000),
    },
    {
      id: 'B4',
      what: `growth from ${first.rows.toLocaleString('en')} to ${last.rows.toLocaleString('en')} lines`,
      goal: '<= 1.5 x',
      measured: `${growth('T1').toFixed(2)} x (T1), ${growth('all').toFixed(2)} x (all)`,
      met: growth('T1') <= 1.5 && growth('all') <= 1.5,
    },
    {
      id: 'B5',
      what: 'every other question of one tenant within a year',
      goal: 'p95 <= 10 ms, never slower than DuckDB',
      measured: `slowest ${slowest.question}: ${ms(slowest.screen)}${beaten.length ? `; DuckDB is faster for ${beaten.map((r) => r.question).join(', ')}` : ''}`,
      met: slowest.screen.p95 <= 10 && beaten.length === 0,
    },
    {
      id: 'B6',
      what: 'broad search of a year, all tenants',
      goal: `p95 <= 100 ms and <= 1.5 x DuckDB${note}`,
      measured: `${ms(broad.screen)}${broadShare ? `, ${broadShare.toFixed(2)} x DuckDB` : ', DuckDB not asked for'}`,
      met: broadShare === undefined ? 'not measured' : broad.screen.p95 <= 100 && broadShare <= 1.5,
    },
    {
      id: 'B7',
      what: 'row-level security on against off',
      goal: '<= 1.4 x',
      measured: `at most ${bound.toFixed(2)} x, the best of each`,
      met: bound <= 1.4,
    },
    {
      id: 'B8',
      what: 'begin, session, context, role and commit around the call',
      goal: '<= 0.2 ms over the bare call',
      measured: `${extra.toFixed(2)} ms (empty transaction ${envelope.empty.median.toFixed(2)} ms)`,
      met: extra <= 0.2,
    },
    {
      id: 'B9',
      what: 'batches of 10,000 with the sums kept',
      goal: '>= 45,000 lines/s and >= 12 % of COPY',
      measured: `${rate(ingest.batch, batches.kept.wall.median)} (${rate(ingest.batch, batches.kept.processor.median)} of processor time), ${shares(batches)}`,
      met: perSecond(ingest.batch, batches.kept.wall.median) >= 45_000 && share(batches, 'indexed') >= 0.12,
    },
    {
      id: 'B10',
      what: 'bulk load with the sums built',
      goal: '>= 35 % of COPY',
      measured: `${rate(ingest.lines, bulk.kept.wall.median)}, ${shares(bulk)}`,
      met: share(bulk, 'indexed') >= 0.35,
    },
    {
      id: 'B11',
      what: 'one line with all sums, committed',
      goal: '<= 2 x without',
      measured: `${oneRow.toFixed(1)} x (${ms(kept.wall)} against ${ms(plain.wall)}; processor ${kept.processor.median.toFixed(2)} against ${plain.processor.median.toFixed(2)})`,
      met: oneRow <= 2,
    },
    {
      id: 'B12',
      what: 'sums and names against lines with their keys and indexes',
      goal: `<= 30 %${note}`,
      measured: percent(stored),
      met: stored <= 0.3,
    },
    {
      id: 'way in',
      what: `${upstream.lines.toLocaleString('en')} lines as a CSV file: read, checked, staged, planned, landed`,
      goal: 'told, no goal',
      measured: `${rate(upstream.lines, upstream.file)}, ${percent(perSecond(upstream.lines, upstream.file) / perSecond(ingest.batch, batches.kept.wall.median))} of batches by COPY; again unchanged ${rate(upstream.lines, upstream.again)}`,
      met: 'not measured',
    },
    {
      id: 'many',
      what: `${upstream.loaders} loaders at once, ${upstream.share.toLocaleString('en')} lines each by ${upstream.batch.toLocaleString('en')}`,
      goal: '>= 0.7 x of one after the other',
      measured: `${(upstream.inTurn / upstream.atOnce).toFixed(2)} x (${rate(upstream.loaders * upstream.share, upstream.atOnce)})`,
      met: upstream.inTurn / upstream.atOnce >= 0.7,
    },
    {
      id: 'B13',
      what: 'every figure equals plain SQL, every sum its lines',
      goal: 'equal',
      measured: `${all.filter((read) => !read.right).length} of ${all.length} screens differ, ${last.differences} sums differ`,
      met:
        last.differences === 0 &&
        first.differences === 0 &&
        [...first.reads, ...(first.current?.reads ?? []), ...all].every((read) => read.right),
    },
  ]
}
