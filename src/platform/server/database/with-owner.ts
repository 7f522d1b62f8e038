import pg from 'pg'
import type { DatabaseLocation } from './location.ts'
import { send } from './send.ts'
import { createTx, type Tx } from './tx.ts'

/** A transaction as portal_owner, for the command line and the start of the server; never for a request. */
export async function withOwner<T>(location: DatabaseLocation, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = new pg.Client(location.owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await send(client, 'begin')
    await send(client, 'set local role portal_owner')
    await send(client, 'set local search_path = portal')
    const result = await work(createTx(client))
    await send(client, 'commit')
    return result
  } finally {
    await client.end() // rolls back what was not committed
  }
}
