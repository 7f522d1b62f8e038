import { sql } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import type { Comment, PhaseOnScreen, VoicePhase } from '../contract.ts'

export async function listPhases(tx: Tx, actor: Actor) {
  const rows = await tx
    .selectFrom('roadmap_phases as r')
    .select(['r.phase', 'r.status', 'r.progress', 'r.duration_weeks as durationWeeks', 'r.version'])
    // Row-level security counts what the asker can read.
    .select(
      sql<number>`(select count(*) from portal.roadmap_comments c where c.phase = r.phase)`.as('comments'),
    )
    .where('r.track', '=', 'project')
    .orderBy('r.place')
    .execute()
  return { items: rows as PhaseOnScreen[], mayComment: actor.mode === null && actor.kind !== 'none' }
}

/** A date that has passed is not claimed as one to come, nor is one of what is there. */
export async function listVoicePhases(tx: Tx, today: string): Promise<{ items: VoicePhase[] }> {
  const rows = await tx
    .selectFrom('roadmap_phases as r')
    .select(['r.phase', 'r.status', 'r.progress', 'r.due_on', 'r.version'])
    .where('r.track', '=', 'voice')
    .orderBy('r.place')
    .execute()
  const items = rows.map(({ due_on, ...row }) => ({
    ...row,
    dueOn: due_on !== null && due_on >= today && row.status !== 'completed' ? due_on : null,
  }))
  return { items: items as VoicePhase[] }
}

const Cursor = z.tuple([z.int().min(1)])

export async function listComments(
  tx: Tx,
  { phase, limit, cursor }: { phase: string; limit: number; cursor?: string | undefined },
) {
  const before = openCursor(cursor, Cursor)?.[0]
  const matching = tx.selectFrom('roadmap_comments as c').where('c.phase', '=', phase)
  const [rows, counted] = await Promise.all([
    matching
      .leftJoin('tenants as t', 't.id', 'c.tenant_id')
      .select(['c.id', 'c.author_name as author', 't.name as company', 'c.text', 'c.at'])
      .$if(before !== undefined, (page) => page.where('c.id', '<', before as number))
      .orderBy('c.id', 'desc')
      .limit(limit + 1)
      .execute(),
    before === undefined ? matching.select(sql<number>`count(*)`.as('total')).executeTakeFirst() : undefined,
  ])
  const items: Comment[] = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? sealCursor([last.id]) : null,
    total: counted?.total ?? null,
  }
}
