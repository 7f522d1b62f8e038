import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseUnlessAllowed } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ExportJob, ExportKind } from '../contract.ts'
import type { ExportKinds } from './export-kinds.ts'
import { ownJobs, toJob } from './own-jobs.ts'
import type { Tickets } from './tickets.ts'

const MOST_WAITING = 5

type Asked = { kind: ExportKind; input: Record<string, unknown> }
type With = {
  kinds: ExportKinds
  tickets: Tickets
  language: ServerLanguage
  record: (act: Act) => void
}

/** Puts an export in line, under the session that asks, if it may see such data at all. 429 when too many of one's own wait already. */
export async function startExport(
  tx: Tx,
  actor: Actor,
  { kind, input: wish }: Asked,
  { kinds, tickets, language, record }: With,
): Promise<ExportJob> {
  refuseUnlessAllowed(kinds[kind].meta, actor, undefined)
  const input = parseInput(kinds[kind].input, wish) as object
  const waiting = await ownJobs(tx, actor)
    .where('state', 'in', ['queued', 'running'])
    .limit(MOST_WAITING)
    .execute()
  if (waiting.length >= MOST_WAITING)
    throw refuse(429, 'too_many_exports', { values: { most: MOST_WAITING }, retryAfter: 10 })
  const { rows } = await sql<{ id: number }>`select nextval('portal.export_job_ids') as id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const row = await tx
    .insertInto('export_jobs')
    .values({
      tenant_id: actor.tenantId ?? 0,
      user_id: actor.userId,
      id,
      session_id: actor.sessionId,
      ticket_hash: tickets.hashOf(id),
      kind,
      input: JSON.stringify(input),
      language,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  record({ objectType: 'export', objectId: String(id), before: null, after: { kind, ...input } })
  return toJob(row)
}
