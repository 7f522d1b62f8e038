import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../../src/platform/server/embedded-postgres/connection.ts'

const SCRIPT = fileURLToPath(new URL('postgres-owner.ts', import.meta.url))
const started = new Set<ChildProcess>()

type Answer = { connection: Connection; refused?: undefined } | { connection?: undefined; refused: string }

/** Starts an embedded PostgreSQL in another process, that of another user with `uid`. */
export async function startOwner(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const child = fork(SCRIPT, [dataDir], {
    ...account,
    execArgv: ['--import', 'tsx'],
    // tsx keeps a cache; that of root is closed to others.
    env: { PATH: process.env.PATH, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  started.add(child)
  const [answer] = (await once(child, 'message')) as [Answer]
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    ...answer,
    async stop() {
      child.send('stop')
      await ended()
    },
    /** Ends without stopping its server properly. */
    async exit() {
      child.send('exit')
      await ended()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended()
    },
  }
}

/** For afterEach: whatever a failed test left behind. */
export function endOwners(): void {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
}
