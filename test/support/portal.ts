import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { startServer } from '../../src/app/server/start-server.ts'
import { createSignInService } from '../../src/platform/server/auth/sign-in-service.ts'
import { loadConfig } from '../../src/platform/server/config.ts'
import type { DatabaseLocation } from '../../src/platform/server/database/location.ts'
import type { Tx } from '../../src/platform/server/database/tx.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { openSecrets } from '../../src/platform/server/secrets.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type TestPortal = Awaited<ReturnType<typeof startTestPortal>>

/**
 * The whole server over HTTP on a free port, on a database of this test file's own. Close it in afterAll. `through`: the
 * server itself reaches the database over another line than the test does.
 */
export async function startTestPortal(
  environment: Record<string, string> = {},
  {
    database: given,
    through = (direct) => direct,
  }: { database?: TestDatabase; through?: (direct: DatabaseLocation) => DatabaseLocation } = {},
) {
  const database: TestDatabase = given ?? (await createTestDatabase())
  const dataDir = environment.DATA_DIR ?? fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-test-'))
  const configured = (changed: Record<string, string> = {}) =>
    loadConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '0',
      MFA_POLICY: 'optional',
      ...environment,
      ...changed,
    })
  const config = configured()
  const secrets = openSecrets(dataDir)
  const { location } = database
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const server = await startServer({ config, secrets, location: through(location), log })
  const signIn = createSignInService(location.login('portal_auth'), secrets, false)
  return {
    url: server.url,
    location,
    dataDir,
    secrets,
    signIn,
    /** Every log line so far. */
    lines,
    log,
    /** A transaction as the owner: what a test arranges or looks at behind the portal's back. */
    owner: <T>(work: (tx: Tx) => Promise<T>) => withOwner(location, work),
    /** A second server on the same database, as another instance would be, or this one started anew with another environment. */
    another: (changed: Record<string, string> = {}) =>
      startServer({ config: configured(changed), secrets, location, log }),
    async close() {
      await signIn.close()
      await server.stop()
      await database.drop()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
