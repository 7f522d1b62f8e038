import type { Hono } from 'hono'
import * as z from 'zod'
import type { FactorSession } from '../../../platform/server/auth/second-factor.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { isFresh, needsFactor, refuseStale } from '../../../platform/server/endpoint/proof.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'

const FIRST_CODES = 20
const WINDOW_SECONDS = 15 * 60

const Code = z.object({ code: z.string().trim().min(1).max(40) }).strict()
const SecondHalf = Code.extend({ trust: z.boolean().optional() })
const Password = z.object({ password: z.string().min(1).max(128) }).strict()
const Again = z.union([Code, Password])
const Nothing = z.object({}).strict()

type Parts = { signIn: SignInService; trustedProxies: number; brandName: () => string }

/**
 * The second factor (A4): the second half of a sign-in, its set-up and removal by whoever is signed in, and being asked once
 * more. All of it is open to who must set one up before anything else.
 */
export function mountSecondFactor(app: Hono<{ Variables: RequestVariables }>, parts: Parts) {
  const { signIn, brandName } = parts
  const { secondFactor, cookies } = signIn

  const placeOf = (c: Http) => ({
    address: clientAddress(c, parts.trustedProxies),
    device: cookies.readDevice(c.req.header('cookie')),
  })
  const take = (c: Http, lines: string[]) => {
    for (const line of lines) c.header('set-cookie', line, { append: true })
    c.header('cache-control', 'no-store')
  }
  const wrong = (c: Http, code: 'invalid_code' | 'invalid_password') => {
    const path = code === 'invalid_code' ? 'code' : 'password'
    const message = serverMessages(askerLanguage(c)).problems[code][0] as string
    return refuse(422, code, { errors: [{ path, message, code }] })
  }
  const busy = (seconds: number) => refuse(429, 'rate_limited', { values: { seconds }, retryAfter: seconds })

  async function sessionOf(c: Http): Promise<FactorSession> {
    const token = cookies.readSession(c.req.header('cookie'))
    const session = token && (await secondFactor.sessionBehind(token))
    if (!session) throw refuse(401, 'no_session')
    if (session.viewing) throw refuse(403, 'read_only_session')
    return session
  }
  async function needPassword(c: Http, session: FactorSession, password: string): Promise<void> {
    const proven = await secondFactor.provePassword(session, password, placeOf(c), c.get('traceId'))
    if (proven.outcome === 'busy') throw busy(proven.retryAfter)
    if (proven.outcome === 'wrong') throw wrong(c, 'invalid_password')
  }
  /** Who has one shows it before it is changed: neither the password alone nor a session alone is enough. */
  function needFresh({ enrolled, secondFactorAt }: FactorSession): void {
    if (enrolled && !isFresh({ enrolled, secondFactorAt, passwordAt: '' })) throw refuseStale(true)
  }

  app.post('/api/auth/sign-in/second-factor', async (c) => {
    const { code, trust = false } = await readJson(c, SecondHalf)
    const challenge = cookies.readChallenge(c.req.header('cookie'))
    const given = { challenge: challenge ?? '', code, trust, userAgent: c.req.header('user-agent') ?? '' }
    const result = await secondFactor.enter({ ...given, ...placeOf(c) }, c.get('traceId'))
    if (result.outcome === 'busy') throw busy(result.retryAfter)
    if (result.outcome === 'over') throw refuse(401, 'sign_in_again', { cookies: [cookies.endChallenge()] })
    if (result.outcome === 'wrong') throw refuse(401, 'invalid_code')
    take(c, result.cookies)
    return c.json({ ok: true })
  })

  app.post('/api/auth/second-factor/begin', async (c) => {
    const { password } = await readJson(c, Password)
    const session = await sessionOf(c)
    needFresh(session)
    await needPassword(c, session, password)
    take(c, [])
    return c.json(await secondFactor.begin(session, brandName()))
  })

  app.post('/api/auth/second-factor/confirm', async (c) => {
    const { code } = await readJson(c, Code)
    const session = await sessionOf(c)
    refuseWhenFull(await signIn.countInWindow(`first code ${session.userId}`, FIRST_CODES, WINDOW_SECONDS))
    if (!session.pending) throw refuse(409, 'set_up_again')
    const made = await secondFactor.confirm(session, code, c.get('traceId'))
    if (!made) throw wrong(c, 'invalid_code')
    take(c, [made.cookie])
    return c.json({ recoveryCodes: made.recoveryCodes })
  })

  app.post('/api/auth/second-factor/recovery-codes', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    if (!session.enrolled) throw refuse(409, 'no_second_factor')
    needFresh(session)
    take(c, [])
    return c.json({ recoveryCodes: await secondFactor.renewCodes(session, c.get('traceId')) })
  })

  app.post('/api/auth/second-factor/remove', async (c) => {
    const { password } = await readJson(c, Password)
    const session = await sessionOf(c)
    if (!session.enrolled) throw refuse(409, 'no_second_factor')
    if (needsFactor(signIn.mfaPolicy, await secondFactor.rulesFor(session.userId)))
      throw refuse(409, 'second_factor_needed')
    needFresh(session)
    await needPassword(c, session, password)
    await secondFactor.remove(session, c.get('traceId'))
    return c.json({ ok: true })
  })

  app.post('/api/auth/second-factor/step-up', async (c) => {
    const given = await readJson(c, Again)
    const session = await sessionOf(c)
    // A password alone is not enough of whoever has more to show.
    if ('password' in given && session.enrolled) throw refuseStale(true)
    const result = await secondFactor.stepUp(session, given, placeOf(c), c.get('traceId'))
    if (result.outcome === 'busy') throw busy(result.retryAfter)
    if (result.outcome === 'wrong') throw wrong(c, 'code' in given ? 'invalid_code' : 'invalid_password')
    take(c, result.cookies)
    return c.json({ ok: true })
  })
}
