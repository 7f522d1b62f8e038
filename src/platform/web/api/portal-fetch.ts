import type { Problem } from '../../contract/problem.ts'
import { currentLocale } from '../i18n/language.ts'
import { isProblem, NetworkError, OfflineError, ProblemError, UnexpectedResponseError } from './failures.ts'
import { readRest } from './read-rest.ts'
import { tenantAssertion } from './rendered-tenant.ts'
import { reportSessionChange } from './session-changes.ts'
import { signedInAgain } from './sign-in-again.ts'
import { type Signing, signatureFor, stepUp } from './step-up.ts'

const PATIENCE_MS = 30_000

export type Manners = {
  /** Say which tenant the screen was rendered for; off for the session's own calls. */
  assertsTenant?: boolean
  /** Tell the session of 401 and tenant_changed; off where the caller expects them. */
  reports?: boolean
  /** Let the person show again who they are where that is asked for (A4), and go on; unless it is said, writes that report. */
  asksAgain?: boolean
  /** What the person signs where the request is a signature (J7). */
  signing?: Signing | undefined
  /** A POST that may be sent again without harm, such as a sign-in: without an answer nothing is in doubt. */
  harmless?: boolean
  patienceMs?: number
}

/** Of calls without a session behind them: nothing to assert, and nobody to tell of a refusal. */
export const OUTSIDE = { assertsTenant: false, reports: false } as const satisfies Manners

const isProblemBody = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && 'title' in body && 'status' in body

/** What an answer of 400 and above says; without a problem in it, it is not the portal's. */
export async function problemOf(
  response: Response,
  wrote: boolean,
): Promise<ProblemError | UnexpectedResponseError> {
  const after = Number(response.headers.get('retry-after'))
  const body: unknown = response.headers.get('content-type')?.includes('json')
    ? await response.json().catch(() => null)
    : null
  if (!isProblemBody(body)) return new UnexpectedResponseError(response.status, wrote)
  return new ProblemError(body, after > 0 ? after : null)
}

/**
 * Every request to our server goes through here.
 * Throws `ProblemError` for an answer of 400 and above, `NetworkError` when there was none (`UnexpectedResponseError` where
 * something else answered, `OfflineError` for a write that was not sent at all); an abort by the caller stays an abort.
 */
export async function portalFetch(input: Request | string, init: RequestInit = {}, manners: Manners = {}) {
  const request = new Request(input, { ...init, credentials: 'same-origin' })
  const { assertsTenant = true, reports = true, harmless = false, patienceMs = PATIENCE_MS } = manners
  const { asksAgain = reports && request.method !== 'GET' } = manners
  const tenant = tenantAssertion()
  request.headers.set('X-Portal-Language', currentLocale())
  if (assertsTenant && tenant !== null) request.headers.set('X-Portal-Tenant', tenant)
  if (request.method !== 'GET') request.headers.set('X-Portal-Request', '1')
  if (manners.signing?.given) request.headers.set('X-Portal-Signing', manners.signing.given)
  // Certain, unlike an answer that does not come: nothing has left this browser.
  if (request.method !== 'GET' && !navigator.onLine) throw new OfflineError()

  // What was sent cannot be sent again: should the person have to show who they are first, this can.
  const again = asksAgain ? request.clone() : null
  const wrote = request.method !== 'GET' && !harmless
  const patience = AbortSignal.timeout(patienceMs)
  let response: Response
  try {
    response = await fetch(request, { signal: AbortSignal.any([request.signal, patience]) })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new NetworkError(cause, patience.aborted, wrote)
  }
  // Who asked whether it changed has the answer.
  if (response.ok || response.status === 304) return response
  const failure = await problemOf(response, wrote)
  if (!isProblem(failure)) throw failure
  if (again && (await stepUp(failure))) return portalFetch(again, {}, manners)
  // Who signed for a selection is not asked again for one of its rows.
  const signing = manners.signing?.given ? undefined : manners.signing
  const signature = again && (await signatureFor(failure, again, signing))
  if (again && signature) {
    again.headers.set('X-Portal-Signing', signature)
    return portalFetch(again, {}, manners)
  }
  if (reports) reportSessionChange(failure)
  if (again && reports && (await signedInAgain(failure))) return portalFetch(again, {}, manners)
  throw failure
}

/** A POST with a JSON body; answers the parsed JSON. */
export async function postJson(path: string, body: unknown, manners?: Manners): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await portalFetch(path, init, manners)
  const about = { status: response.status, wrote: manners?.harmless !== true }
  return response.status === 204 ? null : readRest(response.json(), about)
}
