import { ORPCError } from '@orpc/server'
import { type Actor, NoSession } from '../database/context.ts'
import { recordsOf } from '../records/write-records.ts'
import { fromDatabase, refuse } from './fault.ts'
import type { RequestContext } from './request.ts'

export type Denial = ORPCError<string, { code: string }>

/** Whoever asked is known, and may not: not what was typed wrong, and not what is nobody's or somebody else's (A9). */
export const isDenied = (fault: unknown): fault is Denial =>
  fault instanceof ORPCError && fault.status === 403

const LONGEST_PATH = 200

/**
 * A try to change something that was denied is on record with what was tried and from where (A10): in the chain of the
 * member's company, of everybody else in the installation's, so that no company reads where staff are.
 */
export function recordsOfDenied(
  actor: Actor,
  { method, path, address, traceId }: RequestContext,
  tried: string,
  { data: { code } }: Denial,
) {
  const ofCompany = actor.kind === 'member' && actor.mode !== 'view_as'
  const act = {
    chain: ofCompany ? (actor.tenantId ?? 0) : 0,
    objectType: 'request',
    objectId: `${method} ${path}`.slice(0, LONGEST_PATH),
    after: { tried, refused: code },
  }
  return recordsOf(actor, 'access.denied', [act], { traceId, address })
}

/** The same of what was denied on the way: that transaction was taken back. What cannot be recorded is not answered either. */
export async function recordDenied(
  context: RequestContext & { token: string },
  tried: string,
  denial: Denial,
): Promise<void> {
  try {
    await context.database.withTenant(
      context.token,
      async (_, actor, atEnd) => atEnd(...recordsOfDenied(actor, context, tried, denial)),
      'read write',
    )
  } catch (fault) {
    throw fault instanceof NoSession ? refuse(401, 'no_session') : fromDatabase(fault)
  }
}
