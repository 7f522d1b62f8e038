import { type Connection, connect, connectionOf } from './connection.ts'
import { layoutOf } from './layout.ts'
import { isPostmasterOf, readPidFile } from './postmaster.ts'

/** The embedded server that runs on this directory already, for the command line beside it; else undefined. */
export async function findRunningPostgres(dataDir: string): Promise<Connection | undefined> {
  const layout = layoutOf(dataDir)
  const found = readPidFile(layout.pgdata)
  if (!found?.ready || !isPostmasterOf(found.pid, layout.pgdata)) return undefined
  const connection = connectionOf(layout, found.listens ? 'tcp' : 'socket', found.port)
  const client = await connect(connection)
  await client.end()
  return connection
}
