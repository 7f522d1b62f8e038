import fs from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Brand } from '../../platform/server/brand.ts'
import { refuse } from '../../platform/server/endpoint/fault.ts'
import type { RequestVariables } from '../../platform/server/http/record-request.ts'
import { PROJECT_FOLDER } from '../../platform/server/project-folder.ts'

const BUILT = path.join(PROJECT_FOLDER, 'dist/web')
const YEAR = 'public, max-age=31536000, immutable'

/** The built web app: hashed assets for a year, and the page itself, with the nonce of its answer, for every other path. */
export function mountWebPage(
  app: Hono<{ Variables: RequestVariables }>,
  brand: Pick<Brand, 'name' | 'logoHash' | 'company'>,
  docsUrl: string,
  bringsSession: (cookies: string | undefined) => boolean,
) {
  const root = path.relative(process.cwd(), BUILT)
  app.use(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: (_file, c) => c.header('cache-control', YEAR) }),
  )
  app.get('/assets/*', () => {
    throw refuse(404, 'not_found')
  })
  // What the build wrote for itself stays here: names of sources.
  const isFile = (path: string) => /\.\w+$/.test(path) && !path.includes('/.')
  app.use('/*', async (c, next) => (isFile(c.req.path) ? serveStatic({ root })(c, next) : next()))

  const asText = (name: string) => name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  let page: string | undefined
  app.get('*', (c) => {
    page ??= fs.readFileSync(path.join(BUILT, 'index.html'), 'utf8')
    c.header('cache-control', 'no-cache')
    // A visitor without a session cookie has nothing to ask the server for: no refused request, no error in the console.
    const session = bringsSession(c.req.header('cookie')) ? 'maybe' : 'none'
    return c.html(
      page
        .replaceAll('__BRAND__', () => asText(brand.name()))
        .replace('__LOGO__', brand.logoHash() ?? '')
        .replace('__DOCS__', () => asText(docsUrl))
        .replaceAll('__CSP_NONCE__', c.get('nonce'))
        .replace('__SESSION__', session)
        .replace('__COMPANY__', () => asText(JSON.stringify(brand.company()))),
    )
  })
  app.all('*', () => {
    throw refuse(405, 'method_not_allowed')
  })
}
