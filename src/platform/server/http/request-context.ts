import type { Context } from 'hono'
import type { SignInService } from '../auth/sign-in-service.ts'
import type { Database } from '../database/open-database.ts'
import type { RequestContext } from '../endpoint/in-tenant.ts'
import type { RequestVariables } from './record-request.ts'

export type Http = Context<{ Variables: RequestVariables }>

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
    endSession: (id) => signIn.endFamily(id, traceId),
    assertedTenant: c.req.header('x-portal-tenant'),
    traceId,
    database,
    onAsker: (actor) => c.set('asker', actor),
  }
}
