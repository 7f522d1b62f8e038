import type { Hono } from 'hono'
import * as z from 'zod'
import type { EndpointMeta } from '../../../platform/contract/endpoint.ts'
import { SESSION_SECONDS } from '../../../platform/server/auth/create-auth.ts'
import { TRUST_DAYS } from '../../../platform/server/auth/second-factor.ts'
import { newToken } from '../../../platform/server/auth/sessions.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { type Inside, runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson, readJsonText } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, originOf, requestContext } from '../../../platform/server/http/request-context.ts'
import { Refresh, sessionContract, sessionCookieContract } from '../contract.ts'
import { getSession } from './get-session.ts'
import { switchTenant } from './switch-tenant.ts'
import { beginViewing, endViewing } from './viewing.ts'

const Credentials = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(128) })
const TemporaryCredentials = z.object({
  email: z.string().min(1).max(320),
  code: z.string().min(1).max(128),
})

type Parts = { database: Database; signIn: SignInService; trustedProxies: number }

/** What a refresh says is its own to say: without a body it says nothing. */
const bodyIfAny = async (c: Http): Promise<unknown> => ((await c.req.text()) === '' ? {} : readJsonText(c))

/** Sign-in, sign-out, refresh, switch of tenant and looking through a role's eyes: the requests that set the session cookie (A1, A3, A5, A7). */
export function mountSessionCookies(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { database, signIn } = parts

  const answerSession = async (c: Http, token: string, seconds: number) => {
    const context = { ...requestContext(c, database, signIn, token), assertedTenant: undefined }
    const meta = sessionContract.get['~orpc'].meta
    const session = await runInTenant(context, { meta, write: false }, ({ tx, actor }) =>
      getSession(tx, actor),
    )
    c.header('set-cookie', signIn.cookies.session(token, seconds), { append: true })
    return c.json(session)
  }

  app.post('/api/auth/sign-in/email', async (c) => {
    const { email, password } = await readJson(c, Credentials)
    const address = clientAddress(c, parts.trustedProxies)
    const device = signIn.cookies.readDevice(c.req.header('cookie'))
    const userAgent = c.req.header('user-agent') ?? ''
    const result = await signIn.signIn({ email, password, address, device, userAgent }, c.get('traceId'))
    if (result.outcome === 'busy')
      throw refuse(429, 'rate_limited', {
        values: { seconds: result.retryAfter },
        retryAfter: result.retryAfter,
      })
    if (result.outcome === 'wrong') throw refuse(401, 'invalid_credentials')
    if (result.outcome === 'factor') {
      const figures = result.mayTrust && { figures: { trustDays: TRUST_DAYS } }
      throw refuse(401, 'second_factor_required', {
        ways: result.ways,
        cookies: [result.cookie],
        ...figures,
      })
    }
    for (const cookie of result.cookies) c.header('set-cookie', cookie, { append: true })
    return c.json({ ok: true })
  })

  app.post('/api/auth/sign-in/temporary', async (c) => {
    const { email, code } = await readJson(c, TemporaryCredentials)
    const address = clientAddress(c, parts.trustedProxies)
    const device = signIn.cookies.readDevice(c.req.header('cookie'))
    const userAgent = c.req.header('user-agent') ?? ''
    const attempt = { email, code, address, device, userAgent }
    const result = await signIn.signInTemporarily(attempt, c.get('traceId'))
    if (result.outcome === 'busy') refuseWhenFull(result.retryAfter)
    if (result.outcome !== 'ok') throw refuse(401, 'invalid_credentials')
    for (const cookie of result.cookies) c.header('set-cookie', cookie, { append: true })
    return c.json({ ok: true })
  })

  app.post('/api/auth/sign-out', async (c) => {
    const token = signIn.cookies.readSession(c.req.header('cookie'))
    if (token) await signIn.signOut(token, originOf(c))
    c.header('set-cookie', signIn.cookies.endSession(), { append: true })
    // Storage is cleared by the page, which keeps the display; the device stays known.
    c.header('clear-site-data', '"cache"')
    if (signIn.cookies.readChallenge(c.req.header('cookie')))
      c.header('set-cookie', signIn.cookies.endChallenge(), { append: true })
    return c.json({ ok: true })
  })

  app.post('/api/v1/session/refresh', async (c) => {
    const token = signIn.cookies.readSession(c.req.header('cookie'))
    const { idleSeconds } = parseInput(Refresh, await bodyIfAny(c))
    const rotated = token && (await signIn.sessions.rotate(token, idleSeconds))
    if (!rotated) {
      const stolen = token && (await signIn.sessions.reused(token))
      if (stolen) await signIn.endFamily(stolen, originOf(c))
      throw refuse(401, 'no_session')
    }
    return answerSession(c, rotated.token, rotated.seconds)
  })

  const { switchTenant: toTenant, beginViewing: toView, endViewing: fromView } = sessionCookieContract

  app.post('/api/v1/session/tenant', (c) =>
    move(c, toTenant['~orpc'], ({ tx, actor, record }, input, token) =>
      switchTenant(tx, actor, input, token, record),
    ),
  )
  app.post('/api/v1/session/viewing', (c) =>
    move(c, toView['~orpc'], ({ tx, record }, input, token) => beginViewing(tx, input, token, record)),
  )
  app.post('/api/v1/session/viewing/end', (c) =>
    move(c, fromView['~orpc'], ({ tx, actor, record }, _, token) => endViewing(tx, actor, token, record)),
  )

  type Move<T> = { meta: EndpointMeta; inputSchema?: z.ZodType<T> | undefined }

  /** Sees something else from now on, under a new token. */
  async function move<T>(
    c: Http,
    { meta, inputSchema }: Move<T>,
    work: (inside: Inside, input: T, token: string) => Promise<void>,
  ) {
    const token = newToken()
    const context = requestContext(c, database, signIn)
    // Read before the transaction: a body that trickles in must not hold a connection.
    const body = await readJsonText(c)
    const left = await runInTenant(context, { meta, write: true }, async (inside) => {
      await work(inside, parseInput(inputSchema as z.ZodType<T>, body), token)
      const { expiresAt, askedAt } = inside.actor
      return Math.floor((Date.parse(expiresAt) - Date.parse(askedAt)) / 1000)
    })
    return answerSession(c, token, Math.max(1, Math.min(SESSION_SECONDS, left)))
  }
}
