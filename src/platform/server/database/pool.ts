import type { Socket } from 'node:net'
import pg from 'pg'

/**
 * A pool that survives its server: without the `connect` line a backend that is terminated while in use ends the process
 * (the pool's own `error` event covers idle connections only). Waits at most 1.5 s for a connection (D8).
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 1500,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    ...config,
    // Besides the round trips that it saves: a query that runs out of time ends its connection instead of blocking it.
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Ends a connection whose server does not answer: every query on it fails, and the pool makes a new one. */
export function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}

/** How many connections a pool has, how many of them nobody uses, and how many ask for one. */
export type PoolFigures = { open: number; idle: number; waiting: number }

export const figuresOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolFigures => ({
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})
