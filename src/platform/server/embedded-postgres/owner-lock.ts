import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, connect } from './connection.ts'

/** Advisory lock in database `postgres` that the living owner of the server holds. */
const OWNER_LOCK = 7_001_001

export async function tryOwnerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK])
  return rows[0].mine
}

export async function releaseOwnerLock(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [OWNER_LOCK])
}

/** `held` is false when the server ended before it could be marked. */
type OwnerLock = { held: boolean; release(): Promise<void> }

/**
 * Marks the server as owned by this process for as long as it lives. The kernel frees the lock with the connection,
 * so that a killed owner leaves no mark. A connection ended from within (an administrator terminates backends) is
 * taken up again, else the next starter would believe the owner dead. `exited` ends the attempts with the server.
 */
export async function holdOwnerLock(connection: Connection, exited: Promise<string>): Promise<OwnerLock> {
  let released = false
  let holder: pg.Client | undefined

  async function acquire(): Promise<void> {
    while (!released) {
      const client = await connect(connection).catch(() => undefined)
      // Not ours yet: a starter that looks whether we are dead holds it for a moment.
      if (client && (await tryOwnerLock(client).catch(() => false))) {
        holder = client
        client.once('end', () => void acquire())
        return
      }
      await client?.end().catch(() => {})
      await sleep(50, undefined, { ref: false })
    }
  }

  const release = async () => {
    released = true
    await holder?.end().catch(() => {})
  }
  void exited.then(release)
  await acquire()
  return { release, held: holder !== undefined }
}
