import type { Hono } from 'hono'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { DemoWish } from '../contract.ts'

/** From one address, and from all of them: each is a notice to every administrator. */
const PER_ADDRESS = 5
const IN_ALL = 100
const WINDOW_SECONDS = 60 * 60

type Parts = { signIn: SignInService; trustedProxies: number }

/** Request Demo (F6), for everybody; nothing of it goes to anybody outside, and no mail to an address that a stranger typed. */
export function mountDemoRequests(
  app: Hono<{ Variables: RequestVariables }>,
  { signIn, trustedProxies }: Parts,
) {
  app.post('/api/v1/public/demo-requests', async (c) => {
    const { website, ...wish } = await readJson(c, DemoWish)
    const visitor = signIn.keyed(clientAddress(c, trustedProxies))
    refuseWhenFull(await signIn.countInWindow(`demo ${visitor}`, PER_ADDRESS, WINDOW_SECONDS))
    if (website === '') {
      refuseWhenFull(await signIn.countInWindow('demo requests', IN_ALL, WINDOW_SECONDS))
      await signIn.requestDemo({
        ...wish,
        token: signIn.cookies.readSession(c.req.header('cookie')),
        language: askerLanguage(c),
        visitor: `unknown:${visitor}`,
        traceId: c.get('traceId'),
      })
    }
    return c.json({ ok: true })
  })
}
