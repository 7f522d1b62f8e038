import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { connect, connectionOf } from './connection.ts'
import { type Layout, SOCKET_PORT } from './layout.ts'
import { releaseOwnerLock, tryOwnerLock } from './owner-lock.ts'
import {
  isPostmasterOf,
  type PidFile,
  pidFilePath,
  readPidFile,
  stopFast,
  waitUntilGone,
} from './postmaster.ts'

const LIMIT_MS = 60_000
const GRACE_MS = 250
const ENDING_MS = 3_000

/**
 * Clears the way: the server of a killed portal is stopped, that of a living one is refused (in one line), and the
 * files of a dead one are removed.
 */
export async function removePreviousServer(layout: Layout, bin: string): Promise<void> {
  const begun = Date.now()
  for (;;) {
    const found = readPidFile(layout.pgdata)
    if (!found && (await isHalfWritten(layout.pgdata))) continue
    if (!found) return
    const here = isPostmasterOf(found.pid, layout.pgdata)
    const client = await reach(layout, found).catch((fault: Error) => {
      if (here && Date.now() > begun + LIMIT_MS) throw fault
    })
    if (client) {
      // A server that shuts down while it is asked ends the question; the next round finds it gone.
      const ownerIsDead = await isOwnerDead(client).catch(() => false)
      await client.end().catch(() => {})
      if (!here) throw occupied(layout, found.pid)
      if (!ownerIsDead) {
        // It may be about to end: whoever restarts the portal does not wait for that.
        if (Date.now() > begun + ENDING_MS) throw occupied(layout, found.pid)
        await sleep(100)
        continue
      }
      stopFast(found.pid, bin, layout.pgdata)
      return waitUntilGone(found.pid, layout.pgdata, LIMIT_MS)
    }
    if (!here) return removeStaleFiles(layout)
    // It is starting up, or recovering.
    await sleep(100)
  }
}

/** A rival fills its pid file in a moment; one that stays empty was left by a power cut and would block every start. */
async function isHalfWritten(pgdata: string): Promise<boolean> {
  const written = fs.statSync(pidFilePath(pgdata), { throwIfNoEntry: false })?.mtimeMs
  if (written === undefined) return false
  if (Date.now() - written > LIMIT_MS) fs.rmSync(pidFilePath(pgdata), { force: true })
  else await sleep(100)
  return true
}

/** Asked twice: between its server being ready and taking the lock a living starter needs a moment. */
async function isOwnerDead(client: pg.Client): Promise<boolean> {
  if (!(await tryOwnerLock(client))) return false
  await releaseOwnerLock(client)
  await sleep(GRACE_MS)
  return tryOwnerLock(client)
}

async function reach(layout: Layout, { listens, port }: PidFile): Promise<pg.Client> {
  return connect(connectionOf(layout, listens ? 'tcp' : 'socket', port))
}

/** PostgreSQL itself only asks whether the process number exists, and would refuse to start for ever. */
function removeStaleFiles({ pgdata, run }: Layout): void {
  for (const stale of [pidFilePath(pgdata), path.join(run, `.s.PGSQL.${SOCKET_PORT}.lock`)]) {
    fs.rmSync(stale, { force: true })
  }
}

export function occupied(layout: Layout, pid?: number): OperatorError {
  const process = pid ? ` (PostgreSQL process ${pid})` : ''
  return new OperatorError(
    `Another portal is running on ${layout.home}${process}. Stop it first, or set another DATA_DIR.`,
  )
}
