import { currentLocale } from '../i18n/language.ts'
import { isProblem, NetworkError, OfflineError } from './failures.ts'
import { problemOf } from './portal-fetch.ts'
import { readRest } from './read-rest.ts'
import { tenantAssertion } from './rendered-tenant.ts'
import { reportSessionChange } from './session-changes.ts'
import { signedInAgain } from './sign-in-again.ts'

type SendOptions = {
  method: 'POST' | 'PUT'
  /** Ends it; the promise then rejects with the reason of the signal. */
  signal: AbortSignal
  /** Bytes that have left so far. */
  onProgress: (sent: number) => void
}

const listeners = new Set<() => void>()
/** Whenever a file was sent; answers how to stop. */
export function onFileSent(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** So long nothing may move. */
const SILENCE_MS = 30_000

/**
 * Sends bytes to our server, which `fetch` does without saying how far it is; answers the parsed JSON. Rejects like
 * `portalFetch`: with `ProblemError`, or `NetworkError` when there was no answer.
 */
export async function sendFile(path: string, body: Blob | null, options: SendOptions): Promise<unknown> {
  try {
    return await sendOnce(path, body, options)
  } catch (failure) {
    if (isProblem(failure) && (await signedInAgain(failure))) return sendOnce(path, body, options)
    throw failure
  }
}

function sendOnce(
  path: string,
  body: Blob | null,
  { method, signal, onProgress }: SendOptions,
): Promise<unknown> {
  if (!navigator.onLine) return Promise.reject(new OfflineError())
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest()
    let silence: number | undefined
    const moved = () => {
      window.clearTimeout(silence)
      silence = window.setTimeout(() => over(new NetworkError(undefined, true, true)), SILENCE_MS)
    }
    const over = (fault: unknown) => {
      window.clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      failed(fault)
      request.abort()
    }
    const abort = () => over(signal.reason)
    request.open(method, `/api/v1${path}`)
    request.responseType = 'text'
    request.setRequestHeader('X-Portal-Language', currentLocale())
    request.setRequestHeader('X-Portal-Request', '1')
    if (body) request.setRequestHeader('content-type', 'application/octet-stream')
    const tenant = tenantAssertion()
    if (tenant !== null) request.setRequestHeader('X-Portal-Tenant', tenant)
    request.upload.onprogress = ({ loaded }) => {
      moved()
      onProgress(loaded)
    }
    request.onerror = () => over(new NetworkError(undefined, false, true))
    request.onload = () => {
      window.clearTimeout(silence)
      signal.removeEventListener('abort', abort)
      answer(request)
        .then(done, failed)
        .finally(() => {
          for (const listener of listeners) listener()
        })
    }
    signal.addEventListener('abort', abort)
    if (signal.aborted) return abort()
    moved()
    request.send(body)
  })
}

async function answer(request: XMLHttpRequest): Promise<unknown> {
  if (request.status < 300)
    return readRest(new Response(request.responseText).json(), { status: request.status, wrote: true })
  const headers = new Headers()
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  const { status, statusText } = request
  const failure = await problemOf(new Response(request.responseText, { status, statusText, headers }), true)
  if (isProblem(failure)) reportSessionChange(failure)
  throw failure
}
