import type { MiddlewareHandler } from 'hono'
import { refuse } from '../endpoint/fault.ts'

type Bounds = { bytes: number; words: string; withinMs: number }

/**
 * Reads a body before anybody works for it: 413 beyond `bytes`, 408 when it is not there within `withinMs`. So a body that
 * trickles in holds a socket for a while, and nothing else.
 */
export const boundedBody =
  ({ bytes, words, withinMs }: Bounds): MiddlewareHandler =>
  async (c, next) => {
    // These have no body whatever was sent; to be asked for it makes a whole Request of each, with a listener to be cleared away.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const { body } = c.req.raw
    if (!body) return next()
    const reader = body.getReader()
    const tooLarge = () => {
      void discardRest(reader)
      return refuse(413, 'too_large', { values: { limit: words } })
    }
    if (Number(c.req.header('content-length') ?? 0) > bytes) throw tooLarge()

    const chunks: Uint8Array[] = []
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(refuse(408, 'timeout')), withinMs)
    })
    try {
      for (;;) {
        const { done, value } = await Promise.race([reader.read(), late])
        if (done) break
        size += value.length
        if (size > bytes) throw tooLarge()
        chunks.push(value)
      }
    } finally {
      clearTimeout(timer)
    }
    const whole = Buffer.concat(chunks)
    c.set('body', whole)
    c.req.raw = new Request(c.req.raw, { body: whole })
    return next()
  }

/**
 * Reads on behind a refusal, for nobody: a sender in the middle of writing would find the connection broken instead of the
 * answer. The listener ends the connection when the body is not over half a second or 64 MB after the answer.
 */
export async function discardRest(reader: ReadableStreamDefaultReader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection is gone, and with it what there was to read.
  }
}
