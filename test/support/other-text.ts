import http from 'node:http'
import type { Endpoint } from '../security/support/contracts.ts'
import type { Json } from './client.ts'

export type Sent = { method: string; url: string; headers: Record<string, string>; body: string | Buffer }
type Answered = { status: number; body: Json }

/** The same request with another text at one place of its input, wherever it stands: in the body, or in the address of a file. */
export function withText(sent: Sent, field: string, text: string, more: object = {}): Sent {
  const places = field.split('.')
  const url = new URL(sent.url)
  if (typeof sent.body === 'string' && sent.body.startsWith('{')) {
    const body = { ...JSON.parse(sent.body), ...structuredClone(more) }
    put(body, places, text)
    return { ...sent, body: JSON.stringify(body) }
  }
  const [first = '', ...rest] = places
  if (rest.length > 0) {
    const value = { ...JSON.parse(url.searchParams.get(first) ?? '{}'), ...structuredClone(more) }
    put(value, rest, text)
    url.searchParams.set(first, JSON.stringify(value))
  } else url.searchParams.set(first, text)
  return { ...sent, url: url.href }
}

function put(into: Json, [first = '', ...rest]: string[], text: string): void {
  if (rest.length === 0) into[first] = text
  else {
    into[first] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {}
    put(into[first], rest, text)
  }
}

/** While `work` asks this endpoint, it asks with what `change` makes of it. Answers the request as it was sent, and its answer. */
export async function changing(
  { method, path }: Endpoint,
  change: (sent: Sent) => Sent,
  work: () => Promise<{ status: number; body?: Json }>,
): Promise<{ sent: Sent; answer: Answered }> {
  const place = new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const [ask, request] = [globalThis.fetch, http.request]
  let sent: Sent | undefined
  let answer: Answered | undefined
  const meant = (url: string, by: string) => by === method && place.test(new URL(url).pathname)
  globalThis.fetch = async (url, options = {}) => {
    if (typeof url !== 'string' || !meant(url, options.method ?? 'GET')) return ask(url, options)
    const headers = Object.fromEntries(new Headers(options.headers))
    sent = change({ method, url, headers, body: String(options.body ?? '') })
    const heard = await ask(sent.url, { ...options, body: sent.body as string })
    const text = await heard.clone().text()
    answer = { status: heard.status, body: text && JSON.parse(text) }
    return heard
  }
  http.request = ((url: string, options: http.RequestOptions, ...rest: []) => {
    if (typeof url !== 'string' || !meant(url, String(options.method))) return request(url, options, ...rest)
    sent = change({ method, url, headers: options.headers as Record<string, string>, body: Buffer.from('') })
    return request(sent.url, options, ...rest)
  }) as typeof http.request
  try {
    const heard = await work().catch((fault) => {
      // What a fitting answer would have held is not there to be read.
      if (!answer) throw fault
      return answer
    })
    if (!sent) throw new Error(`${method} ${path} was not asked`)
    return { sent, answer: answer ?? { status: heard.status, body: heard.body } }
  } finally {
    globalThis.fetch = ask
    http.request = request
  }
}
