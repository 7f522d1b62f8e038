import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { PROJECT_FOLDER } from '../project-folder.ts'
import { makeDeclarations } from './declarations.ts'
import type { DatabaseLocation } from './location.ts'
import { makeLogins } from './logins.ts'
import {
  jointChecksum,
  pendingMigrations,
  readApplied,
  readDeclarations,
  readSqlFile,
  readSqlFiles,
  type SqlFile,
  sqlFileNames,
} from './migration-files.ts'
import { runFile } from './run-sql-file.ts'

export type MigrateOptions = {
  log?: (line: string) => void
  /** Folder with bootstrap.sql and migrations/; default: the product's db/. */
  directory?: string
  /** Folders with functions/, views/, triggers/, policies/ and all-tables/; default: those of the platform and of every feature. */
  folders?: string[]
  /** These migrations alone, without the declarations, which are of this program's own form: for a backup of an older one. */
  only?: ReadonlySet<string>
}

const DIRECTORY = path.join(PROJECT_FOLDER, 'db')
/** The migrations that this program has. */
export const migrationsOf = (directory = DIRECTORY): SqlFile[] =>
  readSqlFiles(path.join(directory, 'migrations'))
/** The name of the last one. */
export const newestMigration = (): string => sqlFileNames(path.join(DIRECTORY, 'migrations')).at(-1) ?? ''
const OLDEST = 150_000
/** The entry of what files declare, among the applied migrations. */
export const DECLARATIONS = 'functions and policies'
const MIGRATION_LOCK = 7_001_002
/** Another transaction of the cluster changed the same role, or held a table for more than two seconds. */
const PASSING = new Set(['55P03', '40P01', '40001', 'XX000', '23505', '42710'])
const ATTEMPTS = 60

/**
 * Brings a database to this program's form; safe when several instances start at once, and through a
 * transaction pooler. Answers the names of the files that it applied.
 * @throws OperatorError naming file and line; each migration is applied whole or not at all
 */
export async function migrate(location: DatabaseLocation, options: MigrateOptions = {}): Promise<string[]> {
  const directory = options.directory ?? DIRECTORY
  const log = options.log ?? (() => {})
  const holder = await connect(location)
  try {
    await holdMigrationLock(holder, log)
    const client = await connect(location)
    try {
      return await bringUpToDate(client, location, { ...options, directory, log })
    } finally {
      await client.end()
    }
  } finally {
    await holder.end()
  }
}

async function bringUpToDate(
  client: pg.Client,
  location: DatabaseLocation,
  { directory, log, only, folders }: MigrateOptions & { directory: string; log: (line: string) => void },
): Promise<string[]> {
  const bootstrap = readSqlFile(path.join(directory, 'bootstrap.sql'))
  await inTransaction(client, () => runFile(client, bootstrap))

  const done: string[] = []
  const before = await readApplied(client)
  const pending = pendingMigrations(migrationsOf(directory), before)
  for (const file of pending) {
    if (only && !only.has(file.name)) continue
    log(`migration ${file.name}`)
    await inTransaction(client, async () => {
      await client.query('set local role portal_owner')
      await runFile(client, file)
      await record(client, file.name, file.checksum)
    })
    done.push(file.name)
  }

  if (only) return done
  if (await declare(client, readDeclarations(folders), done.length > 0)) {
    log(DECLARATIONS)
    done.push(DECLARATIONS)
  }
  await inTransaction(client, () => makeLogins(client, location, { log, upgraded: before.length > 0 }))
  return done
}

/** Declares all anew where a file changed, or a migration may have replaced a table and its policies with it. */
async function declare(client: pg.Client, files: SqlFile[], migrated: boolean): Promise<boolean> {
  const checksum = jointChecksum(files)
  const applied = await readApplied(client)
  const current = applied.some((row) => row.name === DECLARATIONS && row.checksum === checksum)
  if (files.length === 0 || (current && !migrated)) return false
  await inTransaction(client, async () => {
    await client.query('set local role portal_owner')
    await makeDeclarations(client, files)
    await record(client, DECLARATIONS, checksum)
  })
  return true
}

async function connect(location: DatabaseLocation): Promise<pg.Client> {
  const client = new pg.Client({ ...location.owner, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (fault) {
    throw new OperatorError(`The database cannot be reached: ${(fault as Error).message}`, { cause: fault })
  }
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
  if (rows[0].version >= OLDEST) return client
  await client.end()
  throw new OperatorError(
    `PostgreSQL 15 or newer is needed, this is ${Math.floor(rows[0].version / 10_000)}.`,
  )
}

/** Held by an open transaction, so that it also holds behind a transaction pooler; the end of the client frees it. */
async function holdMigrationLock(holder: pg.Client, log: (line: string) => void): Promise<void> {
  await holder.query('begin')
  await holder.query('set local idle_in_transaction_session_timeout = 0')
  for (let told = false; ; told = true) {
    const { rows } = await holder.query('select pg_try_advisory_xact_lock($1) as mine', [MIGRATION_LOCK])
    if (rows[0].mine) return
    if (!told) log('waiting for another instance that migrates')
    await sleep(100)
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = '2s'`)
      await work()
      await client.query('commit')
      return
    } catch (fault) {
      await client.query('rollback')
      const { code = '' } = ((fault as Error).cause ?? fault) as { code?: string }
      if (!PASSING.has(code) || attempt === ATTEMPTS || !isPassing(code, attempt)) throw fault
      await sleep(100 * Math.min(attempt, 10))
    }
  }
}

/** These also have lasting causes (a duplicate in the data), which a few attempts show. */
function isPassing(code: string, attempt: number): boolean {
  return attempt <= 5 || !['23505', '42710', 'XX000'].includes(code)
}

async function record(client: pg.Client, name: string, checksum: string): Promise<void> {
  await client.query(`create table if not exists portal.schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(
    `insert into portal.schema_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [name, checksum],
  )
}
