import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { isKey } from '../../../platform/server/files/stored-file.ts'
import { sweepDrafts } from '../../drafts/server/published.ts'
import { sweepUploads } from '../../storage/server/published.ts'
import { filesInUse } from './files-in-use.ts'
import type { Receiver } from './receive/receive-file.ts'

/** No file is an hour on its way; what is older and nobody knows of was left by a server that was killed. */
const LEFT_BEHIND_MS = 3_600_000

/** As the owner: what arrived and was never kept, and what was kept and never known, goes. */
export async function sweepDocuments(tx: Tx, { incoming, partial, files }: Receiver): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const place = path.join(incoming, name)
    const found = isKey(name) ? await lstat(place).catch(() => null) : null
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(place, { force: true })
  }
  await partial.sweep()
  await sweepUploads(tx)
  await sweepDrafts(tx)
  // What was read of a file that no document has any more.
  await tx
    .deleteFrom('document_texts')
    .where('checksum', 'not in', tx.selectFrom('document_versions').select('checksum'))
    .execute()
  // And whose text went so, at the moment when another document came with that file.
  await tx
    .updateTable('document_versions')
    .set({ text_taken: false })
    .where('text_taken', '=', true)
    .where('checksum', 'not in', tx.selectFrom('document_texts').select('checksum'))
    .execute()
  // A copy that nobody has confirmed may look into the place of the original's files: what it does not know is not its own.
  const { rows } = await sql<{ held: boolean }>`select auth.is_held() as held`.execute(tx)
  if (rows[0]?.held) return
  const kept = await filesInUse(tx)
  await files.removeUnknown(new Set(kept.map(({ key }) => key)), LEFT_BEHIND_MS)
}
