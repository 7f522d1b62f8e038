import type { Hono } from 'hono'
import * as z from 'zod'
import type { Removed } from '../../../platform/server/auth/second-factor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseStale } from '../../../platform/server/endpoint/proof.ts'
import { readJson } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type FactorParts, factorRequests, Nothing, PasskeyAnswer, Password } from './factor-requests.ts'

const Code = z.object({ code: z.string().trim().min(1).max(40) }).strict()
const Sms = z.object({ sms: z.string().trim().min(1).max(40) }).strict()
const Passkey = z.object({ passkey: PasskeyAnswer }).strict()
const trust = { trust: z.boolean().optional() }
const SecondHalf = z.union([Code.extend(trust), Sms.extend(trust), Passkey.extend(trust)])
const Again = z.union([Code, Sms, Passkey, Password])
/** Without a passkey's id, the app, or the number for codes by SMS. */
const Removal = z.union([
  Password.extend({ passkey: z.string().regex(/^([0-9a-f]{2}){1,1023}$/) }).strict(),
  Password.extend({ sms: z.literal(true) }).strict(),
  Password,
])

/** One signing covers a selection: each request, and what it brings. */
const Signed = z
  .object({
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string().max(500),
    body: z.unknown(),
  })
  .strict()
const requests = { requests: z.array(Signed).min(1).max(100) }
const Signing = z.union([Password.extend(requests), Passkey.extend(requests)])

const faultOf = (given: object) =>
  'passkey' in given
    ? 'invalid_passkey'
    : 'sms' in given
      ? 'invalid_sms'
      : 'code' in given
        ? 'invalid_code'
        : 'invalid_password'

/**
 * The second factor (A4): the second half of a sign-in, the app's set-up, removal by whoever is signed in, and being asked once
 * more. All of it is open to who must set one up before anything else. Passkeys: mount-passkeys.ts; codes by SMS: mount-sms-codes.ts.
 */
export function mountSecondFactor(app: Hono<{ Variables: RequestVariables }>, parts: FactorParts) {
  const { signIn, brandName } = parts
  const { secondFactor, cookies } = signIn
  const {
    placeOf,
    busy,
    wrong,
    challengeOf,
    take,
    countAttempt,
    sessionOf,
    needPassword,
    needFresh,
    partyOf,
  } = factorRequests(parts)

  app.post('/api/auth/sign-in/second-factor', async (c) => {
    const { trust = false, ...shown } = await readJson(c, SecondHalf)
    const given = { challenge: challengeOf(c), shown, trust, userAgent: c.req.header('user-agent') ?? '' }
    const result = await secondFactor.enter({ ...given, ...placeOf(c), party: partyOf(c) }, c.get('traceId'))
    if (result.outcome === 'busy') throw busy(result.retryAfter)
    if (result.outcome === 'over') throw refuse(401, 'sign_in_again', { cookies: [cookies.endChallenge()] })
    if (result.outcome === 'wrong') throw refuse(401, faultOf(shown))
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
    await countAttempt('first code', session.userId)
    if (!session.pending) throw refuse(409, 'set_up_again')
    const made = await secondFactor.confirm(session, code, c.get('traceId'))
    if (!made) throw wrong(c, 'invalid_code')
    take(c, [made.cookie])
    return c.json({ recoveryCodes: made.recoveryCodes })
  })

  app.post('/api/auth/second-factor/recovery-codes', async (c) => {
    await readJson(c, Nothing)
    const session = await sessionOf(c)
    if (!session.ways) throw refuse(409, 'no_second_factor')
    needFresh(session)
    take(c, [])
    return c.json({ recoveryCodes: await secondFactor.renewCodes(session, c.get('traceId')) })
  })

  app.post('/api/auth/second-factor/remove', async (c) => {
    const { password, ...what } = await readJson(c, Removal)
    const session = await sessionOf(c)
    if (!session.ways) throw refuse(409, 'no_second_factor')
    const needed = await signIn.needsFactor(session.userId)
    needFresh(session)
    await needPassword(c, session, password)
    const removed: Removed =
      'passkey' in what
        ? { factor: 'passkey', id: Buffer.from(what.passkey, 'hex') }
        : { factor: 'sms' in what ? 'sms' : 'totp' }
    const outcome = await secondFactor.remove(session, removed, needed, c.get('traceId'))
    if (outcome === 'absent') throw refuse(409, 'no_second_factor')
    if (outcome === 'needed') throw refuse(409, 'second_factor_needed')
    return c.json({ ok: true })
  })

  app.post('/api/auth/second-factor/step-up', async (c) => {
    const given = await readJson(c, Again)
    const session = await sessionOf(c)
    // A password alone is not enough of whoever has more to show.
    if ('password' in given && session.ways) throw refuseStale(session.ways, signIn.sendsSms)
    const place = { ...placeOf(c), party: partyOf(c) }
    const result = await secondFactor.stepUp(session, given, place, c.get('traceId'))
    if (result.outcome === 'busy') throw busy(result.retryAfter)
    if (result.outcome === 'wrong') throw wrong(c, faultOf(given))
    take(c, result.cookies)
    return c.json({ ok: true })
  })

  app.post('/api/auth/second-factor/sign', async (c) => {
    const { requests, ...given } = await readJson(c, Signing)
    const session = await sessionOf(c)
    const place = { ...placeOf(c), party: partyOf(c) }
    const result = await secondFactor.sign(session, given, requests, place, c.get('traceId'))
    if (result.outcome === 'busy') throw busy(result.retryAfter)
    if (result.outcome === 'wrong') throw wrong(c, faultOf(given))
    take(c, [])
    return c.json({ signing: result.signing })
  })
}
