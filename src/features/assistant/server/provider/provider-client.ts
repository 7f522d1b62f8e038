import { askOutside, type Timeouts } from '../../../../platform/server/http/ask-outside.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { type Fault, ProviderFault } from './read-completion.ts'

export const TIMEOUTS: Timeouts = { first: 10_000, whole: 60_000 }

type Asked = { body: string | FormData; signal: AbortSignal }

/**
 * The HTTP client of the provider. Its address is the operator's and never anything that somebody wrote; nothing follows a redirect,
 * and neither the key nor any content reaches a log.
 */
export type ProviderClient = {
  /** A read of it, such as of its models. */
  get: (path: string, withinMs: number) => Promise<Response>
  /** Text is JSON. Throws `ProviderFault`, or whatever ended `signal`. */
  post: <T>(path: string, asked: Asked, read: (body: ReadableStream<Uint8Array>) => Promise<T>) => Promise<T>
}

export function createProviderClient(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  log: Log,
  timeouts: Timeouts,
): ProviderClient {
  const address = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`
  const authorization = `Bearer ${apiKey}`
  return {
    get: (path, withinMs) =>
      askOutside(address(path), { headers: { authorization }, redirect: 'manual' }, { whole: withinMs }),
    async post(path, { body, signal }, read) {
      const type = typeof body === 'string' && { 'content-type': 'application/json' }
      const headers = { authorization, ...type }
      const request = { method: 'POST', redirect: 'manual', headers, body } as const
      try {
        const answer = await askOutside(address(path), request, timeouts, signal)
        if (!answer.ok || !answer.body) {
          await answer.body?.cancel()
          throw new ProviderFault(refusal(answer.status))
        }
        return await read(answer.body)
      } catch (fault) {
        if (signal.aborted) throw fault
        const known = fault instanceof ProviderFault ? fault : new ProviderFault('network')
        log.warn({ kind: known.kind }, 'the assistant’s provider did not answer')
        throw known
      }
    },
  }
}

const refusal = (answered: number): Fault =>
  answered === 401 || answered === 403
    ? 'key'
    : answered === 429
      ? 'rate'
      : answered >= 500
        ? 'unavailable'
        : 'other'
