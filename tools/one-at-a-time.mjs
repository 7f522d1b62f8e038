import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Holds the number of the process that is at it. */
const LOCK = 'dist/preparing'

/**
 * What is installed and built here is read by every process of this folder: one prepares it, and the others wait for that. The
 * work has to look anew whether there is anything left to do.
 * @param {(line: string) => void} tell
 * @param {() => Promise<void>} work may end the process
 */
export async function oneAtATime(tell, work) {
  mkdirSync('dist', { recursive: true })
  for (let told = false; !take(); told = true) {
    if (!told) tell(`Another process prepares this folder (${LOCK} has its number). Waiting for it`)
    await sleep(200)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take() {
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (fault) {
    if (fault.code !== 'EEXIST') throw fault
  }
  try {
    const holder = readFileSync(LOCK, 'utf8')
    if (isLeftBehind(holder)) clear(holder)
  } catch {
    // Released or cleared meanwhile.
  }
  return false
}

/** By a process that was killed, or before the machine or the container was started: numbers begin anew then. */
function isLeftBehind(holder) {
  const started = Date.now() - uptime() * 1000
  if (Number(holder) === process.pid || statSync(LOCK).mtimeMs < started) return true
  try {
    process.kill(Number(holder), 0)
    return false
  } catch (fault) {
    return fault.code === 'ESRCH'
  }
}

/** Several may find it left behind: what the slower one moves is the faster one's own by then, and goes back. */
function clear(holder) {
  const aside = `${LOCK}.${process.pid}`
  renameSync(LOCK, aside)
  if (readFileSync(aside, 'utf8') === holder) rmSync(aside)
  else renameSync(aside, LOCK)
}
