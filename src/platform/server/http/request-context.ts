import type { Context } from 'hono'
import type { SignInService } from '../auth/sign-in-service.ts'
import type { Database } from '../database/open-database.ts'
import type { Revalidation } from '../endpoint/data-etag.ts'
import type { RequestContext } from '../endpoint/in-tenant.ts'
import { buildId } from './build-id.ts'
import { knownTags } from './etag.ts'
import type { RequestVariables } from './record-request.ts'

export type Http = Context<{ Variables: RequestVariables }>

/** For the audit trail: which request it was, and where it came from. */
export const originOf = (c: Http) => ({ traceId: c.get('traceId'), address: c.get('address') })

/** What the endpoint wrapper needs of a request. */
export function requestContext(
  c: Http,
  database: Database,
  signIn: SignInService,
  token?: string,
): RequestContext {
  const traceId = c.get('traceId')
  return {
    token: token ?? signIn.cookies.readSession(c.req.header('cookie')),
    endSession: (id) => signIn.endFamily(id, originOf(c)),
    assertedTenant: c.req.header('x-portal-tenant'),
    ifMatch: c.req.header('if-match'),
    signing: c.req.header('x-portal-signing'),
    traceId,
    method: c.req.method,
    path: new URL(c.req.url).pathname, // as it was written: decoded, it may hold what no text of the database can
    search: new URL(c.req.url).search,
    address: c.get('address'),
    halfSignedIn: signIn.cookies.readChallenge(c.req.header('cookie')) !== undefined,
    mfaPolicy: signIn.mfaPolicy,
    sendsSms: signIn.sendsSms,
    database,
    onAsker: (actor) => c.set('asker', actor),
  }
}

/** What a read brings to be told that nothing changed. */
export function revalidationOf(c: Http, today: string): Revalidation {
  const { pathname, search } = new URL(c.req.url)
  return {
    address: pathname + search,
    release: buildId(),
    today,
    known: knownTags(c.req.header('if-none-match')),
    onTag: (tag) => c.set('tag', tag),
  }
}
