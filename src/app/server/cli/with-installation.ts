import { migrate } from '../../../platform/server/database/migrate.ts'
import { type Installation, openInstallation } from '../open-installation.ts'

/** Opens what the environment names (beside a running server, or alone), migrated; closes it whatever happens. */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation({ beside: true })
  try {
    await migrate(installation.location)
    return await work(installation)
  } finally {
    await installation.close()
  }
}
