import pg from 'pg'
import type { LoginRole } from '../../../src/platform/server/database/location.ts'
import { openSession } from './principals.ts'
import type { World } from './world.ts'

export type Outcome = { statement: string; code?: string; message?: string; rows: unknown[][] }

/** A connection as the server's own login, as somebody would have it who found the password, or a hole in a query. */
export async function connectAs(world: World, role: LoginRole) {
  const client = new pg.Client({
    ...world.portal.location.login(role),
    types: { getTypeParser: () => String },
  })
  client.on('error', () => {})
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ channel, payload = '' }) => heard.push(`${channel}:${payload}`))

  /** One statement, by the extended protocol as the server sends it; never throws. */
  async function attempt(statement: string, values: unknown[] = []): Promise<Outcome> {
    try {
      const config = { text: statement, values, rowMode: 'array', queryMode: 'extended' }
      const { rows } = await client.query(config as pg.QueryConfig)
      return { statement, rows: (rows ?? []) as never as unknown[][] }
    } catch (fault) {
      const { code = 'no code', message } = fault as pg.DatabaseError
      return { statement, code, message, rows: [] }
    }
  }

  return {
    heard,
    attempt,
    /** The statements in one transaction that ends as told; the outcome of each. */
    async within(
      open: string[],
      statements: string[],
      end: 'commit' | 'rollback' = 'commit',
    ): Promise<Outcome[]> {
      await attempt('begin')
      for (const statement of open) {
        const { code, message } = await attempt(statement)
        if (code) throw new Error(`${statement}: ${message}`)
      }
      const outcomes: Outcome[] = []
      for (const statement of statements) {
        const outcome = await attempt(statement)
        outcomes.push(outcome)
        if (outcome.code && outcomes.length < statements.length) break
      }
      await attempt(end)
      await attempt('reset role')
      return outcomes
    },
    end: () => client.end(),
  }
}
export type Raw = Awaited<ReturnType<typeof connectAs>>

/** A token that opens a context: that of the session's cookie, without the cookie's own signature. */
export async function openToken(world: World, userId: string, tenantId: number | null): Promise<string> {
  const cookie = await openSession(world, { userId, tenantId })
  return world.portal.signIn.cookies.readSession(cookie) as string
}
