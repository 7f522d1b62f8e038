import { isProblem, NetworkError, type ProblemError } from '../../../platform/web/api/failures.ts'
import { renderFor } from '../../../platform/web/api/rendered-tenant.ts'
import { noteServerTime } from '../../../platform/web/api/server-clock.ts'
import { forgetDraftsOfOthers } from '../../../platform/web/browser-storage.ts'
import { languageOfAccount } from '../../../platform/web/i18n/language.ts'
import { restoreDisplay } from '../../../platform/web/theme/display.ts'
import type { Session } from '../contract.ts'
import { sessionApi } from './session-api.ts'
import { type SessionState, sessionState, setSessionState } from './session-store.ts'
import { choicesHere } from './unsaved-choices.ts'

/** There is a session, which shows nothing before a second factor is set up. */
export const isEnrolmentAsked = (failure: unknown): failure is ProblemError =>
  isProblem(failure, 401) && failure.code === 'enrolment_required'
export const enrolment = ({ problem }: ProblemError): SessionState => ({
  status: 'enrol',
  ways: problem.ways ?? [],
})

/** The session as the server has it; null when there is none. Other failures reject. */
export async function fetchSession(): Promise<Session | null> {
  try {
    return await sessionApi.get()
  } catch (failure) {
    if (isProblem(failure, 401) && !isEnrolmentAsked(failure)) return null
    throw failure
  }
}

/** From now on this tab shows this session: its language, its display, its tenant. */
export async function adoptSession(session: Session, looked?: Session): Promise<SessionState> {
  noteServerTime(session.at)
  forgetDraftsOfOthers(session.user.email)
  const { language, theme, density } = choicesHere(session)
  restoreDisplay({ theme, density })
  await languageOfAccount(language, session.tenant?.language ?? null)
  renderFor(session.tenant?.id ?? null)
  const next: SessionState = { status: 'in', session, looked }
  setSessionState(next)
  return next
}

/** The server says so in the page when the request for it brought no session cookie: nothing to ask then. */
export const broughtNoSession = () =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'

let looking: Promise<SessionState> | null = null

async function lookUp(): Promise<SessionState> {
  try {
    const session = broughtNoSession() ? null : await fetchSession()
    if (session) return await adoptSession(session)
    setSessionState({ status: 'out' })
  } catch (failure) {
    if (isEnrolmentAsked(failure)) {
      setSessionState(enrolment(failure))
      return sessionState()
    }
    // Only the guard's time-out resets to signed-out; a failed look-up is retried, never a sign-out (A3).
    if (!(failure instanceof NetworkError && failure.timedOut)) throw failure
    setSessionState({ status: 'out', reason: 'timeout' })
  }
  return sessionState()
}

/** What is known of the session, asking the server when nothing is. Rejects when it cannot be learnt now. */
export function knowSession(): Promise<SessionState> {
  if (sessionState().status !== 'unknown') return Promise.resolve(sessionState())
  looking ??= lookUp().finally(() => {
    looking = null
  })
  return looking
}
