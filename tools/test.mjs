// npm test and its parts, everything set up by itself:
//   (nothing)  checks, unit, server and security suites whole, and the journeys of the main job
//   all        that, and every journey, the trials, and the proofs of faults in their short form
//   journeys   those that have not passed since they or a feature of theirs were touched; with --minutes=30 as many as fit
//   database   the server and security suites, on the server of TEST_DATABASE_URL
//   faults     everything that has one in its long form, with a new seed
import './check-node.mjs'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { fitting, MAIN_JOB, notePassed, touchedJourneys } from './journeys.mjs'
import { programs, run, runPackage } from './run.mjs'
import { runChecks, verify } from './verify.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const SETS = {
  '': { checks: true, suites: ['unit', 'server', 'security', 'e2e'], journeys: () => MAIN_JOB },
  all: { checks: true, suites: ['unit', 'server', 'security', 'trials', 'faults', 'e2e'] },
  journeys: { suites: ['e2e'], journeys: journeysInTime },
  database: { suites: ['server', 'security'] },
  faults: { suites: ['faults', 'server', 'security', 'trials', 'e2e'], long: true },
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' } },
})
const [which = ''] = positionals
const set = SETS[which]
if (!set) {
  console.error(`Unknown argument "${which}"; known are ${Object.keys(SETS).filter(Boolean).join(', ')}.`)
  process.exit(2)
}

const total = { passed: 0, failed: 0, failures: [] }
const add = ({ passed, failed, failures }) => {
  total.passed += passed
  total.failed += failed
  total.failures.push(...failures)
}

const tell = (line) => console.log(line)
await ensureInstalled(tell)
const needsBrowser = set.suites.includes('e2e')
const chromium = needsBrowser ? await ensureChromium(tell) : undefined
if (needsBrowser && !chromium) add({ passed: 0, failed: 1, failures: ['no browser found'] })
if (set.checks) {
  add(await verify())
  add(await runChecks(generatedFiles()))
}
await ensureWebBuilt(tell)
if (set.checks) add(await runChecks({ bundle: () => run(process.execPath, ['tools/sizes.mjs', '--bundle']) }))
for (const suite of set.suites) {
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

function journeysInTime() {
  const touched = touchedJourneys()
  if (values.minutes === undefined) return touched
  const run = fitting(touched, Number(values.minutes))
  const left = touched.filter((journey) => !run.includes(journey))
  if (left.length > 0)
    console.log(`e2e: ${left.length} more do not fit in ${values.minutes} minutes: ${left.join(', ')}`)
  return run
}

/** Counts come from vitest's own report; a suite that could not run at all counts as one failure. */
async function runSuite(suite) {
  const files = (suite === 'e2e' && set.journeys?.()) || []
  if (suite === 'e2e' && set.journeys) {
    console.log(`e2e: ${files.length} files: ${files.map((file) => relative('e2e', file)).join(', ')}`)
    if (files.length === 0) return { passed: 0, failed: 0, failures: [] }
  }
  const folder = mkdtempSync(join(tmpdir(), 'lotline-report-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', suite, '--passWithNoTests', ...reporters, ...files]
  const { code, seconds } = await runPackage(programs.vitest, args, {
    show: true,
    env: { CHROME_PATH: chromium, ...(set.long && { PROOFS: 'long' }) },
  })
  const { count, passedFiles } = readReport(report)
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0 && count.failed === 0) count.failed = 1
  if (count.failed > 0 && count.failures.length === 0)
    count.failures.push(`suite ${suite} ended with ${code}`)
  console.log(`suite ${suite}: ${count.passed} passed, ${count.failed} failed, ${seconds.toFixed(1)} s`)
  if (suite === 'e2e' && !process.env.CI) await note(passedFiles)
  return count
}

async function note(journeys) {
  const { code, output } = await run('git', ['rev-parse', '--short', 'HEAD'])
  if (code === 0) notePassed(journeys, output.trim())
}

function readReport(file) {
  const count = { passed: 0, failed: 0, failures: [] }
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    Object.assign(count, {
      passed: numPassedTests,
      failed: numFailedTests,
      failures: testResults.flatMap(failuresOfFile),
    })
    const passedFiles = testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name, assertionResults, startTime, endTime }) => ({
        file: relative(process.cwd(), name),
        tests: assertionResults.length,
        seconds: Math.round((endTime - startTime) / 1000),
      }))
    return { count, passedFiles }
  } catch (fault) {
    if (fault.code !== 'ENOENT') throw fault
    return { count, passedFiles: [] }
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
