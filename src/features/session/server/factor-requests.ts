import * as z from 'zod'
import type { PasskeyResponse, RelyingParty } from '../../../platform/server/auth/passkeys.ts'
import type { FactorSession } from '../../../platform/server/auth/second-factor.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { SmsAsked } from '../../../platform/server/auth/sms-codes.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import { isFresh, refuseStale } from '../../../platform/server/endpoint/proof.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { clientAddress } from '../../../platform/server/http/client-address.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'

export type FactorParts = {
  signIn: SignInService
  trustedProxies: number
  brandName: () => string
  publicUrl: string | undefined
}

/** Of one person, in a quarter of an hour: first codes, what passkeys are asked to sign, and codes by SMS, sent or not. */
const ATTEMPTS = { 'first code': 20, passkey: 60, sms: 20 }
const WINDOW_SECONDS = 15 * 60

const Text = z.string().max(20_000)
/** As browsers write it (RegistrationResponseJSON, AuthenticationResponseJSON); what it says is looked at when it is verified. */
export const PasskeyAnswer: z.ZodType<PasskeyResponse> = z.looseObject({
  id: z.string().regex(/^[\w-]{1,1400}$/),
  response: z.record(z.string().max(40), z.union([Text, z.number(), z.null(), z.array(Text).max(20)])),
})
export const Password = z.object({ password: z.string().min(1).max(128) }).strict()
export const Nothing = z.object({}).strict()

const FAULTS = {
  ...{ invalid_code: 'code', invalid_sms: 'sms', invalid_password: 'password', invalid_passkey: 'passkey' },
} as const

/** What all requests about a second factor ask first, and how they answer. */
export function factorRequests({ signIn, trustedProxies, brandName, publicUrl }: FactorParts) {
  const { secondFactor, cookies } = signIn

  const placeOf = (c: Http) => ({
    address: clientAddress(c, trustedProxies),
    device: cookies.readDevice(c.req.header('cookie')),
  })
  const busy = (seconds: number) => refuse(429, 'rate_limited', { values: { seconds }, retryAfter: seconds })
  /** At a field, in the asker's language. */
  function wrong(c: Http, code: keyof typeof FAULTS) {
    const message = serverMessages(askerLanguage(c)).problems[code][0] as string
    return refuse(422, code, { errors: [{ path: FAULTS[code], message, code }] })
  }

  return {
    placeOf,
    busy,
    wrong,
    challengeOf: (c: Http) => cookies.readChallenge(c.req.header('cookie')) ?? '',
    /** The first half of a sign-in, and whose. */
    async halfOf(c: Http): Promise<{ challenge: string; userId: string }> {
      const challenge = cookies.readChallenge(c.req.header('cookie')) ?? ''
      const userId = await secondFactor.behindChallenge(challenge)
      if (!userId) throw refuse(401, 'sign_in_again', { cookies: [cookies.endChallenge()] })
      return { challenge, userId }
    },
    take(c: Http, lines: string[]): void {
      for (const line of lines) c.header('set-cookie', line, { append: true })
      c.header('cache-control', 'no-store')
    },
    async countAttempt(what: keyof typeof ATTEMPTS, userId: string): Promise<void> {
      refuseWhenFull(await signIn.countInWindow(`${what} ${userId}`, ATTEMPTS[what], WINDOW_SECONDS))
    },
    async sessionOf(c: Http): Promise<FactorSession> {
      const token = cookies.readSession(c.req.header('cookie'))
      const session = token && (await secondFactor.sessionBehind(token))
      if (!session) throw refuse(401, 'no_session')
      if (session.viewing) throw refuse(403, 'read_only_session')
      return session
    },
    async needPassword(c: Http, session: FactorSession, password: string): Promise<void> {
      const proven = await secondFactor.provePassword(session, password, placeOf(c), c.get('traceId'))
      if (proven.outcome === 'busy') throw busy(proven.retryAfter)
      if (proven.outcome === 'wrong') throw wrong(c, 'invalid_password')
    },
    /** Where a code by SMS went, and when another may; or why there is none. */
    sentSms(asked: SmsAsked): { number: string; again: number } {
      if (asked.outcome === 'wait') throw busy(asked.seconds)
      if (asked.outcome === 'absent') throw refuse(409, 'set_up_again')
      if (asked.outcome !== 'sent') throw refuse(503, 'sms_not_sent')
      const { number, again } = asked
      return { number, again }
    },
    /** Who has one shows it before it is changed: neither the password alone nor a session alone is enough. */
    needFresh({ ways, secondFactorAt, askedAt }: FactorSession): void {
      if (ways && !isFresh({ ways, secondFactorAt, passwordAt: '', askedAt }))
        throw refuseStale(ways, signIn.sendsSms)
    },
    partyOf: (c: Http) => relyingParty(publicUrl, c.req.header('host'), brandName()),
  }
}

/** For whom passkeys are good: the public address. Without one the portal is this machine's own, which browsers know as localhost. */
export function relyingParty(
  publicUrl: string | undefined,
  host: string | undefined,
  name: string,
): RelyingParty {
  const origin = publicUrl ?? `http://${/^localhost:\d+$/.test(host ?? '') ? host : 'localhost'}`
  return { id: new URL(origin).hostname, origin, name }
}
