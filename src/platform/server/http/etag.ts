import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import type { RequestVariables } from './record-request.ts'

const pack = promisify(gzip)
/** Half the work of the default for about a twentieth more bytes. */
const LEVEL = { level: constants.Z_BEST_SPEED + 3 }
/** Shorter answers fit a packet anyway. */
const WORTH_PACKING = 1024
/** Up to this size it takes less time to pack here and now, a tenth of a millisecond for a screen, than to have it done. */
const PACKED_AT_ONCE = 64 * 1024

/** The tags of If-None-Match; packing, here or at a proxy, makes them weak. */
export const knownTags = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter((tag) => tag !== '')

/** That of a body that is known whole. */
export const tagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha1').update(body).digest('base64url')}"`

/**
 * A read that answers JSON carries a tag: that of the data which it follows from, where the endpoint said so (data-tag.ts),
 * else the hash of its body. The asker who has it already gets 304. Permission came first. The body is here in one piece, so
 * it is packed here too: through a stream that costs several times as much. An answer that has its tag is left as it is.
 */
export const etag: MiddlewareHandler<{ Variables: RequestVariables }> = async (c, next) => {
  await next()
  const known = knownTags(c.req.header('if-none-match'))
  // A file is streamed, and asked for once.
  const file = c.res.headers.has('content-disposition')
  const json = !file && c.res.headers.get('content-type')?.startsWith('application/json')
  const unchanged = c.res.status === 304
  const hasOne = c.res.headers.has('etag')
  if (c.req.method !== 'GET' || hasOne || !(unchanged || (c.res.status === 200 && json))) return
  const body = unchanged ? '' : await c.res.text()
  const tag = c.get('tag') ?? tagOf(body)
  const headers = new Headers(c.res.headers)
  headers.set('etag', tag)
  // Nothing of it lies on a disk: who wants to ask whether it changed keeps it, and its tag, in memory.
  headers.set('cache-control', 'private, no-store')
  headers.set('vary', 'cookie, x-portal-language, accept-encoding')
  c.res = undefined // otherwise Hono merges the old headers into the new answer
  if (unchanged || known.includes(tag)) {
    headers.delete('content-type')
    headers.delete('content-length')
    c.res = new Response(null, { status: 304, headers })
  } else if (body.length >= WORTH_PACKING && takesGzip(c.req.header('accept-encoding'))) {
    headers.set('etag', `W/${tag}`)
    headers.set('content-encoding', 'gzip')
    headers.delete('content-length')
    c.res = new Response(body.length > PACKED_AT_ONCE ? await pack(body, LEVEL) : gzipSync(body, LEVEL), {
      headers,
    })
  } else c.res = new Response(body, { headers })
}

export const takesGzip = (accepted = '') => /(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)
