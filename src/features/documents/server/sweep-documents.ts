import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { isKey } from '../../../platform/server/files/stored-file.ts'
import type { Receiver } from './receive/receive-file.ts'

/** No file is an hour on its way; what is older and nobody knows of was left by a server that was killed. */
const LEFT_BEHIND_MS = 3_600_000

/** As the owner: what arrived and was never kept, and what was kept and never known, goes. */
export async function sweepDocuments(tx: Handle, { incoming, partial, files }: Receiver): Promise<void> {
  for (const name of await readdir(incoming)) {
    const place = path.join(incoming, name)
    const found = isKey(name) ? await lstat(place).catch(() => null) : null
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(place, { force: true })
  }
  await partial.sweep()
  // What was read of a file that no document has any more.
  await tx
    .deleteFrom('document_texts')
    .where('checksum', 'not in', tx.selectFrom('document_versions').select('checksum'))
    .execute()
  const kept = await tx
    .selectFrom('document_versions')
    .select('file_key')
    .union(tx.selectFrom('issue_files').select('file_key'))
    .union(tx.selectFrom('conversation_files').select('file_key'))
    .union(tx.selectFrom('purchase_order_files').select('file_key'))
    .execute()
  await files.removeUnknown(new Set(kept.map(({ file_key }) => file_key)), LEFT_BEHIND_MS)
}
