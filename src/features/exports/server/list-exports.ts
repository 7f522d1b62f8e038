import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ExportJob } from '../contract.ts'
import { ownJobs, toJob } from './own-jobs.ts'

const MOST = 50

/** The asker's exports of the last day, the newest first. */
export async function listExports(tx: Tx, actor: Actor): Promise<{ items: ExportJob[] }> {
  const rows = await ownJobs(tx, actor).orderBy('id', 'desc').limit(MOST).execute()
  return { items: rows.map(toJob) }
}
