import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { oneAtATime } from './one-at-a-time.mjs'
import { run } from './run.mjs'

const STAMP = 'node_modules/.lotline-installed'
/** npm's own note of what it installed last, written when it was complete. */
const NOTE = 'node_modules/.package-lock.json'

/**
 * Installs the locked dependencies when they are missing or stale. Install scripts do not run: nothing here needs one.
 * @param {(line: string) => void} tell
 */
export async function ensureInstalled(tell) {
  const wanted = fingerprint()
  if (!isInstalled(wanted)) await oneAtATime(tell, () => install(wanted, tell))
}

const isInstalled = (wanted) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted

async function install(wanted, tell) {
  if (isInstalled(wanted)) return
  if (!agreesWithLock()) {
    // Nothing says from here on that the packages are there, whatever ends this.
    for (const said of [STAMP, NOTE]) rmSync(said, { force: true })
    tell('Installing dependencies (about a minute the first time)')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const options = [
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
    ]
    const { code, output, seconds } = await run(npm, ['ci', ...options])
    if (code !== 0) {
      console.error(output.trim())
      console.error(
        `npm ci ended with ${code}. It needs the network (or npm's cache) and write access to ${process.cwd()}.`,
      )
      process.exit(code)
    }
    tell(`Dependencies installed in ${Math.round(seconds)} s`)
  }
  writeFileSync(STAMP, wanted)
}

/** Another Node or another machine needs other platform packages. */
function fingerprint() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  return `${lock} ${process.platform}-${process.arch} node ${process.versions.modules}\n`
}

/** npm installed it, without being asked by a command of ours. */
function agreesWithLock() {
  if (!existsSync(NOTE) || existsSync(STAMP)) return false
  const present = JSON.parse(readFileSync(NOTE, 'utf8')).packages
  const locked = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  return locked.every(([place, { version, optional }]) => {
    if (place === '') return true
    return present[place] ? present[place].version === version : optional === true
  })
}
