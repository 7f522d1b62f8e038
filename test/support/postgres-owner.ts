// A process that owns an embedded PostgreSQL: tells its connection in one line, then does what it is told to.
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const server = await startEmbeddedPostgres(dataDir)
  process.on('message', async (order) => {
    if (order === 'stop') await server.stop()
    process.exit(0)
  })
  process.send?.({ connection: server.connection })
} catch (fault) {
  process.send?.({ refused: `${(fault as Error).name}: ${(fault as Error).message}` })
  process.disconnect()
}
