import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { type Bulk, withBulkOwner } from '../database/bulk.ts'
import type { DatabaseLocation } from '../database/location.ts'
import { migrate, migrationsOf } from '../database/migrate.ts'
import { pendingMigrations, type SqlFile } from '../database/migration-files.ts'
import { withOwner } from '../database/with-owner.ts'
import type { FileStore } from '../files/stored-file.ts'
import { OperatorError } from '../operator-error.ts'
import { type Archive, openArchive } from './archive-reader.ts'
import { type KeptTable, type Manifest, readManifest } from './manifest.ts'
import { createRowChecksum } from './row-checksum.ts'
import { setAside } from './set-aside.ts'

type Parts = {
  location: DatabaseLocation
  store: FileStore
  say: (line: string) => void
  /** The program's own database folder, where a test has no other. */
  directory?: string
}

/**
 * Fills an empty database and the place of the files from a backup, after all of it was checked: rows in one transaction, and
 * read back before it ends. Answers what was restored, and the archive's other parts through `beside`.
 * @throws OperatorError where the backup is not whole or of a newer program, or there is something here already
 */
export async function restoreBackup(
  file: string,
  { location, store, say, directory }: Parts,
  beside: (archive: Archive, manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  const archive = await openArchive(file)
  try {
    const manifest = await readManifest(archive, file)
    say(`${file} is whole: of ${manifest.madeAt}, version ${manifest.portal}`)
    const options = directory === undefined ? {} : { directory }
    const { known, all } = placeAmong(manifest, migrationsOf(directory), file)
    await migrate(location, { ...options, only: new Set() }) // roles, and nothing else yet
    await refuseUnlessEmpty(location)
    await migrate(location, all ? options : { ...options, only: known })
    await restoreFiles(archive, manifest, store, say)
    await withBulkOwner(location, (bulk) => restoreRows(archive, manifest, bulk, say))
    await withOwner(location, (tx) => sql`analyze`.execute(tx)) // the first questions are planned well
    // An older form becomes this program's.
    if (!all) await migrate(location, options)
    await beside(archive, manifest)
    return manifest
  } finally {
    await archive.close()
  }
}

/** Which migrations make the form that the backup has, and whether that is this program's own. */
function placeAmong({ migrations }: Manifest, files: SqlFile[], file: string) {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = migrations.filter(({ name }) => !files.some((own) => own.name === name))
  if (newer.length > 0)
    throw new OperatorError(
      `${file} was made by a newer version of the portal (${newer.map(({ name }) => name).join(', ')}). Restore it with that one.`,
    )
  return { known, all: pendingMigrations(files, migrations).length === 0 }
}

const HOW = 'Restore into a new one: another DATA_DIR, or another database in DATABASE_URL.'

async function refuseUnlessEmpty(location: DatabaseLocation): Promise<void> {
  const used = await withOwner(location, async (tx) => {
    const { rows } = await sql<{
      made: boolean
    }>`select to_regclass('portal.audit_log') is not null as made`.execute(tx)
    if (!rows[0]?.made) return false
    const { rows: found } = await sql<{ used: boolean }>`
      select exists (select from auth.users) or exists (select from auth.ingest_keys) or exists (select from portal.audit_log) as used`.execute(
      tx,
    )
    return found[0]?.used === true
  })
  if (used) throw new OperatorError(`There is data in this database already. ${HOW}`)
}

async function restoreFiles(
  archive: Archive,
  { files }: Manifest,
  store: FileStore,
  say: (line: string) => void,
): Promise<void> {
  for (const { key, size, sha256 } of files) {
    const checksum = Buffer.from(sha256, 'hex')
    if (await store.isWhole({ key, size, checksum })) continue
    await store.remove(key) // of that name, and not what it was
    const kept = await store.keep(archive.read(`files/${sha256}`), key)
    if (kept.size !== size || !kept.checksum.equals(checksum)) throw new Error(`${key} is not what it was`)
  }
  if (files.length > 0) say(`${files.length} files are in place`)
}

async function restoreRows(
  archive: Archive,
  manifest: Manifest,
  bulk: Bulk,
  say: (line: string) => void,
): Promise<void> {
  const { tx } = bulk
  const putBack = await setAside(
    tx,
    manifest.tables.map(({ name }) => name),
  )
  const { rows } = await sql<{ used: boolean }>`select exists (select from portal.tenants) as used`.execute(
    tx,
  )
  if (rows[0]?.used) throw new OperatorError(`There is data in this database already. ${HOW}`)
  for (const table of manifest.tables) {
    await sql`delete from ${sql.table(table.name)}`.execute(tx) // what migrations brought
    if (table.rows === 0) continue
    await bulk.fill(table.name, table.columns, unpacked(archive, table))
    say(`${table.name}: ${table.rows} rows`)
  }
  for (const table of manifest.tables) await compare(bulk, table)
  for (const { name, value, called } of manifest.sequences)
    await sql`select setval(${name}::regclass, ${value}::bigint, ${called})`.execute(tx)
  await putBack()
  await sql`update portal.installation set restored_at = now(), restored_from = ${manifest.madeAt}`.execute(
    tx,
  )
}

async function* unpacked(archive: Archive, { parts }: KeptTable): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const gunzip = createGunzip()
    const fed = pipeline(archive.read(part), gunzip)
    fed.catch(() => {}) // the reader below fails of it
    for await (const piece of gunzip) yield piece as Buffer
    await fed
  }
}

/** What the table gives now is what it gave when the backup was made. */
async function compare({ read }: Bulk, { name, columns, rows, checksum }: KeptTable): Promise<void> {
  const found = createRowChecksum()
  for await (const bunch of read(name, columns)) for (const row of bunch) found.add(row)
  const now = found.result()
  if (now.rows !== rows || now.checksum !== checksum)
    throw new OperatorError(
      `${name} has ${now.rows} rows that are not the ${rows} of the backup. Nothing was restored.`,
    )
}
