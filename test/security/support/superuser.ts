import pg from 'pg'
import type { DatabaseLocation } from '../../../src/platform/server/database/location.ts'

export type Row = Record<string, unknown>

/** Who sees behind every policy: what a test plants, and the proof that a hidden row exists. End it in afterAll. */
export async function connectSuperuser(location: DatabaseLocation) {
  const client = new pg.Client(location.owner)
  client.on('error', () => {})
  await client.connect()
  await client.query('set search_path = portal')
  // Tests ask many things at once; a connection answers one after the other.
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>
  let last: Promise<unknown> = Promise.resolve()
  client.query = ((...given: unknown[]) => {
    const next = last.then(() => query(...given))
    last = next.catch(() => {})
    return next
  }) as typeof client.query
  return Object.assign(client, {
    /** The rows of one statement. */
    rows: async <T = Row>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await client.query(text, values)).rows as T[],
    /** The first column of the first row. */
    value: async <T>(text: string, values: unknown[] = []): Promise<T> => {
      const { rows } = await client.query<Row>(text, values)
      return Object.values(rows[0] ?? {})[0] as T
    },
    /** In this transaction as whoever has all power over the database and uses it to rewrite the trail: no trigger stands in the way. */
    tamper: () => client.query('set local session_replication_role = replica'),
    /** Does it, lets `look` see it, and takes it back. Inside a transaction too. */
    async undone<T>(plant: string, look: () => Promise<T>): Promise<T> {
      await client.query('savepoint planted')
      try {
        await client.query(plant)
        return await look()
      } finally {
        await client.query('rollback to savepoint planted')
      }
    },
  })
}
export type Superuser = Awaited<ReturnType<typeof connectSuperuser>>
