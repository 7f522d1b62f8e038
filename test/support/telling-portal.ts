import pg from 'pg'
import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { startTestPortal } from './portal.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  /** Of one loop, rounded; only when analyzed, as what follows. */
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  /** Of all loops, with the steps below and what functions did. */
  'Shared Hit Blocks'?: number
  Plans?: Plan[]
}
export type Told = { 'Query Text': string; Plan: Plan }

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

export type TellingPortal = Awaited<ReturnType<typeof startTellingPortal>>

/**
 * A portal whose every connection tells how each statement is carried out, those inside of functions too. With `analyze` also
 * how many rows it had in hand, and of those only that took `from` milliseconds.
 */
export async function startTellingPortal({ analyze = false, from = 0 } = {}) {
  const database = await createTestDatabase()
  let told: Told[] = []
  class TellingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('notice', ({ message = '' }) => {
        if (/^duration: .* plan:/.test(message)) told.push(JSON.parse(message.slice(message.indexOf('{'))))
      })
    }
  }
  /** As the superuser. */
  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new TellingClient({ ...inject('testServer').connection, database: database.name })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': from,
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': analyze ? 'on' : 'off',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': analyze ? 'on' : 'off',
    client_min_messages: 'log',
  }
  await withClient((client) =>
    client.query(
      Object.entries(settings)
        .map(([name, value]) => `alter database ${database.name} set ${name} = ${value}`)
        .join(';'),
    ),
  )
  const portal = await startTestPortal(
    {},
    {
      database,
      through: (direct) => ({
        ...direct,
        login: (role) => ({ ...direct.login(role), Client: TellingClient }) as pg.ClientConfig,
      }),
    },
  )
  return {
    portal,
    withClient,
    told: (): readonly Told[] => told,
    forget: () => {
      told = []
    },
  }
}
