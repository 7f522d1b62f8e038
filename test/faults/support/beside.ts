import type { TestPortal } from '../../support/portal.ts'
import { startPortalProcess } from './portal-process.ts'

/** A portal in a process of its own, on the database and with the secrets of a test portal: sessions hold on both. */
export function startBeside({ location, dataDir }: TestPortal, environment: Record<string, string> = {}) {
  const { user, password, database, host, port } = location.owner as Record<string, string>
  const account = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  return startPortalProcess({
    DATABASE_URL: `postgres://${account}@/${database}?host=${encodeURIComponent(host as string)}&port=${port}`,
    DATA_DIR: dataDir,
    PORT: '0',
    ...environment,
  })
}

export const cookieOf = ({ cookies }: { cookies: Map<string, string> }) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
