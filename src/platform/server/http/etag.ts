import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** A read that answers JSON carries the hash of its body; the asker who has it already gets 304. Permission came first. */
export const etag: MiddlewareHandler = async (c, next) => {
  await next()
  const json = c.res.headers.get('content-type')?.startsWith('application/json')
  if (c.req.method !== 'GET' || c.res.status !== 200 || !json) return
  const body = await c.res.text()
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = new Headers(c.res.headers)
  headers.set('etag', tag)
  headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'cookie, x-portal-language')
  // A proxy that compresses makes the tag weak.
  const known = (c.req.header('if-none-match') ?? '')
    .split(',')
    .some((t) => t.trim().replace(/^W\//, '') === tag)
  if (known) {
    headers.delete('content-type')
    headers.delete('content-length')
  }
  c.res = undefined // otherwise Hono merges the old headers into the new answer
  c.res = new Response(known ? null : body, { status: known ? 304 : 200, headers })
}
