import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { PhaseState } from '../domain/roadmap.ts'

/** What a member says is their company's; what staff say stays among the manufacturer's people, whomever they look at. */
export async function commentPhase(
  tx: Tx,
  actor: Actor,
  { phase, text }: { phase: string; text: string },
  record: (act: Act) => void,
) {
  if (actor.kind === 'none') throw refuse(403, 'permission_denied')
  const tenant = actor.kind === 'member' ? (actor.tenantId ?? 0) : 0
  const { name, email } = await tx
    .selectFrom('profiles')
    .select(['name', 'email'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const author = name || email
  const { id } = await tx
    .insertInto('roadmap_comments')
    .values({ tenant_id: tenant, phase, user_id: actor.userId, author_name: author, text: text.trim() })
    .returning('id')
    .executeTakeFirstOrThrow()
  record({
    ...{ chain: tenant, objectType: 'roadmap', objectId: phase, after: { comment: id } },
    event: { topic: 'roadmap_comments', tenantId: tenant },
    ...(tenant !== 0 && {
      notice: {
        ...{ kind: 'roadmap_commented', subject: 'administration', to: 'staff' },
        ...{ permission: 'company.manage', facts: { phase, name: author } },
      },
    }),
  })
  return { id }
}

export async function changePhase(
  tx: Tx,
  { phase, status, progress, version }: Wish,
  record: (act: Act) => void,
) {
  const before = await tx
    .selectFrom('roadmap_phases')
    .select(['status', 'progress'])
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow()
  const after = { status, progress: status === 'completed' ? 100 : status === 'planned' ? 0 : progress }
  const changed = await tx
    .updateTable('roadmap_phases')
    .set({ ...after, version: version + 1 })
    .where('phase', '=', phase)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!changed) throw refuse(412, 'stale_version')
  record({
    ...{ chain: 0, objectType: 'roadmap', objectId: phase, before, after },
    event: { topic: 'roadmap', tenantId: 0 },
  })
  return changed
}

type Wish = { phase: string; status: PhaseState; progress: number; version: number }
