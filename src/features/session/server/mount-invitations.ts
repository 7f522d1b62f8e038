import type { Hono } from 'hono'
import * as z from 'zod'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { shortestPassword } from '../domain/password-rules.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

const TRIES_PER_ADDRESS = 20
const WINDOW_SECONDS = 15 * 60

const Link = z.object({ token: z.string().min(1).max(200) }).strict()
const Wish = Link.extend({
  name: z.string().trim().min(1).max(200).optional(),
  password: z.string().max(1000).optional(),
}).strict()

type Parts = { signIn: SignInService; trustedProxies: number; brandName: () => string }

/** What the link of an invitation opens: a new account, or one more company for whoever has one and is signed in (A6). */
export function mountInvitations(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { signIn, brandName } = parts

  async function openLink(c: Http, token: string) {
    const bucket = `invitation ${signIn.keyed(clientAddress(c, parts.trustedProxies))}`
    const wait = await signIn.countInWindow(bucket, TRIES_PER_ADDRESS, WINDOW_SECONDS)
    refuseWhenFull(wait)
    const link = await signIn.invitations.find(token)
    if (!link) throw refuse(404, 'link_void')
    c.header('cache-control', 'no-store')
    return { ...link, tenant: link.tenant ?? brandName() }
  }

  app.post('/api/auth/invitation/look', async (c) => {
    const { token } = await readJson(c, Link)
    const link = await openLink(c, token)
    const { email, tenant, role, roleName, endsAt, userId } = link
    const roleNames = roleName === null ? {} : { [role]: roleName }
    const shortest = shortestPassword(await signIn.needsFactorAs(link))
    return c.json({ email, tenant, role, roleNames, endsAt, hasAccount: userId !== null, shortest })
  })

  app.post('/api/auth/invitation/accept', async (c) => {
    const { token, name, password } = await readJson(c, Wish)
    const link = await openLink(c, token)
    const traceId = c.get('traceId')
    if (link.userId !== null) {
      const session = signIn.cookies.readSession(c.req.header('cookie'))
      if (!session) throw refuse(401, 'no_session')
      if ((await signIn.secondFactor.sessionBehind(session))?.viewing) throw refuse(403, 'read_only_session')
      if (!(await signIn.invitations.acceptSignedIn(token, session, traceId)))
        throw refuse(409, 'other_account', { values: { email: link.email } })
      return c.json({ ok: true, tenantId: link.tenantId })
    }
    const missing = (path: string) => ({ path, message: '', code: 'missing' })
    if (name === undefined || password === undefined)
      throw refuse(422, 'validation', { errors: [missing(name === undefined ? 'name' : 'password')] })
    const names = [brandName(), link.tenant, name, link.email]
    await refuseWeakPassword(c, password, names, await signIn.needsFactorAs(link))
    if (!(await signIn.invitations.acceptNew(token, name, password, traceId))) throw refuse(404, 'link_void')
    return c.json({ ok: true, tenantId: link.tenantId })
  })
}
