import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson, type NewPerson } from '../../src/features/tenants/server/create-person.ts'
import { createTenant } from '../../src/features/tenants/server/create-tenant.ts'
import { createSignInService } from '../../src/platform/server/auth/sign-in-service.ts'
import { embeddedDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { openSecrets } from '../../src/platform/server/secrets.ts'
import { createClient } from '../support/client.ts'
import { size } from '../support/form.ts'
import { type Heard, startListener } from './support/event-listeners.ts'
import { type OwnServer, startOwnServer } from './support/own-server.ts'
import { databaseUrl, freePort, startPortalProcess } from './support/portal-process.ts'
import { openProof } from './support/proof.ts'

const EVENTS = size(600, 10_000)
const DROPS = size(10, 50)
const KILLS = size(1, 3)
const WRITERS = 8
const PASSWORD = 'heron-on-the-quay-7'

const proof = openProof('event-loss')
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-events-'))
const ledger = path.join(dataDir, 'ledger.ndjson')
let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(async () => {
  await server?.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const write = (heard: Heard) => fs.appendFileSync(ledger, `${JSON.stringify(heard)}\n`)
const judge = async (file: string) => {
  const script = 'test/faults/support/judge-events.ts'
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', script, file, databaseUrl(server)])
  const { stdout } = await run.catch((fault) => fault)
  return JSON.parse(stdout)
}

/** Transactions of different lengths, some taken back, so that numbers and commits come in different orders. */
async function startWriter(number: number, tenants: number[], more: () => boolean, done: () => void) {
  let client: pg.Client | undefined
  for (let at = 0; more(); at++) {
    const objects = Array.from(
      { length: 1 + Math.floor(proof.random() * 3) },
      (_, i) => `w${number}-${at}-${i}`,
    )
    try {
      if (!client) {
        client = new pg.Client(embeddedDatabase(server.connection).owner)
        client.on('error', () => {})
        await client.connect()
      }
      await client.query('begin')
      for (const object of objects) {
        const tenant = tenants[Math.floor(proof.random() * tenants.length)]
        await client.query(
          `insert into portal.outbox (tenant_id, topic, object_id) values ($1, 'loss', $2)`,
          [tenant, object],
        )
        await sleep(proof.random() * 20)
      }
      const kept = proof.random() < 0.9
      await client.query(kept ? 'commit' : 'rollback')
      if (!kept) continue
      for (const acknowledged of objects) {
        write({ acknowledged })
        done()
      }
    } catch {
      // The database was killed: whether this one is there, nobody promised.
      await client?.end().catch(() => {})
      client = undefined
      await sleep(100)
    }
  }
  await client?.end().catch(() => {})
}

it('events survive drops, kills of servers and of the database: none lost, foreign, invented or out of order', async () => {
  const location = embeddedDatabase(server.connection)
  await migrate(location)
  const signIn = createSignInService(location.login('portal_auth'), openSecrets(dataDir), false)
  const tenants: number[] = []
  for (const name of ['A', 'B', 'C'])
    tenants.push(await withOwner(location, (tx) => createTenant(tx, { name })))
  const environment = { DATABASE_URL: databaseUrl(server), DATA_DIR: dataDir }
  const ports = [String(await freePort()), String(await freePort())]
  const start = (at: number) => startPortalProcess({ ...environment, PORT: ports[at] as string })
  const portals = [await start(0), await start(1)]

  const aListener = async (name: string, on: number, access: Partial<NewPerson>, own: number[] | null) => {
    const email = `${name}@test.example`
    await withOwner(location, (tx) =>
      createPerson(tx, signIn, { email, name, password: PASSWORD, ...access }),
    )
    const client = createClient(`http://127.0.0.1:${ports[on]}`)
    expect((await client.signIn(email, PASSWORD)).status).toBe(200)
    return startListener({ name, client, tenants: own, url: () => `http://127.0.0.1:${ports[on]}` }, write)
  }
  const listeners = [await aListener('administrator', 0, { globalAdmin: true }, null)]
  for (const [i, tenantId] of tenants.entries())
    for (const on of [0, 1])
      listeners.push(
        await aListener(`m${i}-${on}`, on, { memberships: [{ tenantId, role: 'viewer' }] }, [tenantId]),
      )
  while (!listeners.every((listener) => listener.isListening())) await sleep(20)

  let count = 0
  const more = () => count < EVENTS
  const writers = Array.from({ length: WRITERS }, (_, n) => startWriter(n, tenants, more, () => void count++))
  const reach = async (share: number) => {
    while (count < EVENTS * share) await sleep(10)
  }
  const drops = (async () => {
    for (let i = 1; i <= DROPS; i++) {
      await reach((i - 0.5) / DROPS)
      await listeners[Math.floor(proof.random() * listeners.length)]?.drop()
    }
  })()
  for (let i = 1; i <= KILLS; i++) {
    await reach((i - 0.4) / KILLS)
    const at = i % 2
    await portals[at]?.kill()
    portals[at] = await start(at)
    await server.kill()
    await server.start()
  }
  await Promise.all([...writers, drops])

  // A last one for everybody, after which nothing is under way.
  const owner = new pg.Client(location.owner)
  await owner.connect()
  const { rows } = await owner.query<{ id: string; tenant: number }>(
    `insert into portal.outbox (tenant_id, topic, object_id) select t, 'loss', 'last-' || t from unnest($1::int[]) t
     returning xid::text || '-' || id as id, tenant_id as tenant`,
    [tenants],
  )
  await owner.end()
  const lasts = new Set(rows.map(({ id }) => id))
  const deadline = Date.now() + 60_000
  while (!listeners.every((listener) => lasts.has(listener.lastId() ?? '')) && Date.now() < deadline)
    await sleep(50)
  await sleep(500)
  await Promise.all(listeners.map((listener) => listener.stop()))
  await Promise.all([...portals.map((portal) => portal.stop()), signIn.close()])

  const said = await judge(ledger)
  proof.note({
    ...said,
    drops: DROPS,
    kills: KILLS * 2,
    streams: listeners.reduce((all, one) => all + one.opened(), 0),
  })
  expect(said.findings).toEqual({ lost: 0, foreign: 0, invented: 0, disordered: 0, unwritten: 0 })
  expect(said.counts.heard).toBeGreaterThan(EVENTS)

  // Does the judge see what it is there for? One line gone, one of another tenant, one that nobody wrote.
  const lines = fs.readFileSync(ledger, 'utf8').trim().split('\n')
  const change = (line: string) => line.includes('"event":"change"') && line.includes('"m0-0"')
  const at = lines.findIndex(change)
  const heard = JSON.parse(lines[at] as string)
  lines.splice(at, 1)
  lines.push(JSON.stringify({ ...heard, tenants: [-1], listener: 'stranger' }))
  lines.push(JSON.stringify({ ...heard, id: '1-1' }), JSON.stringify({ acknowledged: 'ghost' }))
  fs.writeFileSync(`${ledger}-false`, lines.join('\n'))
  const { findings } = await judge(`${ledger}-false`)
  for (const fault of Object.values(findings)) expect(fault).toBeGreaterThan(0)
})
