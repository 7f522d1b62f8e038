import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { StoredFile } from '../../../platform/server/files/stored-file.ts'
import {
  type DocumentStatus,
  type Format,
  mayOpen,
  type Shelf,
  type VersionStatus,
} from '../domain/vocabulary.ts'
import { INFECTED, reachable } from './document-rows.ts'
import { STATUS } from './document-status.ts'
import type { Standing } from './saved-name.ts'
import { refuseUnscanned } from './scan/refuse-unscanned.ts'

export type FoundFile = StoredFile & { version: number; name: string; format: Format; standing: Standing }

type Found = {
  shelves: Shelf[]
  status: DocumentStatus
  no: number | null
  version_status: VersionStatus
  file_key: string
  file_name: string
  format: Format
  size: number
  checksum: Buffer
  infected: boolean
}

/**
 * The file of a version, or of the current one (null), for whoever may open it. Who writes documents opens each of their
 * versions by its number. @throws 404; 409 where it is there, and not to be opened: why
 */
export async function findFile(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: number; version: number | null },
): Promise<FoundFile> {
  const writes = may(actor, 'documents.write')
  const { rows } = await sql<Found>`
    select d.shelves, ${STATUS} as status, v.no, v.status as version_status, v.file_key, v.file_name, v.format, v.size, v.checksum,
           ${INFECTED} as infected
      from portal.documents d
      left join portal.document_versions v on v.document_id = d.id and v.no = coalesce(${version}::int, d.current_version)
     where d.id = ${id}::int and ${reachable(actor)}
       and (${writes} or d.status <> 'draft')`.execute(tx)
  const found = rows[0]
  if (!found || (version !== null && found.no === null)) throw refuse(404, 'not_found')
  const anyOfThem = writes && version !== null
  if (found.version_status === 'draft' && !anyOfThem) throw refuse(404, 'not_found')
  if (found.version_status === 'draft') await refuseUnscanned(tx, id, found.no as number)
  if (version === null && found.status !== 'available') throw notOpen(found.status)
  if (!anyOfThem && !mayOpen(found, { status: found.version_status }))
    throw notOpen(
      found.version_status === 'available' || found.status === 'held' ? found.status : found.version_status,
    )
  if (found.infected) throw refuse(409, 'scan_infected')
  return {
    ...{ key: found.file_key, size: found.size, checksum: found.checksum },
    ...{ version: found.no as number, name: found.file_name, format: found.format },
    standing: found.version_status === 'available' ? found.status : found.version_status,
  }
}

const CODES = {
  draft: 'document_pending',
  pending: 'document_pending',
  held: 'document_held',
  expired: 'document_expired',
  withdrawn: 'document_withdrawn',
  blocked: 'scan_infected',
  superseded: 'document_superseded',
  available: 'document_pending',
} as const satisfies Record<DocumentStatus | VersionStatus, string>

const notOpen = (status: keyof typeof CODES) => refuse(409, CODES[status])
