import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createCookies } from '../src/platform/server/auth/cookies.ts'
import { embeddedDatabase } from '../src/platform/server/database/location.ts'
import { migrate } from '../src/platform/server/database/migrate.ts'
import { openSecrets } from '../src/platform/server/secrets.ts'
import { startServer } from './bench-database.ts'
import { memory, startPortal } from './load/portal.ts'
import { once, summarise } from './timing.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const UPLOADS = 200
const BYTES = 770_000
const WORDS_ON_A_PAGE = 250
const WORDS = 250_000
const DATABASE = 'bench_documents'
const API = '/api/v1'

/**
 * `npm run bench -- documents --documents 20000 --files 500 --rounds 5`: how long a search over so many documents takes a member
 * (by their names and by the words inside), 200 uploads one after the other, and the archive of so many files; with the most
 * memory that the portal had meanwhile.
 */
export async function runDocuments(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '20000' },
      files: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const [documents, files, rounds] = [values.documents, values.files, values.rounds].map(Number) as [
    number,
    number,
    number,
  ]
  say(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}`)
  const server = await startServer()
  const dataDir = path.join(server.folder, 'portal')
  try {
    const { user, host, port } = server.connection
    const admin = new pg.Client({ ...server.connection, database: 'postgres' })
    await admin.connect()
    await admin.query(`create database ${DATABASE}`)
    await admin.end()
    const location = embeddedDatabase(server.connection, DATABASE)
    await migrate(location)
    fs.mkdirSync(dataDir, { mode: 0o700 })
    const client = new pg.Client(location.owner)
    await client.connect()
    const { member, staff } = await somebody(client, dataDir)
    const planted = await once(() => plant(client, documents))
    say(`${documents.toLocaleString('en')} documents with a page each: written in ${seconds(planted)}`)
    await client.query('vacuum analyze')
    await client.end()
    const url = `postgres://${user}@/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`
    const portal = await startPortal(url, dataDir)
    try {
      const asks = { portal, member, staff }
      await measureSearch(asks, rounds)
      const ids = await measureUploads(asks, files)
      await measureArchive(asks, ids)
    } finally {
      await portal.stop()
    }
  } finally {
    await server.stop()
  }
}

type Asks = { portal: Awaited<ReturnType<typeof startPortal>>; member: string; staff: string }

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** A member and somebody of Quality, signed in: their cookies. */
async function somebody(client: pg.Client, dataDir: string): Promise<{ member: string; staff: string }> {
  const cookies = createCookies(openSecrets(dataDir).sessions, false)
  await client.query(`insert into portal.tenants (name, currency) values ('Bench', 'CAD')`)
  const cookieOf = async (name: string, place: string) => {
    const token = randomBytes(32).toString('base64url')
    await client.query(`insert into auth.users (id, name, email) values ($1, $1, $1 || '@bench.example')`, [
      name,
    ])
    await client.query(
      `insert into portal.profiles (user_id, name, email) values ($1, $1, $1 || '@bench.example')`,
      [name],
    )
    await client.query(place)
    await client.query(
      `insert into auth.sessions (id, user_id, token, tenant_id, expires_at)
       values ($1, $1, $2, (select tenant_id from portal.members where user_id = $1), now() + interval '1 day')`,
      [name, token],
    )
    return cookies.session(token, 60).split(';')[0] as string
  }
  return {
    member: await cookieOf(
      'reader',
      `insert into portal.members (tenant_id, user_id, role) select id, 'reader', 'tenant_admin' from portal.tenants`,
    ),
    staff: await cookieOf(
      'keeper',
      `insert into portal.staff (user_id, role, all_tenants) values ('keeper', 'quality', true)`,
    ),
  }
}

/** Words by a fixed rule, so that every run searches the same pages; `preparation` stands on nine of ten. */
async function plant(client: pg.Client, documents: number): Promise<void> {
  await client.query(
    `insert into portal.documents (title, number, shelves, category, type, audience)
     select 'Procedure ' || n || case when n % 180 = 0 then ' for mixers' else '' end, 'PR-' || n, '{qa}', 'procedure', 'procedure', 'all'
       from generate_series(1, $1::int) n`,
    [documents],
  )
  await client.query(
    `insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum, released_at)
     select id, 1, 'available', id || '.pdf', left(encode(sha256(id::text::bytea), 'hex'), 48), 'pdf', 1000, sha256(id::text::bytea), now()
       from portal.documents`,
  )
  await client.query(`update portal.documents set status = 'available', current_version = 1`)
  await client.query(
    `insert into portal.document_texts (checksum, state) select sha256(id::text::bytea), 'read' from portal.documents`,
  )
  await client.query(
    `insert into portal.document_pages (checksum, page, content)
     select sha256(d.id::text::bytea), 1, case when d.id % 10 > 0 then 'preparations ' else '' end || w.words
       from portal.documents d cross join lateral (
         select string_agg('term' || lpad(((d.id::bigint * $1 + k) * 7919 % $2)::text, 6, '0'), ' ') as words from generate_series(1, $1) k) w`,
    [WORDS_ON_A_PAGE, WORDS],
  )
}

const SEARCHES: [what: string, search: string][] = [
  ['a word of some titles', 'for mixers'],
  ['nothing', 'nowhere at all'],
  ['a word of some pages', 'term001000'],
  ['the beginning of a word of nearly every page', 'prepar'],
]

async function measureSearch({ portal, member }: Asks, rounds: number): Promise<void> {
  for (const [what, search] of SEARCHES) {
    const times: number[] = []
    let total = 0
    for (let round = -1; round < rounds; round++) {
      const query = new URLSearchParams({ shelf: 'qa', limit: '100', search })
      const ms = await once(async () => {
        const answer = await fetch(`${portal.url}${API}/qaqc/documents?${query}`, {
          headers: { cookie: member },
        })
        if (answer.status === 503)
          throw new Error('a search took too long for the portal: the machine is too busy')
        if (answer.status !== 200) throw new Error(`a search answered ${answer.status}`)
        total = ((await answer.json()) as { total: number }).total
      })
      if (round >= 0) times.push(ms)
    }
    const { median } = summarise(times)
    say(
      `search: ${what} (${total} found): ${Math.round(median)} ms, ${Math.round(Math.max(...times))} at worst`,
    )
  }
}

/** The most memory that the portal has meanwhile, in MB. */
async function watched<Result>(pid: number, work: () => Promise<Result>) {
  const before = memory(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memory(pid))
  }, 20)
  try {
    return { result: await work(), memory: `${before} MB before, ${most} MB at most` }
  } finally {
    clearInterval(watch)
  }
}

/** Each of other bytes, as a program would write them. */
const aFile = () =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n%'),
    Buffer.from(randomBytes((BYTES / 4) * 3).toString('base64')),
    Buffer.from('\nstartxref\n0\n%%EOF'),
  ])

async function measureUploads({ portal, staff }: Asks, files: number): Promise<number[]> {
  const ids: number[] = []
  // Beyond what one person may ask in a minute it waits its turn: only the first uploads are measured.
  const post = async (address: string, body: Buffer | string, type: string): Promise<{ id: number }> => {
    const headers = { cookie: staff, origin: portal.url, 'content-type': type, 'x-portal-request': '1' }
    const answer = await fetch(portal.url + API + address, { method: 'POST', headers, body })
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
      return post(address, body, type)
    }
    if (answer.status !== 200)
      throw new Error(`${address.slice(0, 60)}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const upload = async (at: number) => {
    const document = {
      ...{ title: `Bench ${at}`, number: null, description: null, shelves: ['qc'], category: 'report' },
      ...{ type: 'report', productCode: null, productName: null, productLine: null, language: null },
      ...{ effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
    }
    const query = new URLSearchParams({ name: `bench-${at}.pdf`, document: JSON.stringify(document) })
    ids.push((await post(`/admin/documents?${query}`, aFile(), 'application/octet-stream')).id)
  }
  const measured = await watched(portal.pid, () =>
    once(async () => {
      for (let at = 0; at < UPLOADS; at++) await upload(at)
    }),
  )
  say(`${UPLOADS} uploads of ${BYTES / 1e6} MB: ${seconds(measured.result)}; ${measured.memory}`)
  for (let at = UPLOADS; at < files; at++) await upload(at)
  for (const id of ids)
    await post(
      `/admin/documents/${id}/release`,
      JSON.stringify({ version: 1, reason: 'Measured' }),
      'application/json',
    )
  return ids.slice(0, files)
}

async function measureArchive({ portal, member }: Asks, ids: readonly number[]): Promise<void> {
  let first = 0
  let bytes = 0
  const { result, memory: most } = await watched(portal.pid, () =>
    once(async () => {
      const began = performance.now()
      const answer = await fetch(`${portal.url}${API}/documents/archive?ids=${ids.join(',')}`, {
        headers: { cookie: member },
      })
      if (answer.status !== 200 || !answer.body) throw new Error(`the archive answered ${answer.status}`)
      for await (const piece of answer.body) {
        first ||= performance.now() - began
        bytes += piece.length
      }
    }),
  )
  say(
    `archive of ${ids.length} files: first byte after ${seconds(first)}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds(result)}; ${most}`,
  )
}
