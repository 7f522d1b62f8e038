import type { Hono } from 'hono'
import type { Brand } from '../../../platform/server/brand.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { FILE_POLICY } from '../../../platform/server/http/security-headers.ts'

/** The logo, for everybody: it stands on the sign-in screen. Its address changes with it, so that it is kept for a year. */
export const mountLogo = (app: Hono<{ Variables: RequestVariables }>, brand: Pick<Brand, 'logo'>) =>
  app.get('/brand-logo/:hash', async (c) => {
    const hash = c.req.param('hash')
    const found = /^[0-9a-f]{32}$/.test(hash) ? await brand.logo(hash) : undefined
    if (!found) throw refuse(404, 'not_found')
    return c.body(new Uint8Array(found.bytes), 200, {
      'content-type': found.type,
      'content-security-policy': FILE_POLICY,
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
