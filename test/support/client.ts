import type { Json } from './json.ts'

export type { Json }
export type Answer<T = unknown> = { status: number; body: T; headers: Headers }
export type TestClient = ReturnType<typeof createClient>

type Options = { headers?: Record<string, string> }

/** A browser as far as HTTP goes: keeps cookies, sends its origin with writes, reads JSON. */
export function createClient(url: string) {
  const cookies = new Map<string, string>()

  async function send<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    options: Options = {},
  ): Promise<Answer<T>> {
    const headers = new Headers(options.headers)
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (method !== 'GET' && !headers.has('origin')) headers.set('origin', url)
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(`${url}${path}`, { method, headers, body: payload, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line)
    const streams = response.headers.get('content-type') === 'text/event-stream'
    const text = streams ? await readUntilReady(response) : await response.text()
    const json = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: (json && text ? JSON.parse(text) : text) as T,
    }
  }

  function keep(line: string) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (!name) return
    if (/Max-Age=0/.test(line)) cookies.delete(name)
    else cookies.set(name, value as string)
  }

  return {
    cookies,
    get: <T = Json>(path: string, options?: Options) => send<T>('GET', path, undefined, options),
    post: <T = Json>(path: string, body?: unknown, options?: Options) => send<T>('POST', path, body, options),
    send,
    signIn: (email: string, password: string) => send('POST', '/api/auth/sign-in/email', { email, password }),
  }
}

/** A POST as a screen sends it: where it is a signature, it is signed with the password and sent again. */
export function signing({ post }: TestClient, password: string): TestClient['post'] {
  return async <T = Json>(path: string, body?: unknown, options: Options = {}) => {
    const answer = await post<T>(path, body, options)
    if (answer.status !== 401 || (answer.body as Json).code !== 'signature_required') return answer
    const requests = [{ method: 'POST', path, body }]
    const signed = await post('/api/auth/second-factor/sign', { password, requests })
    return post<T>(path, body, { headers: { ...options.headers, 'x-portal-signing': signed.body.signing } })
  }
}

/** A stream of events does not end: as far as it says that it is live. */
async function readUntilReady(response: Response): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('event: ready')) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text
}
