import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { AssistantTurns } from '../../../platform/server/database/database.types.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Turn } from '../contract.ts'
import type { Tokens } from './provider/read-completion.ts'

/** Where the asker's conversation is: in one tenant, or over all that they look at. The policy says the same. */
const placeOf = (actor: Actor) => ({ tenant_id: actor.tenantId ?? 0, user_id: actor.userId })

const own = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('assistant_turns')
    .selectAll()
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)

const toTurn = (row: Selectable<AssistantTurns>): Turn => ({
  id: row.id,
  key: row.key,
  askedAt: row.asked_at,
  question: row.question,
  answer: row.answer,
  outcome: row.outcome as Turn['outcome'],
  answeredBy: row.answered_by as Turn['answeredBy'],
  language: row.language as Turn['language'],
  citations: row.citations as Turn['citations'],
  proposal: row.proposal as Turn['proposal'],
  settled: row.settled as Turn['settled'],
  result: row.result,
})

/** The newest first. */
export async function listTurns(
  tx: Tx,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Turn[]; nextCursor: string | null; total: number | null }> {
  const before = openCursor(cursor, z.tuple([z.int()]))
  const [rows, counted] = await Promise.all([
    own(tx, actor)
      .$if(before !== undefined, (query) => query.where('id', '<', before?.[0] ?? 0))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    before === undefined
      ? own(tx, actor)
          .clearSelect()
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      : undefined,
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toTurn),
    nextCursor: last ? sealCursor([last.id]) : null,
    total: counted?.count ?? null,
  }
}

/** The last of the conversation, oldest first. */
export const lastTurns = async (tx: Tx, actor: Actor, most: number): Promise<Turn[]> =>
  (await own(tx, actor).orderBy('id', 'desc').limit(most).execute()).map(toTurn).reverse()

export async function turnOf(tx: Tx, actor: Actor, id: number): Promise<Turn> {
  const row = await own(tx, actor).where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  return toTurn(row)
}

export type NewTurn = Omit<Turn, 'id' | 'key' | 'askedAt' | 'settled' | 'result'> & { tokens: Tokens }

export async function keepTurn(
  tx: Tx,
  actor: Actor,
  turn: NewTurn,
  record: (act: Act) => void,
): Promise<Turn> {
  const row = await tx
    .insertInto('assistant_turns')
    .values({
      ...placeOf(actor),
      question: turn.question,
      answer: turn.answer,
      outcome: turn.outcome,
      answered_by: turn.answeredBy,
      language: turn.language,
      citations: JSON.stringify(turn.citations),
      proposal: turn.proposal && JSON.stringify(turn.proposal),
      tokens_sent: turn.tokens.sent,
      tokens_received: turn.tokens.received,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Neither the question nor the answer: those are the asker's own.
  record({
    objectType: 'assistant',
    objectId: String(row.id),
    before: null,
    after: { answeredBy: turn.answeredBy, outcome: turn.outcome },
  })
  return toTurn(row)
}

/**
 * Notes what became of an offer: first that it is confirmed, then where it stands. Until then it can still be cancelled, and what
 * was done all the same is noted.
 */
export async function settleTurn(
  tx: Tx,
  actor: Actor,
  { id, settled, result: at }: { id: number; settled: 'confirmed' | 'cancelled'; result: string | null },
  record: (act: Act) => void,
): Promise<{ settled: 'confirmed' | 'cancelled' }> {
  const turn = await own(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!turn?.proposal) throw refuse(404, 'not_found')
  const result = settled === 'confirmed' ? at : null
  if (turn.result !== null || (turn.settled === 'cancelled' && result === null))
    throw refuse(409, 'already_exists')
  await tx
    .updateTable('assistant_turns')
    .set({ settled, result })
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)
    .execute()
  record({
    objectType: 'assistant',
    objectId: String(id),
    before: { settled: turn.settled },
    after: { settled, result },
  })
  return { settled }
}

export async function clearTurns(
  tx: Tx,
  actor: Actor,
  record: (act: Act) => void,
): Promise<{ deleted: number }> {
  const gone = await tx
    .deleteFrom('assistant_turns')
    .where('tenant_id', '=', actor.tenantId ?? 0)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  const deleted = Number(gone.numDeletedRows)
  record({ objectType: 'assistant', objectId: actor.userId, before: { turns: deleted }, after: { turns: 0 } })
  return { deleted }
}
