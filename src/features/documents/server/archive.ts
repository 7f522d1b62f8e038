import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import { csvFile } from '../../../platform/server/export/csv.ts'
import type { ZipEntry } from '../../../platform/server/export/zip-stream.ts'
import type { StoredFile } from '../../../platform/server/files/stored-file.ts'
import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'
import { type DocumentStatus, mayOpen, type Shelf, type VersionStatus } from '../domain/vocabulary.ts'
import type { DocumentFiles } from './document-files.ts'
import { INFECTED, reachable } from './document-rows.ts'
import { STATUS } from './document-status.ts'

type Row = {
  id: number
  title: string
  number: string | null
  shelves: Shelf[]
  status: DocumentStatus
  no: number | null
  version_status: VersionStatus | null
  file_key: string
  file_name: string
  size: number
  checksum: Buffer
  infected: boolean
}
/** Why a document has no file in the archive: what its asker could be told of it one by one. */
type Missing = Exclude<DocumentStatus, 'available'> | 'superseded' | 'not_found' | 'damaged' | 'file_missing'
export type Packed = {
  id: number
  title: string | null
  number: string | null
  file: (StoredFile & { version: number; name: string }) | null
  missing: Missing | null
}

/** The current files of these documents, in their order, for whoever may open them; of another tenant's there is nothing to say. */
export async function findFiles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Packed[]> {
  const { rows } = await sql<Row>`
    select d.id, d.title, d.number, d.shelves, ${STATUS} as status, v.no, v.status as version_status, v.file_key, v.file_name, v.size, v.checksum,
           ${INFECTED} as infected
      from portal.documents d
      left join portal.document_versions v on v.document_id = d.id and v.no = d.current_version
     where d.id = any (${ids}::int[]) and ${reachable(actor)}
       and (${may(actor, 'documents.write')} or d.status <> 'draft')`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set<string>()
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) return { id, title: null, number: null, file: null, missing: 'not_found' }
    const { title, number, no, version_status, file_name, file_key, size, checksum } = row
    const opens =
      row.status === 'available' &&
      version_status !== null &&
      mayOpen(row, { status: version_status }) &&
      !row.infected
    if (!opens || no === null) return { id, title, number, file: null, missing: standingOf(row) }
    const file = { key: file_key, size, checksum, version: no, name: nameAmong(taken, file_name) }
    return { id, title, number, file, missing: null }
  })
}

/** How a document stands that is not packed: as its page says it, whatever its current version is. */
function standingOf({ status, version_status, infected }: Row): Exclude<Missing, 'not_found' | 'damaged'> {
  if (infected) return 'blocked'
  if (status !== 'available') return status
  return version_status === null || version_status === 'available' ? 'pending' : version_status
}

/** Its own name, unless another file of the archive has it: on some systems letter case makes no difference. */
function nameAmong(taken: Set<string>, name: string): string {
  const [, base = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
  for (let n = 1; ; n++) {
    const one = (n === 1 ? name : `${base} (${n})${ending}`).normalize('NFC')
    const key = one.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return one
  }
}

/** The files, each checked before it goes in, and what they are: with checksums, and with what is missing and why. */
export async function* archiveEntries(
  packed: readonly Packed[],
  documents: DocumentFiles,
  words: ServerMessages['documentArchive'],
): AsyncGenerator<ZipEntry> {
  const manifest: Packed[] = []
  for (const { file, ...one } of packed) {
    if (!file) manifest.push({ file, ...one })
    else {
      const fault = await faultOf(documents, file)
      if (fault) {
        manifest.push({ ...one, file: null, missing: fault })
        continue
      }
      yield { name: file.name, content: await documents.files.read(file.key) }
      manifest.push({ file, ...one })
    }
  }
  yield { name: manifestName(packed, words.manifest), content: manifestOf(manifest, words) }
}

/** Where the place of the files does not answer, the archive breaks off: that is no fault of one file. */
const faultOf = (documents: DocumentFiles, file: StoredFile) =>
  documents.check(file).then(
    () => undefined,
    (fault: unknown) => {
      const { status } = fault as { status?: number }
      if (status === 500) return 'damaged' as const
      if (status === 404) return 'file_missing' as const
      throw fault
    },
  )

const manifestName = (packed: readonly Packed[], name: string) =>
  nameAmong(new Set(packed.flatMap(({ file }) => (file ? [file.name.toLowerCase()] : []))), `${name}.csv`)

function manifestOf(rows: readonly Packed[], words: ServerMessages['documentArchive']) {
  const { columns, missing } = words
  async function* batches() {
    yield rows
  }
  return csvFile<Packed>(
    [
      { heading: columns.id, kind: 'number', value: ({ id }) => id },
      { heading: columns.title, kind: 'text', value: ({ title }) => title },
      { heading: columns.number, kind: 'text', value: ({ number }) => number },
      { heading: columns.version, kind: 'number', value: ({ file }) => file?.version ?? null },
      { heading: columns.file, kind: 'text', value: ({ file }) => file?.name ?? null },
      { heading: columns.size, kind: 'number', value: ({ file }) => file?.size ?? null },
      {
        heading: columns.checksum,
        kind: 'text',
        value: ({ file }) => file?.checksum.toString('hex') ?? null,
      },
      { heading: columns.missing, kind: 'text', value: (row) => (row.missing ? missing[row.missing] : null) },
    ],
    batches(),
  )
}
