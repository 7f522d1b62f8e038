import type { Hono } from 'hono'
import * as z from 'zod'
import { Email } from '../../../platform/contract/email.ts'
import { fieldMessage } from '../../../platform/contract/field-message.ts'
import { Currency } from '../../../platform/contract/money.ts'
import { Timezone } from '../../../platform/contract/timezone.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { needsFactor } from '../../../platform/server/endpoint/proof.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJsonText } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, originOf } from '../../../platform/server/http/request-context.ts'
import { SERVER_LANGUAGES } from '../../../platform/server/http/server-messages.ts'
import { newIngestKey } from '../../tenants/server/published.ts'
import { shortestPassword } from '../domain/password-rules.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

/** From one address, and from all of them: each costs a look-up or a password's hash. */
const TRIES_PER_ADDRESS = 20
const TRIES_OF_ALL = 200
const WINDOW_SECONDS = 15 * 60

const Token = z.object({ token: z.string().min(20).max(200) })
const text = (longest: number) => z.string().trim().min(1).max(longest)
const isKnownCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)
const Wish = z
  .object({
    token: z.string(),
    name: text(200),
    email: Email,
    password: z.string().max(1000),
    company: text(200),
    currency: Currency.refine(isKnownCurrency, fieldMessage('currency')),
    language: z.enum(SERVER_LANGUAGES),
    timezone: Timezone,
  })
  .strict()

type Parts = { signIn: SignInService; trustedProxies: number; brandName: () => string }

/** Behind the link that a first start prints (H2): is it good, and the set-up itself. Whatever is wrong with a link, the words are the same. */
export function mountSetUp(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { signIn, brandName } = parts

  /** Of an administrator, which is whom a set-up makes. */
  const needed = needsFactor(signIn.mfaPolicy, { isAdmin: true, tenantRequires: false })

  /** The token when its link is good; the tries are counted before it is looked at. */
  async function openLink(c: Http, body: unknown): Promise<{ token: string; endsAt: string }> {
    const address = clientAddress(c, parts.trustedProxies)
    const waits = [
      await signIn.countInWindow(`set-up ${signIn.keyed(address)}`, TRIES_PER_ADDRESS, WINDOW_SECONDS),
      await signIn.countInWindow('set-up', TRIES_OF_ALL, WINDOW_SECONDS),
    ]
    for (const wait of waits) refuseWhenFull(wait)
    const given = Token.safeParse(body)
    const endsAt = given.success ? await signIn.setUp.find(given.data.token) : undefined
    if (!given.success || endsAt === undefined) throw await refuseLink(c)
    return { token: given.data.token, endsAt }
  }

  async function refuseLink(c: Http) {
    const who = `unknown:${signIn.keyed(clientAddress(c, parts.trustedProxies))}`
    await signIn.record(null, 'installation.set_up_refused', who, {}, originOf(c))
    return refuse(404, 'set_up_void')
  }

  app.post('/api/auth/set-up/look', async (c) => {
    const { endsAt } = await openLink(c, await readJsonText(c))
    return c.json({ endsAt, shortest: shortestPassword(needed) })
  })

  app.post('/api/auth/set-up', async (c) => {
    const body = await readJsonText(c)
    const { token } = await openLink(c, body)
    const { name, email, password, company, currency, language, timezone } = parseInput(Wish, body)
    await refuseWeakPassword(c, password, [brandName(), company, name, email], needed)
    const key = newIngestKey()
    const wish = { name, email, password, company, currency, language, timezone, keyHash: key.hash }
    const traceId = c.get('traceId')
    if (!(await signIn.setUp.complete(token, wish, traceId))) throw await refuseLink(c)
    const device = signIn.cookies.readDevice(c.req.header('cookie'))
    const attempt = { email, password, address: clientAddress(c, parts.trustedProxies), device }
    const entered = await signIn.signIn({ ...attempt, userAgent: c.req.header('user-agent') ?? '' }, traceId)
    if (entered.outcome === 'ok')
      for (const cookie of entered.cookies) c.header('set-cookie', cookie, { append: true })
    c.header('cache-control', 'no-store')
    return c.json({ key: key.key, signedIn: entered.outcome === 'ok' })
  })
}
