import path from 'node:path'
import pg from 'pg'

/** Asks the embedded database of a DATA_DIR as its superuser, over the socket beside a running server. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const host = path.join(dataDir, 'run')
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'lotline' })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}
