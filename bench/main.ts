import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openBenchDatabase, startServer } from './bench-database.ts'
import { runBrowser } from './browser.ts'
import { loadCurrentSales } from './current-sales.ts'
import { runDocuments } from './documents.ts'
import { openDuck } from './duckdb.ts'
import { judge, type Measured } from './goals.ts'
import { runLoad } from './load/run.ts'
import { runLots } from './lots.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureEnvelope, measureReads, type ReadFigures } from './measure-reads.ts'
import { measureRules } from './measure-rules.ts'
import { measureUpstream } from './measure-upstream.ts'
import { readOptions } from './options.ts'
import { runPurchase } from './purchase.ts'
import { runSearch } from './search.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

if (process.argv[2] === 'load') {
  await runLoad(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'browser') {
  await runBrowser(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'documents') {
  await runDocuments(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'search') {
  await runSearch(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'lots') {
  await runLots(process.argv.slice(3))
  process.exit(0)
}
if (process.argv[2] === 'purchase') {
  await runPurchase(process.argv.slice(3))
  process.exit(0)
}
const options = readOptions(process.argv.slice(2))
const load = os.loadavg()[0] as number
if (load > 1)
  say(
    `The machine is busy (load ${load.toFixed(1)} on ${os.cpus().length} cores): believe ratios, and those roughly.`,
  )
const server = await startServer()
let correct = true
try {
  const measured: Measured[] = []
  for (const rows of options.sizes) measured.push(await measure(rows))
  report(measured)
} finally {
  await server.stop()
}
process.exit(correct ? 0 : 1)

async function measure(rows: number): Promise<Measured> {
  say(`${rows.toLocaleString('en')} lines: generating and loading`)
  const bench = await openBenchDatabase(server, rows)
  try {
    const ingest = await measureIngest(bench)
    const upstream = await measureUpstream(bench)
    const current = options.current ? await loadCurrentSales(bench) : undefined
    await bench.client.query('vacuum analyze')
    const duck = options.duckdb ? await openDuck(server.folder, bench.file, rows) : undefined
    say(`${rows.toLocaleString('en')} lines: reading`)
    const reads = await measureReads(bench, 'history', options.rounds, duck)
    const currentReads = current && (await measureReads(bench, 'current', options.rounds, duck))
    duck?.close()
    const envelope = await measureEnvelope(bench, options.rounds)
    const rules = await measureRules(bench)
    const { rows: differences } = await bench.client.query('select * from portal.verify_sales()')
    return {
      rows,
      ingest,
      upstream,
      reads,
      ...(current && currentReads && { current: { ...current, reads: currentReads } }),
      envelope,
      rules,
      differences: differences.length,
    }
  } finally {
    await bench.close()
  }
}

function report(measured: Measured[]) {
  const [first, last] = [measured[0] as Measured, measured.at(-1) as Measured]
  for (const { rows, reads, current } of measured) {
    table(`${rows.toLocaleString('en')} lines`, reads)
    if (current) table(`${current.lines.toLocaleString('en')} lines of current sales`, current.reads)
  }
  const goals = judge(first, last)
  say('')
  for (const { id, what, goal, measured: found, met } of goals) {
    say(
      `${id.padEnd(6)} ${met === 'not measured' ? '  -' : met ? ' ok' : ' NO'}  ${what}: ${found}  [${goal}]`,
    )
    if (id === 'B13') correct = met === true
  }
  for (const { rows, rules } of measured) {
    const s = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    say(
      `${rows.toLocaleString('en')} lines: a display rule for ${rules.productLines.toLocaleString('en')} of them previewed in ${s(rules.preview)}, in force in ${s(rules.change)}, taken back in ${s(rules.back)}; a client's ${rules.moved.toLocaleString('en')} lines unassigned in ${s(rules.away)}, assigned in ${s(rules.home)}`,
    )
  }
  const { lines, indexes, sums } = last.ingest.storage
  const mb = (bytes: number) => `${Math.round(Number(bytes) / 1e6)} MB`
  say(`storage: lines ${mb(lines)}, their indexes ${mb(indexes)}, sums and names ${mb(sums)}`)
  const folder = path.join(import.meta.dirname, 'results')
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`)
  const machine = {
    cores: os.cpus().length,
    model: os.cpus()[0]?.model,
    memory: os.totalmem(),
    node: process.version,
    load: os.loadavg(),
  }
  fs.writeFileSync(file, JSON.stringify({ machine, options, goals, measured }, null, 2))
  say(`written to ${path.relative(process.cwd(), file)}`)
}

function table(what: string, reads: ReadFigures[]) {
  say(
    `\n${what.padEnd(34)}${['screen', 'no policies', 'plain SQL', 'DuckDB'].map((t) => t.padStart(12)).join('')}   median ms`,
  )
  for (const { question, screen, unbound, naive, duckdb } of reads) {
    const columns = [screen, unbound, naive, duckdb].map((t) => (t ? t.median.toFixed(2) : '-').padStart(12))
    say(question.padEnd(34) + columns.join(''))
  }
}
