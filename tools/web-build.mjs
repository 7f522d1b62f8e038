import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markOf } from './inputs.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { programs, runPackage } from './run.mjs'

const TARGET = 'dist/web'
const STAMP = 'dist/web.inputs'
const INPUTS = [
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'tools/compiled-messages.ts',
  'tools/contracts-as-routes.ts',
  'tools/packed-files.ts',
  'tools/words-by-part.ts',
  'postcss.config.cjs',
  'postcss.config.js',
  'public',
  'messages',
  'src',
]

/**
 * Builds the web app when an input changed since the last build.
 * @param {(line: string) => void} tell
 */
export async function ensureWebBuilt(tell) {
  const wanted = markOf(INPUTS, 'server')
  if (!isBuilt(wanted)) await oneAtATime(tell, () => build(wanted, tell))
}

const isBuilt = (wanted) =>
  existsSync(join(TARGET, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted

async function build(wanted, tell) {
  if (isBuilt(wanted)) return
  tell('Building the web app')
  for (const name of readdirSync('dist')) {
    if (/^web\.(new|old)\./.test(name)) rmSync(join('dist', name), { recursive: true, force: true })
  }
  const fresh = `dist/web.new.${process.pid}`
  const args = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  const { code, output, seconds } = await runPackage(programs.vite, args, { env: { NODE_ENV: 'production' } })
  if (code !== 0) {
    console.error(output.trim())
    console.error('The web app could not be built.')
    process.exit(code)
  }
  replace(fresh)
  writeFileSync(STAMP, wanted)
  tell(`Web app built in ${seconds.toFixed(1)} s`)
}

/** Complete when it appears under its name, also for a server that runs already. */
function replace(fresh) {
  const old = `dist/web.old.${process.pid}`
  if (existsSync(TARGET)) renameSync(TARGET, old)
  renameSync(fresh, TARGET)
  rmSync(old, { recursive: true, force: true })
}
