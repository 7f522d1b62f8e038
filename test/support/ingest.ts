import type { Answer, Json } from './client.ts'

/** Sends a batch with a key: an object as JSON, text and bytes as they are. `address` may hold options (`orders?atomic=true`). */
export function sender(url: string, key: string | undefined) {
  return async <T = Json>(
    address: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T> & { text: string }> => {
    const plain = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
    const response = await fetch(`${url}/api/v1/ingest/${address}`, {
      method: 'POST',
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
      body: plain ? body : JSON.stringify(body),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as T }
  }
}
