import { type Config, loadConfig } from '../../platform/server/config.ts'
import {
  type DatabaseLocation,
  embeddedDatabase,
  externalDatabase,
} from '../../platform/server/database/location.ts'
import { findRunningPostgres } from '../../platform/server/embedded-postgres/find-running-postgres.ts'
import { startEmbeddedPostgres } from '../../platform/server/embedded-postgres/start-embedded-postgres.ts'
import { openSecrets, type Secrets } from '../../platform/server/secrets.ts'

export type Installation = {
  config: Config
  secrets: Secrets
  location: DatabaseLocation
  /** Resolves with the reason when the embedded database ends; never with another one. */
  databaseEnded: Promise<string>
  close(): Promise<void>
}

/**
 * Configuration, secrets and a database: the one of DATABASE_URL, or the embedded one, started here. The command line
 * (`beside`) uses the embedded one that a running server holds.
 */
export async function openInstallation(options: { beside?: boolean } = {}): Promise<Installation> {
  const config = loadConfig()
  const secrets = openSecrets(config.dataDir)
  const never = new Promise<string>(() => {})
  if (config.databaseUrl) {
    const location = externalDatabase(config.databaseUrl, secrets.databaseLogins)
    return { config, secrets, location, databaseEnded: never, close: async () => {} }
  }
  const running = options.beside ? await findRunningPostgres(config.dataDir) : undefined
  if (running)
    return {
      config,
      secrets,
      location: embeddedDatabase(running),
      databaseEnded: never,
      close: async () => {},
    }
  const server = await startEmbeddedPostgres(config.dataDir, { pgBin: config.pgBin })
  return {
    config,
    secrets,
    location: embeddedDatabase(server.connection),
    databaseEnded: server.exited,
    close: server.stop,
  }
}
