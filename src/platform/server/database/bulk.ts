import pg from 'pg'
import { copyIn, copyOut } from './copy.ts'
import type { DatabaseLocation } from './location.ts'
import { type Applied, readApplied } from './migration-files.ts'
import { send } from './send.ts'
import { createTx, type Tx } from './tx.ts'

/** One transaction in which whole tables are read and filled. Tables are named with their schema. */
export type Bulk = {
  tx: Tx
  /** Rows as PostgreSQL writes them; `instead`: expressions for columns whose values are not for others. */
  read(
    table: string,
    columns: readonly string[],
    instead?: Readonly<Record<string, string>>,
  ): AsyncGenerator<Buffer[]>
  fill(table: string, columns: readonly string[], chunks: AsyncIterable<Buffer>): Promise<void>
}

const name = (text: string) => text.split('.').map(pg.escapeIdentifier).join('.')

function openBulk(client: pg.Client): Bulk {
  return {
    tx: createTx(client),
    read(table, columns, instead = {}) {
      const values = columns.map((column) => instead[column] ?? pg.escapeIdentifier(column))
      return copyOut(client, `copy (select ${values.join(', ')} from ${name(table)}) to stdout`)
    },
    fill: (table, columns, chunks) =>
      copyIn(
        client,
        `copy ${name(table)} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`,
        chunks,
      ),
  }
}

// Values are written alike whatever the server or the account is set to.
const ALIKE = [
  'set local search_path = portal',
  `set local datestyle = 'ISO'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `set local lock_timeout = '10s'`,
]

async function inTransaction<T>(
  location: DatabaseLocation,
  begin: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(location.owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await send(client, begin)
    for (const setting of ALIKE) await send(client, setting)
    const result = await work(client)
    await send(client, 'commit')
    return result
  } finally {
    await client.end() // rolls back what was not committed
  }
}

/** All that is worth keeping as it is at one moment, while the portal goes on; and the migrations of that moment. */
export const withSnapshot = <T>(
  location: DatabaseLocation,
  work: (bulk: Bulk, applied: Applied[]) => Promise<T>,
): Promise<T> =>
  inTransaction(location, 'begin isolation level repeatable read, read only', async (client) => {
    await send(client, 'set local role portal_owner')
    const applied = await readApplied(client)
    await send(client, 'set local role portal_backup')
    return work(openBulk(client), applied)
  })

/** As the owner of all tables. */
export const withBulkOwner = <T>(location: DatabaseLocation, work: (bulk: Bulk) => Promise<T>): Promise<T> =>
  inTransaction(location, 'begin', async (client) => {
    await send(client, 'set local role portal_owner')
    return work(openBulk(client))
  })
