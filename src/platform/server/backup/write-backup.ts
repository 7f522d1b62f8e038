import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import { type Bulk, withSnapshot } from '../database/bulk.ts'
import type { DatabaseLocation } from '../database/location.ts'
import type { Tx } from '../database/tx.ts'
import type { FileStore, StoredFile } from '../files/stored-file.ts'
import { PORTAL_VERSION } from '../portal-version.ts'
import type { Secrets } from '../secrets.ts'
import { fingerprints } from '../secrets-in-use.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { VOIDED } from './excluded-tables.ts'
import { FORMAT, type KeptTable, MANIFEST, type Manifest } from './manifest.ts'
import { createRowChecksum } from './row-checksum.ts'

type Parts = {
  location: DatabaseLocation
  secrets: Secrets
  store: FileStore
  /** The files that the rows lead to. */
  filesOf: (tx: Tx) => Promise<StoredFile[]>
  /** What is kept beside the database. */
  beside: { name: string; content: Buffer }[]
  say: (line: string) => void
}

/** Rows that are packed together: what is held in memory at once. */
const PART = 8 << 20
const pack = promisify(gzip)

/**
 * Writes everything that is worth keeping, as it is at one moment, into one file, while the portal goes on (H3). A file of a
 * document that is missing or damaged is in `lost` of the answer; all else is saved all the same.
 */
export async function writeBackup(
  file: string,
  { location, secrets, store, filesOf, beside, say }: Parts,
): Promise<Manifest> {
  return writeArchive(file, (archive) =>
    withSnapshot(location, async (bulk, applied) => {
      for (const { name, content } of beside) await archive.add(name, content.length, [content])
      const [moment] = await momentOf(bulk.tx)
      const tables: KeptTable[] = []
      for (const { name, columns } of await tablesOf(bulk.tx)) {
        tables.push(await writeTable(archive, bulk, name, columns))
        if ((tables.at(-1) as KeptTable).rows > 0) say(`${name}: ${tables.at(-1)?.rows} rows`)
      }
      const manifest: Manifest = {
        format: FORMAT,
        portal: PORTAL_VERSION,
        madeAt: moment?.at as string,
        postgres: moment?.version as string,
        migrations: applied.filter(({ name }) => /^\d{4}_/.test(name)),
        secrets: fingerprints(secrets),
        tables,
        sequences: await sequencesOf(bulk.tx),
        ...(await writeFiles(archive, store, await filesOf(bulk.tx), say)),
        members: archive.members.slice(),
      }
      const text = Buffer.from(JSON.stringify(manifest, null, 1))
      await archive.add(MANIFEST, text.length, [text])
      return manifest
    }),
  )
}

const momentOf = async (tx: Tx) =>
  (
    await sql<{ at: string; version: string }>`
      select now() as at, current_setting('server_version') as version`.execute(tx)
  ).rows

/** What portal_backup may read, without columns that follow from others. */
const tablesOf = async (tx: Tx) =>
  (
    await sql<{ name: string; columns: string[] }>`
      select format('%s.%s', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where n.nspname in ('auth', 'portal') and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       group by 1 order by 1`.execute(tx)
  ).rows

/** Read after the snapshot was taken: never behind the rows. */
async function sequencesOf(tx: Tx): Promise<Manifest['sequences']> {
  const { rows: names } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('auth', 'portal') and c.relkind = 'S' order by 1, 2`.execute(tx)
  const found: Manifest['sequences'] = []
  for (const { schema, name } of names) {
    const { rows } = await sql<{ value: string; called: boolean }>`
      select last_value::text as value, is_called as called from ${sql.id(schema, name)}`.execute(tx)
    for (const row of rows) found.push({ name: `${schema}.${name}`, ...row })
  }
  return found
}

async function writeTable(
  archive: ArchiveWriter,
  bulk: Bulk,
  name: string,
  columns: string[],
): Promise<KeptTable> {
  const checksum = createRowChecksum()
  const parts: string[] = []
  let rows: Buffer[] = []
  let size = 0
  const write = async () => {
    const part = `tables/${name}/${String(parts.length + 1).padStart(6, '0')}.gz`
    const packed = await pack(Buffer.concat(rows))
    await archive.add(part, packed.length, [packed])
    parts.push(part)
    rows = []
    size = 0
  }
  for await (const bunch of bulk.read(name, columns, VOIDED[name])) {
    for (const row of bunch) {
      checksum.add(row)
      rows.push(row)
      size += row.length
    }
    if (size >= PART) await write()
  }
  if (size > 0) await write()
  return { name, columns, ...checksum.result(), parts }
}

/** Each content once, whatever names it has; read in full before, so that what is damaged does not get in. */
async function writeFiles(
  archive: ArchiveWriter,
  store: FileStore,
  kept: StoredFile[],
  say: (line: string) => void,
): Promise<Pick<Manifest, 'files' | 'lost'>> {
  const files: Manifest['files'] = []
  const lost: Manifest['lost'] = []
  const written = new Set<string>()
  for (const file of kept) {
    const sha256 = file.checksum.toString('hex')
    const entry = { key: file.key, size: file.size, sha256 }
    if (!(await store.isWhole(file))) {
      lost.push(entry)
      continue
    }
    files.push(entry)
    if (written.has(sha256)) continue
    written.add(sha256)
    const member = await archive.add(`files/${sha256}`, file.size, await store.read(file.key))
    if (member.sha256 !== sha256) throw new Error(`the file ${file.key} was changed while it was read`)
  }
  if (kept.length > 0) say(`${files.length} files, ${written.size} different ones`)
  return { files, lost }
}
