import type { MiddlewareHandler } from 'hono'
import { refuse } from '../endpoint/fault.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Against requests that another site makes in the name of whoever is signed in: a browser's write comes from our own
 * origin, and a body is JSON, or bytes where a file is sent: no form can send either. Programs without a browser send
 * neither Origin nor Sec-Fetch-Site.
 */
export const sameOrigin =
  (
    publicUrl: string | undefined,
    accepted: 'application/json' | 'application/octet-stream' = 'application/json',
  ): MiddlewareHandler =>
  async (c, next) => {
    if (SAFE.has(c.req.method)) return next()
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const own = origin !== undefined && (origin === publicUrl || hostOf(origin) === c.req.header('host'))
    if (origin !== undefined ? !own : site !== undefined && site !== 'same-origin')
      throw refuse(403, 'origin_not_allowed')
    const hasBody =
      Number(c.req.header('content-length') ?? 0) > 0 || c.req.header('transfer-encoding') !== undefined
    const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (hasBody && type !== accepted) throw refuse(415, 'unsupported_type', { values: { accepted } })
    return next()
  }

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
