import pg from 'pg'

/**
 * A pool that survives its server: without the `connect` line a backend that is terminated while in use ends the process
 * (the pool's own `error` event covers idle connections only).
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 1500, idleTimeoutMillis: 60_000, ...config })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
