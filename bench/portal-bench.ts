import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCookies } from '../src/platform/server/auth/cookies.ts'
import { embeddedDatabase } from '../src/platform/server/database/location.ts'
import { migrate } from '../src/platform/server/database/migrate.ts'
import { openSecrets } from '../src/platform/server/secrets.ts'
import { startServer } from './bench-database.ts'
import { startPortal } from './load/portal.ts'
import { once, summarise } from './timing.ts'

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
export const figures = (times: number[]) =>
  `${Math.round(summarise(times).median)} ms, ${Math.round(Math.max(...times))} at worst`
export const API = '/api/v1'

export type Portal = Awaited<ReturnType<typeof startPortal>>
type Place = { tenant: number; role: string } | { staff: string } | 'administrator'
/** What is written before the portal starts. */
export type Planting = {
  client: pg.Client
  /** Somebody who is signed in: their cookie. */
  signIn(name: string, place: Place): Promise<string>
}

/**
 * The portal in a process of its own over an embedded PostgreSQL, with what `plant` wrote, vacuumed and analysed; both are gone
 * afterwards.
 */
export async function withPortal<Planted>(
  database: string,
  plant: (planting: Planting) => Promise<Planted>,
  measure: (portal: Portal, planted: Planted) => Promise<void>,
): Promise<void> {
  say(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`)
  const server = await startServer()
  const dataDir = path.join(server.folder, 'portal')
  try {
    const { user, host, port } = server.connection
    const admin = new pg.Client({ ...server.connection, database: 'postgres' })
    await admin.connect()
    await admin.query(`create database ${database}`)
    await admin.end()
    const location = embeddedDatabase(server.connection, database)
    await migrate(location)
    fs.mkdirSync(dataDir, { mode: 0o700 })
    const client = new pg.Client(location.owner)
    await client.connect()
    const planted = await plant({ client, signIn: signsIn(client, dataDir) })
    await client.query('vacuum analyze')
    await client.end()
    const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    const portal = await startPortal(url, dataDir)
    try {
      await measure(portal, planted)
    } finally {
      await portal.stop()
    }
  } finally {
    await server.stop()
  }
}

function signsIn(client: pg.Client, dataDir: string): Planting['signIn'] {
  const cookies = createCookies(openSecrets(dataDir).sessions, false)
  return async (name, place) => {
    const token = randomBytes(32).toString('base64url')
    const tenant = typeof place === 'object' && 'tenant' in place ? place.tenant : null
    await client.query(`insert into auth.users (id, name, email) values ($1, $1, $1 || '@bench.example')`, [
      name,
    ])
    await client.query(
      `insert into portal.profiles (user_id, name, email, global_admin) values ($1, $1, $1 || '@bench.example', $2)`,
      [name, place === 'administrator'],
    )
    if (typeof place === 'object' && 'tenant' in place)
      await client.query('insert into portal.members (tenant_id, user_id, role) values ($1, $2, $3)', [
        place.tenant,
        name,
        place.role,
      ])
    if (typeof place === 'object' && 'staff' in place)
      await client.query('insert into portal.staff (user_id, role, all_tenants) values ($1, $2, true)', [
        name,
        place.staff,
      ])
    await client.query(
      `insert into auth.sessions (id, user_id, token, tenant_id, expires_at) values ($1, $1, $2, $3, now() + interval '1 day')`,
      [name, token, tenant],
    )
    return cookies.session(token, 60).split(';')[0] as string
  }
}

/** One question over HTTP, asked `rounds` times after once to get warm: its last answer, and how long it took, in words. */
export async function timed(portal: Portal, cookie: string, address: string, rounds: number) {
  const times: number[] = []
  let answered: unknown
  for (let round = -1; round < rounds; ) {
    let rest = 0
    const ms = await once(async () => {
      const answer = await fetch(`${portal.url}${API}${address}`, { headers: { cookie } })
      rest = answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0
      if (answer.status === 503) throw new Error(`${address} took too long: the machine is too busy`)
      if (answer.status !== 200 && rest === 0) throw new Error(`${address} answered ${answer.status}`)
      answered = await answer.json()
    })
    if (rest > 0) {
      await sleep(rest * 1000)
      continue
    }
    if (round >= 0) times.push(ms)
    round++
  }
  return { answered, times, took: figures(times) }
}
