import type { Hono } from 'hono'
import type { SignInService } from '../../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../../platform/server/database/open-database.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import { askerLanguage } from '../../../../platform/server/http/asker-language.ts'
import { clientAddress } from '../../../../platform/server/http/client-address.ts'
import { readJsonText } from '../../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../../platform/server/http/server-messages.ts'
import { acknowledgeInput, documentsSignContract } from '../../contract.ts'
import { acknowledge, findToSign } from './acknowledge.ts'

type Parts = { database: Database; signIn: SignInService; trustedProxies: number }

/**
 * A legal document is signed with the password, entered once more: under the same counters and locks as a sign-in (A5). Who
 * may not sign it is told before the password is looked at.
 */
export function mountAcknowledgements(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, trustedProxies }: Parts,
) {
  const { meta } = documentsSignContract.acknowledge['~orpc']

  async function needPassword(c: Http, token: string, password: string): Promise<void> {
    const { secondFactor, cookies } = signIn
    const session = await secondFactor.sessionBehind(token)
    if (!session) throw refuse(401, 'no_session')
    const place = {
      address: clientAddress(c, trustedProxies),
      device: cookies.readDevice(c.req.header('cookie')),
    }
    const proven = await secondFactor.provePassword(session, password, place, c.get('traceId'))
    if (proven.outcome === 'busy')
      throw refuse(429, 'rate_limited', {
        values: { seconds: proven.retryAfter },
        retryAfter: proven.retryAfter,
      })
    if (proven.outcome === 'right') return
    const message = serverMessages(askerLanguage(c)).problems.invalid_password[0] as string
    throw refuse(422, 'invalid_password', {
      errors: [{ path: 'password', message, code: 'invalid_password' }],
    })
  }

  app.post('/api/v1/legal/documents/:id/acknowledgement', async (c) => {
    const context = requestContext(c as Http, database, signIn)
    const { asked, password, tenantId } = await runInTenant(
      context,
      { meta, write: false },
      async ({ tx, actor }) => {
        if (actor.mode) throw refuse(403, 'read_only_session')
        const body = await readJsonText(c)
        const given = typeof body === 'object' ? { ...body, id: c.req.param('id') } : body
        const { password, ...asked } = parseInput(acknowledgeInput, given)
        await findToSign(tx, actor, asked)
        return { asked, password, tenantId: actor.tenantId }
      },
    )
    await needPassword(c as Http, context.token as string, password)
    // The tenant of the first look; a switch in between is refused.
    const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
    const signed = await runInTenant(same, { meta, write: true }, ({ tx, actor, record }) =>
      acknowledge(tx, actor, asked, record),
    )
    return c.json(signed)
  })
}
