import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { embeddedDatabase } from '../src/platform/server/database/location.ts'
import { migrate } from '../src/platform/server/database/migrate.ts'
import {
  EMBEDDED_DATABASE,
  startEmbeddedPostgres,
} from '../src/platform/server/embedded-postgres/start-embedded-postgres.ts'

export type Address = { host: string; port: number; user: string; password?: string; database: string }

/** Does the work on a migrated database of its own, in a temporary folder that is gone afterwards. */
export async function withMigratedDatabase<T>(
  work: (client: pg.Client, address: Address) => Promise<T>,
): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-tool-'))
  try {
    const server = await startEmbeddedPostgres(folder, { settings: { fsync: 'off' } })
    try {
      await migrate(embeddedDatabase(server.connection))
      const address = { ...server.connection, database: EMBEDDED_DATABASE }
      const client = new pg.Client(address)
      await client.connect()
      return await work(client, address).finally(() => client.end())
    } finally {
      await server.stop()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
