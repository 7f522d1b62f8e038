import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesInUse } from '../../src/features/documents/server/files-in-use.ts'
import { openArchive } from '../../src/platform/server/backup/archive-reader.ts'
import type { Manifest } from '../../src/platform/server/backup/manifest.ts'
import { releaseRestored } from '../../src/platform/server/backup/release-restored.ts'
import { restoreBackup } from '../../src/platform/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/platform/server/backup/write-backup.ts'
import { checkCatalogue } from '../../src/platform/server/database/catalogue.ts'
import { type DatabaseLocation, externalDatabase } from '../../src/platform/server/database/location.ts'
import { migrate } from '../../src/platform/server/database/migrate.ts'
import { withOwner } from '../../src/platform/server/database/with-owner.ts'
import { startEmbeddedPostgres } from '../../src/platform/server/embedded-postgres/start-embedded-postgres.ts'
import { openFileStore } from '../../src/platform/server/files/stored-file.ts'
import { openSecrets } from '../../src/platform/server/secrets.ts'
import { connectSuperuser } from '../security/support/superuser.ts'
import { runCommand, urlOf } from '../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { size } from '../support/form.ts'
import { fillPortal, storedFiles, sumsOf } from './support/full-portal.ts'
import { openProof } from './support/proof.ts'

const LINES = size(3_000, 100_000)
const FILES = size(20, 500)
const KILLS = size(2, 20)
const FLIPS = 100
const proof = openProof('backup')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-backup-'))
const home = path.join(folder, 'home')
const file = path.join(folder, 'portal.backup')
const secrets = openSecrets(home)
const place = path.join(home, 'files', 'documents')
const store = openFileStore(place)
let source: TestDatabase
let manifest: Manifest
let sums: Record<string, string>
const say = () => {}

beforeAll(async () => {
  source = await createTestDatabase()
  const { location } = source
  await fillPortal(location, { secrets, folder: place, lines: LINES, files: FILES })
  sums = await sumsOf(location)
  const began = performance.now()
  manifest = await writeBackup(file, { location, secrets, store, filesOf: filesInUse, beside: [], say })
  proof.note({ lines: LINES, backupMs: Math.round(performance.now() - began), bytes: fs.statSync(file).size })
})
afterAll(async () => {
  await source?.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** What is written otherwise on purpose. */
const VOID = ['auth.second_factors', 'auth.temporary_access']
/** A migration is noted where it was done. */
const rest = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !VOID.includes(name)))

/** Restores there, and holds everything against the source. */
async function restoreInto(location: DatabaseLocation, directory?: string): Promise<void> {
  const other = path.join(folder, `files ${Math.random()}`)
  const options = { location, store: openFileStore(other), say, ...(directory && { directory }) }
  await restoreBackup(file, options, async () => {})
  expect(await withOwner(location, releaseRestored)).toBe(true)
  expect(rest(await sumsOf(location))).toEqual(rest(sums))
  for (const name of fs.readdirSync(place))
    expect(
      fs.readFileSync(path.join(other, name)).equals(fs.readFileSync(path.join(place, name))),
      name,
    ).toBe(true)
  expect(fs.readdirSync(other).length).toBe(fs.readdirSync(place).length)
}

const portal = (location: DatabaseLocation, ...parameters: string[]) => runCommand({ location }, parameters)

it('holds every table with its rows, and every file', async () => {
  // A table that is new may not have a plant yet; its form is kept all the same.
  const empty = manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
  proof.note({ tables: manifest.tables.length, empty })
  expect(empty.length).toBeLessThan(manifest.tables.length / 10)
  expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual(
    Object.entries(sums).map(([name, sum]) => [name, Number(sum.split(' ')[0])]),
  )
  expect(manifest.lost).toEqual([])
  const superuser = await connectSuperuser(source.location)
  const keys = (await storedFiles(superuser)).map(({ file_key }) => file_key)
  await superuser.end()
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(keys.sort())
})

it('fills an empty database with the same rows and files, checks and all; what opens something is void (T33)', async () => {
  const target = await createTestDatabase()
  try {
    const began = performance.now()
    await restoreInto(target.location)
    proof.note({ restoreMs: Math.round(performance.now() - began), files: manifest.files.length })
    await checkCatalogue(target.location)
    expect(await portal(target.location, 'verify-sales')).toMatchObject({ code: 0 })
    expect(await portal(target.location, 'verify-audit')).toMatchObject({ code: 0 })
    const client = new pg.Client(target.location.owner)
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from auth.temporary_access where revoked_at is null or code_hash = '\\x02') as open,
         (select count(*)::int from auth.second_factors where pending is not null) as pending, (select count(*)::int from auth.mails) as mails,
         (select count(*)::int from auth.recovery_codes) as codes,
         (select nextval('portal.sales_line_ids') > max(id) from portal.sales_lines) as next`,
    )
    expect(rows).toEqual([{ open: 0, pending: 0, mails: 0, codes: 0, next: true }])
    await expect(client.query('delete from portal.audit_log')).rejects.toThrow('only ever appended to')
    await client.end()
    await expect(restoreInto(target.location)).rejects.toThrow('There is data in this database already')
  } finally {
    await target.drop()
  }
})

it('goes into another PostgreSQL, of an account without powers, by a program that is newer', async () => {
  const own = path.join(folder, 'postgres')
  const installed = '/usr/lib/postgresql/15/bin'
  const pgBin = process.env.PG_BIN ?? (fs.existsSync(installed) ? installed : undefined)
  const server = await startEmbeddedPostgres(own, { pgBin, settings: { fsync: 'off' } })
  const { host, port, user } = server.connection
  const administrator = new pg.Client({ host, port, user, database: 'postgres' })
  await administrator.connect()
  await administrator.query('create role operator login createrole')
  await administrator.query('create database theirs owner operator')
  const { rows } = await administrator.query('show server_version')
  await administrator.end()
  // One migration more than the backup knows of.
  const directory = path.join(folder, 'db')
  fs.cpSync('db', directory, { recursive: true })
  fs.writeFileSync(
    path.join(directory, 'migrations', '9999_later.sql'),
    `alter table portal.tenants add column later text;
     do $$ begin if (select count(*) from auth.users) = 0 then raise 'the rows come first'; end if; end $$`,
  )
  try {
    const location = externalDatabase(`postgres://operator@/theirs?host=${host}&port=${port}`, 'x'.repeat(43))
    const other = openFileStore(path.join(folder, 'theirs'))
    await restoreBackup(file, { location, store: other, say, directory }, async () => {})
    const client = new pg.Client({ host, port, user, database: 'theirs' })
    await client.connect()
    const { rows: found } = await client.query(
      `select later, (select count(*)::int from portal.schema_migrations where name = '9999_later.sql') as applied,
         (select count(*)::int from portal.sales_history) as lines from portal.tenants limit 1`,
    )
    expect(found).toEqual([
      {
        later: null,
        applied: 1,
        lines: manifest.tables.find(({ name }) => name === 'portal.sales_history')?.rows,
      },
    ])
    await client.end()
    await checkCatalogue(location)
    // And back again, from there.
    const again = path.join(folder, 'theirs.backup')
    const written = await writeBackup(again, {
      location,
      secrets,
      store: other,
      filesOf: filesInUse,
      beside: [],
      say,
    })
    expect(written.tables.reduce((sum, table) => sum + table.rows, 0)).toBe(
      manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    )
    proof.note({ external: rows[0].server_version })
    await expect(migrate(location)).rejects.toThrow('migrated by a newer one')
  } finally {
    await server.stop()
  }
})

it('is found to be broken, whichever byte was changed and wherever it ends (T34)', async () => {
  const whole = fs.readFileSync(file)
  const spoilt = path.join(folder, 'spoilt.backup')
  const missed: string[] = []
  const refused = async (what: string) => {
    const archive = await openArchive(spoilt).catch((fault: Error) => fault)
    if (!(archive instanceof Error)) missed.push(what)
    else expect(archive.message).toContain('is no whole backup')
  }
  fs.writeFileSync(spoilt, whole)
  const handle = fs.openSync(spoilt, 'r+')
  for (let n = 0; n < FLIPS; n++) {
    const at = Math.floor(proof.random() * whole.length)
    fs.writeSync(handle, Buffer.from([(whole[at] as number) ^ (1 << (n % 8))]), 0, 1, at)
    await refused(`bit ${n % 8} of byte ${at}`)
    fs.writeSync(handle, whole, at, 1, at)
  }
  for (let n = 0; n < size(3, 20); n++) {
    const at = Math.floor(proof.random() * whole.length)
    fs.ftruncateSync(handle, at)
    await refused(`cut at ${at}`)
    fs.writeSync(handle, whole, at, whole.length - at, at)
  }
  fs.closeSync(handle)
  await (await openArchive(spoilt)).close()
  proof.note({ flips: FLIPS, missed: missed.length })
  expect(missed).toEqual([])
})

it('leaves nothing under its name when it is killed on the way', async () => {
  const name = path.join(folder, 'killed.backup')
  const near = () => fs.readdirSync(folder).filter((one) => one.startsWith('killed.backup'))
  const run = () =>
    spawn(process.execPath, ['dist/server/cli.js', 'backup', name], {
      env: { ...process.env, DATA_DIR: home, DATABASE_URL: urlOf(source.location) },
      stdio: 'ignore',
    })
  for (let n = 0; n < KILLS; n++) {
    const child = run()
    const ended = once(child, 'exit')
    // On its way as soon as there is something of it.
    const own = `${name}.${child.pid}.unfinished`
    while (!fs.existsSync(own) && child.exitCode === null) await sleep(1)
    await sleep(proof.random() * size(20, 500))
    child.kill('SIGKILL')
    const [code] = await ended
    if (code === 0)
      fs.rmSync(name) // it was faster
    else expect(near().filter((one) => !one.endsWith('.unfinished'))).toEqual([])
  }
  expect(await once(run(), 'exit')).toEqual([0, null])
  expect(near()).toEqual(['killed.backup'])
  await (await openArchive(name)).close()
})
