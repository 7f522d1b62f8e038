import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCatalogue } from '../../src/platform/server/database/catalogue.ts'
import { externalDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'
import { anAdministrator } from '../support/actors.ts'
import type { TestClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const PG_15 = '/usr/lib/postgresql/15/bin'
const programs = [undefined, ...(fs.existsSync(PG_15) ? [PG_15] : [])]

/** Nobody listens there. */
async function closedPort(): Promise<net.AddressInfo> {
  const listener = net.createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address() as net.AddressInfo
  listener.close()
  return address
}

describe.each(programs)('two portals on one PostgreSQL (%s)', (pgBin) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-two-'))
  let server: EmbeddedPostgres
  let superuser: pg.Client
  const portals: TestPortal[] = []
  beforeAll(async () => {
    server = await startEmbeddedPostgres(folder, {
      ...{ transport: 'tcp', settings: { fsync: 'off', max_connections: '200' } },
      pgBin,
    })
    superuser = new pg.Client({ ...server.connection, database: 'postgres' })
    await superuser.connect()
  })
  afterAll(async () => {
    for (const portal of portals) await portal.close()
    await superuser?.end()
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function aDatabase(name: string) {
    await superuser.query(`create role owner_${name} login createrole password 'of ${name}'`)
    await superuser.query(`create database ${name} owner owner_${name}`)
    const { host, port } = server.connection
    return externalDatabase(
      `postgres://owner_${name}:${encodeURIComponent(`of ${name}`)}@${host}:${port}/${name}`,
      'unused',
    )
  }

  /** Migrated; where PostgreSQL keeps roles for who made them, as the refusal says. */
  async function migrated(name: string) {
    const location = await aDatabase(name)
    await migrate(location).catch(async (fault) => {
      const [, grant] =
        /superuser say once: (grant .* with admin option)/.exec((fault as Error).message) ?? []
      if (!grant) throw fault
      await superuser.query(grant)
      await migrate(location)
    })
    return location
  }

  async function aPortal(name: string) {
    const location = await migrated(name)
    const portal = await startTestPortal({}, { database: { location, name, drop: async () => {} } })
    portals.push(portal)
    return portal
  }

  /** Asks until it is told to end; answers what was refused. */
  function load(portal: TestPortal, { get }: TestClient) {
    let ended = false
    const refused: string[] = []
    let asked = 0
    const done = (async () => {
      while (!ended) {
        // As a pool does that grows: by a new connection of each login.
        for (const role of ['portal_app', 'portal_auth', 'portal_events'] as const) {
          const login = new pg.Client(portal.location.login(role))
          await login.connect().catch((fault) => refused.push(`${role}: ${fault.message}`))
          await login.end()
        }
        const answers = await Promise.all(Array.from({ length: 6 }, () => get('/api/v1/dashboard')))
        asked += answers.length
        refused.push(
          ...answers.filter(({ status }) => status !== 200).map((answer) => JSON.stringify(answer)),
        )
      }
    })()
    return async () => {
      ended = true
      await done
      return { asked: asked > 0, refused }
    }
  }

  it('do not notice each other, whoever starts, restarts and is asked', async () => {
    const one = await aPortal('one')
    const atOne = await anAdministrator(one)
    const overOne = load(one, atOne)
    const two = await aPortal('two')
    const atTwo = await anAdministrator(two)
    const overTwo = load(two, atTwo)
    for (const portal of [one, two, one]) {
      await migrate(portal.location)
      const again = await portal.another()
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200)
      await again.stop()
    }
    expect(await overOne()).toEqual({ asked: true, refused: [] })
    expect(await overTwo()).toEqual({ asked: true, refused: [] })
    for (const { location } of [one, two]) await checkCatalogue(location)
  })

  it('may start for the first time at once', async () => {
    const [three, four] = [await aDatabase('three'), await aDatabase('four')]
    const { rows } = await superuser.query('show server_version_num')
    if (Number(rows[0].server_version_num) >= 160_000)
      await superuser.query(
        'grant portal_owner, portal_keeper, portal_member, portal_staff, portal_admin, portal_ingest, portal_tables, portal_backup, portal_auth, portal_events, portal_app to owner_three, owner_four with admin option',
      )
    await Promise.all([migrate(three), migrate(four)])
    expect(three.mark).not.toBe(four.mark)
  })

  it('have logins that enter their own database alone', async () => {
    const [one, two] = portals as [TestPortal, TestPortal]
    for (const role of ['portal_app', 'portal_auth', 'portal_events'] as const) {
      const own = new pg.Client(one.location.login(role))
      await own.connect()
      await own.end()
      const foreign = one.location.login(role).connectionString?.replace(/\/one$/, '/two')
      const other = new pg.Client({ connectionString: foreign as string })
      await expect(other.connect()).rejects.toThrow(/permission denied for database/)
    }
    expect(one.location.mark).not.toBe(two.location.mark)
  })

  it('goes to the host of a list that takes writes', async () => {
    const [one] = portals as [TestPortal]
    const { host, port } = server.connection
    const { port: dead } = await closedPort()
    const location = Object.assign(
      externalDatabase(
        `postgres://owner_one:of%20one@${host}:${dead},${host}:${port}/one?target_session_attrs=read-write`,
        'unused',
      ),
      { mark: one.location.mark },
    )
    for (const config of [location.owner, location.login('portal_app')]) {
      const pool = new pg.Pool(config)
      expect((await pool.query('select current_database() as name')).rows).toEqual([{ name: 'one' }])
      await pool.end()
    }
    const nowhere = externalDatabase(`postgres://owner_one:x@${host}:${dead},${host}:${dead}/one`, 'unused')
    await expect(migrate(nowhere)).rejects.toThrow(/^The database cannot be reached: /)
  })

  it('gives a copy of a database an id of its own, and the original keeps its', async () => {
    const [one] = portals as [TestPortal]
    await migrate(one.location)
    const before = one.location.mark
    await one.close()
    portals.splice(portals.indexOf(one), 1)
    await superuser.query('create database copied template one owner owner_one')
    const { host, port } = server.connection
    const copy = externalDatabase(`postgres://owner_one:of%20one@${host}:${port}/copied`, 'unused')
    await migrate(copy)
    expect(copy.mark).not.toBe(before)
    await migrate(one.location)
    expect(one.location.mark).toBe(before)
  })

  it('lets the logins of an older version go once nobody uses them', async () => {
    const { host, port } = server.connection
    const location = await migrated('upgraded')
    const inside = new pg.Client({ ...server.connection, database: 'upgraded' })
    await inside.connect()
    // As an older version had it, here and at a neighbour.
    await inside.query('update auth.secret set of_database = null, installation = gen_random_uuid()')
    await superuser.query('grant connect on database upgraded to public')
    await superuser.query('create database neighbour')
    const beside = new pg.Client({ ...server.connection, database: 'neighbour' })
    await beside.connect()
    await beside.query('create table theirs (); grant select on theirs to portal_app')
    for (const role of ['portal_app', 'portal_auth', 'portal_events'])
      await superuser.query(`alter role ${role} login password 'old'`)
    const enter = async (database: string) => {
      const client = new pg.Client({ host, port, database, user: 'portal_events', password: 'old' })
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const olderServer = await enter('upgraded')
    const said: string[] = []
    await migrate(location, { log: (line) => said.push(line) })
    expect(said.join()).toContain(`new logins: portal_app_${location.mark}, portal_auth_${location.mark}`)
    await (await enter('upgraded')).end()
    await migrate(location) // it is still up
    await (await enter('upgraded')).end()
    await olderServer.end()
    await expect
      .poll(async () => {
        await migrate(location)
        return enter('upgraded').then(
          (client) => client.end(),
          (fault) => fault.message,
        )
      })
      .toMatch(/permission denied for database/)
    await (await enter('neighbour')).end()
    await beside.end()
    await superuser.query('drop database neighbour')
    await migrate(location)
    await expect(enter('postgres')).rejects.toThrow(/not permitted to log in|password authentication failed/)
    const { rows } = await superuser.query(
      `select rolname from pg_authid where rolname ~ '^portal_[a-z]+$' and (rolcanlogin or rolpassword is not null or rolconfig is not null)`.replace(
        'or rolconfig is not null',
        `or exists (select from pg_db_role_setting s where s.setrole = oid)`,
      ),
    )
    expect(rows).toEqual([])
    await inside.end()
  })
})
