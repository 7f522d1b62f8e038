import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>

/**
 * A PostgreSQL that a test may kill: with fsync as in production, in a folder of its own (`within`: below that one). PG_BIN
 * chooses another version than the packaged one.
 */
export async function startOwnServer({ within = os.tmpdir(), settings = {} } = {}) {
  const folder = fs.mkdtempSync(path.join(within, 'lotline-fault-'))
  const start = () => startEmbeddedPostgres(folder, { pgBin: process.env.PG_BIN, settings })
  let server = await start()
  const postmaster = () =>
    Number(fs.readFileSync(path.join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    folder,
    connection: server.connection,
    /** Process numbers of the server, the postmaster first. */
    processes: () => [postmaster(), ...childrenOf(postmaster())],
    signal(signal: NodeJS.Signals, pids: number[]) {
      for (const pid of pids) if (isThere(pid)) process.kill(pid, signal)
    },
    /** As when the machine's memory ran out: no farewell, no checkpoint. Answers when it is gone. */
    async kill() {
      const pids = [postmaster(), ...childrenOf(postmaster())]
      for (const pid of pids) if (isThere(pid)) process.kill(pid, 'SIGKILL')
      await server.exited
      while (pids.some(isThere)) await sleep(10)
    },
    async start() {
      server = await start()
    },
    async restart() {
      await server.stop()
      server = await start()
    },
    async close() {
      await server.stop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function childrenOf(pid: number): number[] {
  const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

function isThere(pid: number): boolean {
  try {
    // A process that ended and was not yet waited for does nothing any more.
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
