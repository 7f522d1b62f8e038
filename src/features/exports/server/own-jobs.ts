import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { ExportJobs } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { ExportJob } from '../contract.ts'

export type JobRow = Selectable<ExportJobs>

/** After that long the file is gone. */
export const KEPT = sql`interval '24 hours'`
const KEPT_MS = 24 * 3_600_000

/** The asker's own jobs of the last day in the tenant of the session; nobody else's are ever looked at. */
export const ownJobs = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('export_jobs')
    .selectAll()
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)
    .where(sql<boolean>`created_at > now() - ${KEPT}`)

export const changeOwnJob = (tx: Tx, actor: Actor, id: number) =>
  tx
    .updateTable('export_jobs')
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)

export const toJob = (row: JobRow): ExportJob => ({
  id: row.id,
  kind: row.kind as ExportJob['kind'],
  format: (row.input as { format: ExportJob['format'] }).format,
  state: row.state as ExportJob['state'],
  total: row.total,
  written: row.written,
  fileName: row.file_name,
  size: row.size,
  problem: row.problem,
  createdAt: row.created_at,
  expiresAt: row.state === 'done' ? new Date(Date.parse(row.created_at) + KEPT_MS).toISOString() : null,
})
