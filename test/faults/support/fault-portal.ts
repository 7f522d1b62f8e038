import { embeddedDatabase } from '../../../src/platform/server/database/location.ts'
import { migrate } from '../../../src/platform/server/database/migrate.ts'
import { startTestPortal } from '../../support/portal.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** A portal that reaches a PostgreSQL of its own over a line that can be made to fail; the test reaches it directly. */
export async function startFaultPortal(environment: Record<string, string> = {}) {
  const server: OwnServer = await startOwnServer()
  const location = embeddedDatabase(server.connection)
  await migrate(location)
  const proxy = await startFaultProxy(server.connection)
  const { host, port } = proxy
  const portal = await startTestPortal(environment, {
    database: { location, name: 'lotline', drop: async () => {} },
    through: ({ mark }) => Object.assign(embeddedDatabase({ ...server.connection, host, port }), { mark }),
  })
  return {
    server,
    proxy,
    portal,
    async close() {
      await portal.close()
      await proxy.close()
      await server.close()
    },
  }
}
export type FaultPortal = Awaited<ReturnType<typeof startFaultPortal>>

type Figures = { open: number; idle: number; waiting: number }

/** Connections of each pool as the portal's own metrics tell them. */
export async function connectionsOf({
  portal,
}: Pick<FaultPortal, 'portal'>): Promise<Record<string, Figures>> {
  const answer = await fetch(`${portal.url}/metrics`, {
    headers: { authorization: `Bearer ${portal.secrets.metrics}` },
  })
  const pools: Record<string, Figures> = {}
  for (const [, pool = '', state, count] of (await answer.text()).matchAll(
    /^database_connections\{pool="(\w+)",state="(\w+)"\} (\d+)$/gm,
  ))
    pools[pool] = { open: 0, idle: 0, waiting: 0, ...pools[pool], [state as string]: Number(count) }
  return pools
}
