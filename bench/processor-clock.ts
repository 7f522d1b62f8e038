import fs from 'node:fs'
import type pg from 'pg'

/** Reads milliseconds; only the difference of two readings means something. */
export type Clock = () => number

/**
 * The processor time of the connection's server process: a busy machine makes it longer by far less than the time on the
 * wall, so ratios can be believed. Where the system does not tell it (other than Linux), the time on the wall.
 */
export async function processorClock(client: pg.Client): Promise<Clock> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0].pid}/schedstat`
  if (!fs.existsSync(file)) return () => performance.now()
  return () => Number(fs.readFileSync(file, 'utf8').split(' ')[0]) / 1e6
}
