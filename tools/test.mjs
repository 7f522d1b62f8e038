// npm test: everything that must pass, set up by itself. With an argument only a part: `faults` the proofs of faults in
// their long form and whole what `npm test` samples, `database` those that talk to the database (on the server of
// TEST_DATABASE_URL).
import './check-node.mjs'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { programs, run, runPackage } from './run.mjs'
import { inDrawnOrder, takenOf } from './share.mjs'
import { runChecks, verify } from './verify.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const SUITES = {
  '': ['unit', 'server', 'security', 'trials', 'faults', 'e2e'],
  faults: ['faults', 'server', 'security', 'trials', 'e2e'],
  database: ['server', 'security'],
}

// npm test has its minutes: of some suites it takes so many files, another choice each time; test:faults runs them whole.
const SAMPLED = {
  trials: { files: 2, folder: 'test/trials' },
  faults: { files: 3, folder: 'test/faults' },
  e2e: { files: 3, folder: 'e2e' },
}
// Of these it takes a third, and `database` the rest, by the same seed: together everything, on one PostgreSQL or the other.
const SHARED = ['server', 'security']
const SHARE = { '': 'third', database: 'rest' }

const [which = ''] = process.argv.slice(2)
const suites = SUITES[which]
if (!suites) {
  console.error(`Unknown argument "${which}"; known are faults and database.`)
  process.exit(2)
}

// One seed for what all suites draw; TEST_SEED repeats a run.
process.env.TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31))

const total = { passed: 0, failed: 0, failures: [] }
const add = ({ passed, failed, failures }) => {
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
}

const tell = (line) => console.log(line)
await ensureInstalled(tell)
const chromium = which === 'database' ? undefined : await ensureChromium(tell)
if (!chromium && which !== 'database') add({ passed: 0, failed: 1, failures: ['no browser found'] })
if (which === '') {
  add(await verify())
  add(await runChecks(generatedFiles()))
}
await ensureWebBuilt(tell)
if (which === '')
  add(await runChecks({ bundle: () => run(process.execPath, ['tools/sizes.mjs', '--bundle']) }))
for (const suite of suites) {
  if (suite === 'e2e' && !chromium) continue
  if (suite === 'trials' && !existsSync('../shared/data')) {
    console.log('suite trials: ../shared/data is absent, so it does not run')
    continue
  }
  add(await runSuite(suite))
}
// Once more at the end, where whoever sees only the end of a long run finds them.
for (const failure of total.failures) console.log(`failed: ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function generatedFiles() {
  return {
    'db/schema.sql': () => runPackage(programs.tsx, ['tools/schema.ts', '--check']),
    'database types': () => runPackage(programs.tsx, ['tools/database-types.ts', '--check']),
    'status words': () => runPackage(programs.tsx, ['tools/status-words.ts', '--check']),
  }
}

/** Counts come from vitest's own report; a suite that could not run at all counts as one failure. */
async function runSuite(suite) {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const share = SHARED.includes(suite) ? SHARE[which] : undefined
  const files =
    which === '' && SAMPLED[suite]
      ? sampledFiles(suite)
      : suite === 'server' && share
        ? sharedFiles(share)
        : []
  const args = ['run', '--project', suite, '--passWithNoTests', ...reporters, ...files]
  const { code, seconds } = await runPackage(programs.vitest, args, {
    show: true,
    env: {
      CHROME_PATH: chromium,
      ...(which === 'faults' && { PROOFS: 'long' }),
      ...(share && { TEST_SHARE: share }),
    },
  })
  const count = readReport(report)
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0 && count.failed === 0) count.failed = 1
  if (count.failed > 0 && count.failures.length === 0)
    count.failures.push(`suite ${suite} ended with ${code}`)
  console.log(`suite ${suite}: ${count.passed} passed, ${count.failed} failed, ${seconds.toFixed(1)} s`)
  return count
}

function sharedFiles(share) {
  const all = testsIn('test/server').concat(testsIn('src').filter((file) => file.endsWith('.server.test.ts')))
  const taken = [...takenOf(share, process.env.TEST_SEED, all)]
  console.log(
    `server: ${taken.length} of ${all.length} files, the ${share}, TEST_SEED=${process.env.TEST_SEED}`,
  )
  return taken
}

function testsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
}

/** Chosen by the seed. */
function sampledFiles(suite) {
  const { files, folder } = SAMPLED[suite]
  const all = testsIn(folder)
  const drawn = inDrawnOrder(process.env.TEST_SEED, all, (file) => relative(folder, file))
  const chosen = drawn.slice(0, files)
  const left = all.filter((file) => !chosen.includes(file))
  console.log(
    `${suite}: ${chosen.length} of ${all.length} files, TEST_SEED=${process.env.TEST_SEED}; without ${left.join(', ')}`,
  )
  return chosen
}

function readReport(file) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOfFile) }
  } catch (fault) {
    if (fault.code !== 'ENOENT') throw fault
    return { passed: 0, failed: 0, failures: [] }
  }
}

/** One line for each failed test of a file, and for a file that could not run at all. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}: ${summary(message)}`]
  return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${summary(failureMessages[0])}`)
}

/** What failed, and where a property or an assertion tells more below its first line, that as well. */
function summary(text = '') {
  const [first = '', ...rest] = text.split('\n').filter((line) => !/^\s+at /.test(line))
  const more = rest.filter((line) =>
    /^\s*(Counterexample|Got|Caused by|Error|- waiting for|\{ seed)/.test(line),
  )
  return [first, ...more.map((line) => line.trim())].join(' | ').slice(0, 900)
}
