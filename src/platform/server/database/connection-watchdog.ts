import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cutConnection, openPool } from './pool.ts'
import { send } from './send.ts'

const EVERY_MS = 1000
const AGAIN_MS = 500
const ANSWER_MS = 2000
const MISSED = 4

/**
 * Batches and exports may work for minutes, so their connections have no bound in time. As long as one is held, the
 * database is asked for a sign of life on a connection beside them; after four missed ones (10 s at most) they end.
 */
export function createConnectionWatchdog(config: pg.PoolConfig) {
  const pool = openPool({ ...config, max: 1, query_timeout: ANSWER_MS, allowExitOnIdle: true })
  const held = new Set<pg.ClientBase>()
  let beating = false

  async function isAlive(): Promise<boolean> {
    try {
      const client = await pool.connect()
      await send(client, 'select 1').finally(() => client.release())
      return true
    } catch (fault) {
      return fault instanceof pg.DatabaseError // it refused, so it lives
    }
  }

  async function beat() {
    beating = true
    for (let missed = 0; held.size > 0; ) {
      await sleep(missed === 0 ? EVERY_MS : AGAIN_MS, undefined, { ref: false })
      missed = (await isAlive()) ? 0 : missed + 1
      if (missed >= MISSED) for (const client of held) cutConnection(client)
    }
    beating = false
  }

  return {
    /** Watches over a connection; answers how to let go of it. */
    hold(client: pg.ClientBase): () => void {
      held.add(client)
      if (!beating) void beat()
      return () => void held.delete(client)
    },
    close: () => pool.end(),
  }
}
