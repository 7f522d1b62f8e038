import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import {
  type DatabaseLocation,
  embeddedDatabase,
  LOGIN_ROLES,
  loginName,
} from '../../src/platform/server/database/location.ts'
import { makeLogins } from '../../src/platform/server/database/logins.ts'
import type { TestServer } from './global-setup.ts'

export type TestDatabase = { location: DatabaseLocation; name: string; drop(): Promise<void> }

/** A migrated database of this test file's own, copied from the run's template. Drop it in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `lotline_test_${randomBytes(6).toString('hex')}`
  await copyTemplate(server, name)
  // A copy does not inherit the template's rights on the database itself.
  await run(server, `revoke temp on database ${name} from public`)
  await run(server, `grant create on database ${name} to portal_owner`)
  const location = embeddedDatabase(server.connection, name)
  await withClient({ ...server.connection, database: name }, async (client) => {
    await client.query('begin')
    await makeLogins(client, location)
    await client.query('commit')
  })
  return {
    location,
    name,
    async drop() {
      await run(server, `drop database if exists ${name} with (force)`)
      for (const role of [...LOGIN_ROLES, 'portal_legacy'])
        await run(server, `drop role if exists ${loginName(role, location.mark as string)}`)
    },
  }
}

async function copyTemplate(server: TestServer, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(server, `create database ${name} template ${server.template} strategy file_copy`)
    } catch (fault) {
      // 55006: the other worker copies it at this moment.
      if ((fault as pg.DatabaseError).code !== '55006' || attempt > 500) throw fault
      await sleep(20)
    }
  }
}

const run = ({ connection }: TestServer, statement: string) =>
  withClient({ ...connection, database: 'postgres' }, async (client) => {
    await client.query(statement)
  })

async function withClient(config: pg.ClientConfig, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
