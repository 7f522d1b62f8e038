import type { MiddlewareHandler } from 'hono'
import { refuse } from '../endpoint/fault.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Against requests that another site makes in the name of whoever is signed in: a browser's write comes from our own
 * origin, and a body is JSON, which no form can send. Programs without a browser send neither Origin nor Sec-Fetch-Site.
 */
export const sameOrigin =
  (publicUrl: string | undefined): MiddlewareHandler =>
  async (c, next) => {
    if (SAFE.has(c.req.method)) return next()
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const own = origin !== undefined && (origin === publicUrl || hostOf(origin) === c.req.header('host'))
    if (origin !== undefined ? !own : site !== undefined && site !== 'same-origin')
      throw refuse(403, 'origin_not_allowed')
    const hasBody =
      Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
    if (hasBody && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
      throw refuse(415, 'unsupported_type', { values: { accepted: 'application/json' } })
    return next()
  }

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
