import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ExportJob } from '../contract.ts'
import { changeOwnJob, ownJobs, toJob } from './own-jobs.ts'

const FROM: Record<'cancel' | 'retry', string[]> = {
  cancel: ['queued', 'running'],
  retry: ['failed', 'cancelled'],
}

/** Cancels what waits or runs, or puts in line again what failed, under the present session. 409 when it is neither. */
export async function changeExport(
  tx: Tx,
  actor: Actor,
  { id, act }: { id: number; act: 'cancel' | 'retry' },
  record: (act: Act) => void,
): Promise<ExportJob> {
  const before = await ownJobs(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw refuse(404, 'not_found')
  if (!FROM[act].includes(before.state)) throw refuse(409, 'conflict')
  const after = await changeOwnJob(tx, actor, id)
    .set(
      act === 'cancel'
        ? { state: 'cancelled', leased_until: null, finished_at: sql`now()` }
        : {
            state: 'queued',
            session_id: actor.sessionId,
            attempts: 0,
            written: 0,
            problem: null,
            finished_at: null,
          },
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  record({
    objectType: 'export',
    objectId: String(id),
    before: { state: before.state },
    after: { state: after.state },
  })
  return toJob(after)
}
