import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Layout, SOCKET_PORT, SUPERUSER } from './layout.ts'

/** How to reach the embedded server as its superuser. `host` is the socket's directory, or 127.0.0.1 with TCP. */
export type Connection = { host: string; port: number; user: string; password?: string }

export type Transport = 'socket' | 'tcp'

export function connectionOf(layout: Layout, transport: Transport, port = SOCKET_PORT): Connection {
  if (transport === 'socket') return { host: layout.run, port, user: SUPERUSER }
  return { host: '127.0.0.1', port, user: SUPERUSER, password: fs.readFileSync(passwordFile(layout), 'utf8') }
}

/** With TCP every account of the machine could knock, so that trust is replaced by this password. */
export const passwordFile = (layout: Layout) => path.join(layout.run, 'password')

export async function connect(connection: Connection, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database, connectionTimeoutMillis: 5_000 })
  // An unheard 'error' would end the process; whoever uses the client sees its queries fail.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Makes a database when it is missing. */
export async function ensureDatabase(connection: Connection, name: string): Promise<void> {
  const client = await connect(connection)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
