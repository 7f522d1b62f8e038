import type { Hono } from 'hono'
import * as z from 'zod'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'

const TRIES_PER_ADDRESS = 20
const WINDOW_SECONDS = 15 * 60

const Link = z.object({ token: z.string().min(1).max(200) }).strict()

type Parts = { signIn: SignInService; trustedProxies: number }

/** What the links of a change of e-mail open: each is one of the two agreements, and works once. */
export function mountEmailChanges(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { signIn } = parts

  async function countTry(c: Http): Promise<void> {
    const bucket = `e-mail ${signIn.keyed(clientAddress(c, parts.trustedProxies))}`
    refuseWhenFull(await signIn.countInWindow(bucket, TRIES_PER_ADDRESS, WINDOW_SECONDS))
    c.header('cache-control', 'no-store')
  }

  app.post('/api/auth/email/look', async (c) => {
    const { token } = await readJson(c, Link)
    await countTry(c)
    const link = await signIn.emailChanges.find(token)
    if (!link) throw refuse(404, 'link_void')
    return c.json(link)
  })

  app.post('/api/auth/email/confirm', async (c) => {
    const { token } = await readJson(c, Link)
    await countTry(c)
    const done = await signIn.emailChanges.confirm(token, c.get('traceId'))
    if (done === undefined) throw refuse(404, 'link_void')
    return c.json({ done })
  })
}
