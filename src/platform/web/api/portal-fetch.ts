import type { Problem } from '../../contract/problem.ts'
import { currentLocale } from '../i18n/language.ts'
import { isProblem, NetworkError, OfflineError, ProblemError, UnexpectedResponseError } from './failures.ts'
import { readRest } from './read-rest.ts'
import { tenantAssertion } from './rendered-tenant.ts'
import { reportSessionChange } from './session-changes.ts'
import { signedInAgain } from './sign-in-again.ts'
import { type Signing, signatureFor, stepUp } from './step-up.ts'

const TIMEOUT_MS = 30_000

export type FetchOptions = {
  /** Say which tenant the screen was rendered for; off for the session's own calls. */
  sendTenantHeader?: boolean
  /** Tell the session of 401 and tenant_changed; off where the caller expects them. */
  reportSessionChanges?: boolean
  /** Let the person show again who they are where that is asked for (A4), and go on; unless it is said, writes that report. */
  allowStepUp?: boolean
  /** What the person signs where the request is a signature (J7). */
  signing?: Signing | undefined
  /** A POST that may be sent again without harm, such as a sign-in: without an answer nothing is in doubt. */
  idempotent?: boolean
  timeoutMs?: number
}

/** Of calls without a session behind them: nothing to assert, and nobody to tell of a refusal. */
export const PUBLIC_REQUEST = {
  sendTenantHeader: false,
  reportSessionChanges: false,
} as const satisfies FetchOptions

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
export async function portalFetch(
  input: Request | string,
  init: RequestInit = {},
  options: FetchOptions = {},
) {
  const request = new Request(input, { ...init, credentials: 'same-origin' })
  const {
    sendTenantHeader = true,
    reportSessionChanges = true,
    idempotent = false,
    timeoutMs = TIMEOUT_MS,
  } = options
  const { allowStepUp = reportSessionChanges && request.method !== 'GET' } = options
  const tenant = tenantAssertion()
  request.headers.set('X-Portal-Language', currentLocale())
  if (sendTenantHeader && tenant !== null) request.headers.set('X-Portal-Tenant', tenant)
  if (request.method !== 'GET') request.headers.set('X-Portal-Request', '1')
  if (options.signing?.given) request.headers.set('X-Portal-Signing', options.signing.given)
  // Certain, unlike an answer that does not come: nothing has left this browser.
  if (request.method !== 'GET' && !navigator.onLine) throw new OfflineError()

  // What was sent cannot be sent again: should the person have to show who they are first, this can.
  const again = allowStepUp ? request.clone() : null
  const wrote = request.method !== 'GET' && !idempotent
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(request, { signal: AbortSignal.any([request.signal, timeout]) })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new NetworkError(cause, timeout.aborted, wrote)
  }
  // Who asked whether it changed has the answer.
  if (response.ok || response.status === 304) return response
  const failure = await problemOf(response, wrote)
  if (!isProblem(failure)) throw failure
  if (again && (await stepUp(failure))) return portalFetch(again, {}, options)
  // Who signed for a selection is not asked again for one of its rows.
  const signing = options.signing?.given ? undefined : options.signing
  const signature = again && (await signatureFor(failure, again, signing))
  if (again && signature) {
    again.headers.set('X-Portal-Signing', signature)
    return portalFetch(again, {}, options)
  }
  if (reportSessionChanges) reportSessionChange(failure)
  if (again && reportSessionChanges && (await signedInAgain(failure))) return portalFetch(again, {}, options)
  throw failure
}

/** A POST with a JSON body; answers the parsed JSON. */
export async function postJson(path: string, body: unknown, options?: FetchOptions): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await portalFetch(path, init, options)
  const about = { status: response.status, wrote: options?.idempotent !== true }
  return response.status === 204 ? null : readRest(response.json(), about)
}
