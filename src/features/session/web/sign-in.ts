import { postJson } from '../../../platform/web/api/portal-fetch.ts'
import { forgetClientState } from '../../../platform/web/browser-storage.ts'
import type { Session } from '../contract.ts'
import { adoptSession, enrolment, fetchSession, isEnrolmentAsked } from './look-up-session.ts'
import type { Shown, SmsSent } from './second-factor-api.ts'
import { sessionApi } from './session-api.ts'
import { tellTabs } from './session-channel.ts'
import { sessionState, setSessionState } from './session-store.ts'

const OPTIONS = { sendTenantHeader: false, reportSessionChanges: false, idempotent: true }

/** Signs in and takes the session over; rejects with the server's problem, also when a second factor is still to come. */
export async function signIn(email: string, password: string): Promise<void> {
  await postJson('/api/auth/sign-in/email', { email, password }, OPTIONS)
  typedPassword = password
  await takeSession()
  if (sessionState().status !== 'enrol') typedPassword = undefined
}

let typedPassword: string | undefined

/** What was typed a moment ago in this tab, once: who has to set a second factor up is not asked for it a second time. */
export function takeTypedPassword(): string | undefined {
  const typed = typedPassword
  typedPassword = undefined
  return typed
}

/** By the code of a temporary access (A2): the session that it opens changes nothing. */
export async function signInTemporarily(email: string, code: string): Promise<void> {
  await postJson('/api/auth/sign-in/temporary', { email, code }, OPTIONS)
  await takeSession()
}

/** What a passkey has to sign for the second half. */
export const askPasskey = async () =>
  (await postJson('/api/auth/sign-in/second-factor/passkey', {}, OPTIONS)) as Record<string, unknown>

/** A code by SMS for the second half. */
export const askSms = async () =>
  (await postJson('/api/auth/sign-in/second-factor/sms', {}, OPTIONS)) as SmsSent

/** The second half: a code of the app or by SMS, a passkey, or a recovery code. */
export async function finishSignIn(shown: Shown, trust: boolean): Promise<void> {
  await postJson('/api/auth/sign-in/second-factor', { ...shown, ...(trust && { trust }) }, OPTIONS)
  await takeSession()
}

/** Takes over the session that the cookie now stands for; where nothing is shown yet, the guards lead on. */
export async function takeSession(): Promise<void> {
  let session: Session | null
  try {
    session = await fetchSession()
  } catch (failure) {
    if (isEnrolmentAsked(failure)) return setSessionState(enrolment(failure))
    throw failure
  }
  if (!session) throw new Error('Signed in, but the browser keeps no session cookie')
  const before = sessionState()
  if (before.status === 'ended') session = await sameAs(before.session, session)
  tellTabs({ kind: 'signed-in' })
  await adoptSession(session)
}

/** The session goes on where it ended; where it cannot, the page begins anew (J20). */
async function sameAs(before: Session, now: Session): Promise<Session> {
  const tenantId = before.tenant?.id ?? null
  if (now.user.id === before.user.id) {
    if ((now.tenant?.id ?? null) === tenantId) return now
    const there = await sessionApi.switchTenant({ tenantId }).catch(() => null)
    if (there) return there
  }
  forgetClientState()
  window.location.replace('/')
  return new Promise(() => {})
}
