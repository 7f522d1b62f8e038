// npm run verify: the fast gate, two checks at a time.
import './check-node.mjs'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { programs, run, runPackage } from './run.mjs'

// What has not changed since the last time is not looked at again: 6 s instead of 40.
const checkTypes = (part) =>
  runPackage(programs.tsc, [
    ...['-p', `tsconfig.${part}.json`, '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${part}.tsbuildinfo`],
  ])

const CHECKS = {
  'format and lint': () => runPackage(programs.biome, ['check', '.']),
  'types, server': () => checkTypes('server'),
  'types, web': () => checkTypes('web'),
  'types, e2e': () => checkTypes('e2e'),
  boundaries: () => run(process.execPath, ['tools/boundaries.mjs']),
  'unused code': () => runPackage(programs.knip, ['--no-progress']),
  sizes: () => run(process.execPath, ['tools/sizes.mjs']),
}

/**
 * Runs the checks and prints each with its seconds; what failed is shown whole.
 * @param {Record<string, () => Promise<{ code: number, output: string, seconds: number }>>} checks
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} failures: one line each
 */
export async function runChecks(checks) {
  const waiting = Object.entries(checks)
  const count = { passed: 0, failed: 0, failures: [] }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next
      const { code, output, seconds } = await check()
      const ok = code === 0
      count[ok ? 'passed' : 'failed']++
      if (!ok) count.failures.push(name)
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
      const worthShowing = !ok || name === 'sizes' || name === 'bundle' || name === 'boundaries'
      if (worthShowing && output.trim()) console.log(output.trim().replace(/^/gm, '       '))
    }
  }
  await Promise.all([work(), work()])
  return count
}

export const verify = () => runChecks(CHECKS)

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled((line) => console.log(line))
  const gate = await verify()
  const unit = await runChecks({
    'unit tests': () => runPackage(programs.vitest, ['run', '--project', 'unit', '--passWithNoTests']),
  })
  const failed = gate.failed + unit.failed
  console.log(failed === 0 ? 'All checks passed.' : `${failed} checks failed.`)
  process.exit(failed === 0 ? 0 : 1)
}
