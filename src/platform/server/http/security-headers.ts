import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Of a stored file: whatever is in it, nothing of it runs or loads, should somebody open it in a page (D13). */
export const FILE_POLICY = `default-src 'none'; sandbox`

/** On every answer, errors and files included. Pages get a CSP whose nonce is new for each of them. */
export const securityHeaders =
  (secure: boolean): MiddlewareHandler<{ Variables: { nonce: string } }> =>
  async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const headers = c.res.headers
    if (headers.get('content-security-policy') !== FILE_POLICY)
      headers.set('content-security-policy', policy(nonce))
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'same-origin')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()')
    headers.set('x-frame-options', 'DENY')
    if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }

const policy = (nonce: string) =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `worker-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:`,
    // Sound that a script was given, and none by its address.
    `media-src blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ')
