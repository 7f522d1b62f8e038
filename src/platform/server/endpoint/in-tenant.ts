import { os } from '@orpc/server'
import type * as z from 'zod'
import type { EndpointMeta } from '../../contract/endpoint.ts'
import {
  CLOSED_TO_STAFF,
  INSTALLATION_PERMISSIONS,
  OF_MEMBERS,
  type Permission,
} from '../../contract/permissions.ts'
import { type Actor, NoSession } from '../database/context.ts'
import type { Pace } from '../database/open-database.ts'
import type { Tx } from '../database/tx.ts'
import { refuseUnknownNames } from '../http/query-names.ts'
import { type Act, recordsOf } from '../records/write-records.ts'
import { cursorOfCompany, refuseForeignCursor } from './cursor.ts'
import { askState, dataEtag, hasDataEtag, NotModified, type Revalidation } from './data-etag.ts'
import { type Denial, isDenied, recordDenied, recordsOfDenied } from './denied.ts'
import { fromDatabase, refuse } from './fault.ts'
import { refuseUnstorable } from './parse-input.ts'
import { needFresh, refuseUnlessFresh, refuseUnproven } from './proof.ts'
import type { RequestContext } from './request.ts'
import { bodyOf, takeSigning } from './signing.ts'

export type { RequestContext }

export type Inside = {
  tx: Tx
  actor: Actor
  /** Writes: what was done, for the audit trail and the outbox. Called once by every verb that changes something; null: nothing was. */
  record: (act: Act | null) => void
  /** Of an endpoint with `stepUp: 'inside'`: 401 unless the asker showed within ten minutes who they are. */
  needFresh: () => void
}

/** In a feature: implement(contract).$context<RequestContext>().use(inTenant). */
export const inTenant = os.$context<RequestContext>().middleware(({ context, procedure, next }, input) => {
  const { meta, route, inputSchema } = procedure['~orpc'] as {
    meta: EndpointMeta
    route: { method?: string; path?: string }
    inputSchema?: z.core.$ZodType
  }
  const write = route.method !== 'GET' && (meta.unrecorded === undefined || meta.writes === true)
  const heavy = typeof meta.heavy === 'function' ? meta.heavy(input as never) : meta.heavy === true
  const body = meta.signs && bodyOf(input, route.path ?? '')
  return runInTenant(context, { meta, write, body, pace: heavy ? 'batch' : 'screen' }, async (inside) => {
    const { tenantId } = inside.actor
    refuseUnstorable(input)
    if (context.method === 'GET') refuseUnknownNames(context.search ?? '', inputSchema, route.path)
    refuseForeignCursor(input, tenantId)
    const answered = await next({ context: inside })
    return { ...answered, output: cursorOfCompany(answered.output, tenantId) }
  })
})

/**
 * One request: session, then the checks in the order of A9, then `work` in the tenant's transaction, then the records of
 * what it wrote. Endpoints that answer files or set cookies call it themselves; a lasting read is one as long as a
 * download: one moment of the data, on a connection that the screens do not need; `ofRead`: only the record of a read is written; `body`: what is signed, of an endpoint that is a signature.
 */
export async function runInTenant<T>(
  context: RequestContext,
  {
    meta,
    write,
    pace = 'screen',
    ofRead = false,
    body,
  }: { meta: EndpointMeta; write: boolean; pace?: Pace; ofRead?: boolean; body?: unknown },
  work: (inside: Inside) => T | PromiseLike<T>,
): Promise<T> {
  if (!context.token)
    throw context.halfSignedIn ? refuse(401, 'second_factor_required') : refuse(401, 'no_session')
  const { revalidation } = context
  let asker: Actor | undefined
  let denied: Denial | undefined
  const meet = (actor: Actor) => {
    asker = actor
    context.onAsker(actor)
    // Whoever comes by a code has no account that a second factor could belong to.
    if (actor.mode !== 'temporary') refuseUnproven(actor, context)
  }
  try {
    if (!write && meta.follows && revalidation && hasDataEtag(revalidation)) {
      const seen = await context.database.lookAgain({
        token: context.token,
        topics: meta.follows,
        today: revalidation.today,
      })
      if (seen) {
        meet(seen.actor)
        refuseUnlessAllowed(meta, seen.actor, context.assertedTenant)
        refuseUnlessFresh(meta, seen.actor, context)
        tagAnswer(seen.actor, seen.state, revalidation)
      }
    }
    const answer = await context.database.withTenant(
      context.token,
      async (tx, actor, atEnd, early) => {
        meet(actor)
        try {
          refuseUnlessAllowed(meta, actor, context.assertedTenant)
          if (write && actor.mode && !meta.evenReadOnly && !ofRead) throw refuse(403, 'read_only_session')
        } catch (refusal) {
          // Nothing was done yet: the record of it is all that this transaction writes.
          if (!write || !meta.audit || !isDenied(refusal)) throw refusal
          denied = refusal
          atEnd(...recordsOfDenied(actor, context, meta.audit, refusal))
          return undefined as T
        }
        refuseUnlessFresh(meta, actor, context)
        const { method, path, signing } = context
        const signature = meta.signs && (await takeSigning(tx, actor, signing, { method, path, body }))
        const acts: (Act | null)[] = []
        // Read before the work, never beside it: a version read after the data would call old data new.
        if (early && revalidation) tagAnswer(actor, early.rows[0].state, revalidation)
        const result = await work({
          ...{ tx, actor },
          record: (act) => void acts.push(act),
          needFresh: () => needFresh(actor, context.sendsSms),
        })
        if (write && meta.audit) atEnd(...recordsOf(actor, meta.audit, acts, { ...context, signature }))
        return result
      },
      write ? 'read write' : pace === 'lasting' ? 'snapshot' : 'read only',
      pace,
      !write && meta.follows && revalidation ? askState(meta.follows, revalidation) : undefined,
    )
    if (denied) throw denied
    return answer
  } catch (fault) {
    if (fault instanceof NoSession) {
      if (fault.reusedSession) await context.endSession(fault.reusedSession)
      throw refuse(401, 'no_session')
    }
    const refusal = fromDatabase(fault)
    if (asker && meta.audit && context.method !== 'GET' && isDenied(refusal) && !denied)
      await recordDenied({ ...context, token: context.token }, meta.audit, refusal)
    throw refusal
  }
}

/** @throws NotModified when the asker has this answer already */
function tagAnswer(actor: Actor, state: string | null, revalidation: Revalidation): void {
  const tag = dataEtag(actor, state, revalidation)
  if (tag === undefined) return
  revalidation.onTag(tag)
  if (revalidation.known.includes(tag)) throw new NotModified()
}

/** 409 tenant_changed before 403 module before 403 permission. */
export function refuseUnlessAllowed(
  meta: EndpointMeta,
  actor: Actor,
  assertedTenant: string | undefined,
): void {
  if (assertedTenant !== undefined && assertedTenant !== String(actor.tenantId ?? 'all'))
    throw refuse(409, 'tenant_changed')
  if (meta.module && actor.hiddenModules.includes(meta.module)) throw refuse(403, 'module_hidden')
  if (meta.signedIn) return
  if (!may(actor, meta.permission)) throw refuse(403, 'permission_denied')
}

/** A global administrator may do everything; everybody else what the role holds. */
export function may(
  actor: Pick<Actor, 'kind' | 'isAdmin' | 'permissions'>,
  permission: Permission | undefined,
): boolean {
  if (permission === undefined) return false
  if (INSTALLATION_PERMISSIONS.includes(permission)) return actor.kind === 'admin'
  if (OF_MEMBERS.includes(permission) && actor.kind !== 'member') return false
  if (CLOSED_TO_STAFF.includes(permission) && actor.kind === 'staff') return false
  return actor.isAdmin || actor.permissions.includes(permission)
}
