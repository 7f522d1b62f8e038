import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { FileStore } from '../../../platform/server/files/stored-file.ts'
import { KEPT } from './own-jobs.ts'

/** No file is an hour in the making; what is older and nobody knows of was left by a server that was killed. */
const LEFT_BEHIND_MS = 3_600_000

/** As the owner: exports older than a day go, with their files. */
export async function sweepExports(tx: Tx, files: FileStore): Promise<void> {
  const { rows } = await sql<{ file_key: string | null }>`delete from portal.export_jobs
    where created_at < now() - ${KEPT} returning file_key`.execute(tx)
  for (const { file_key } of rows) if (file_key) await files.remove(file_key)
  const kept = await tx
    .selectFrom('export_jobs')
    .select('file_key')
    .where('file_key', 'is not', null)
    .execute()
  await files.removeUnknown(new Set(kept.map((row) => row.file_key as string)), LEFT_BEHIND_MS)
}
