import fs from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, anAccount, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { connectSuperuser, type Superuser } from './support/superuser.ts'
import { getRaw } from './support/wire.ts'

const HTTPS = 'https://portal.example.com'

let portal: TestPortal
let superuser: Superuser
/** As behind a proxy that ends TLS; asked at its own address. */
let open: TestPortal
let openUrl: string
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  const port = await freePort()
  open = await startTestPortal({ PUBLIC_URL: HTTPS, PORT: String(port) })
  openUrl = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
  await open?.close()
})

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

type Kind = { name: string; status: number; headers: Headers; body: string }

/** One answer of every kind there is. */
async function everyKind(url: string): Promise<Kind[]> {
  const asset = fs.readdirSync('dist/web/assets').find((name) => name.endsWith('.js'))
  const kinds: Kind[] = []
  const ask = async (name: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    kinds.push({ name, status: response.status, headers: response.headers, body: await response.text() })
  }
  await ask('page', '/')
  await ask('page of a screen', '/orders?search=x')
  await ask('page nobody has', '/no/such/page')
  await ask('asset', `/assets/${asset}`)
  await ask('asset, compressed', `/assets/${asset}`, { headers: { 'accept-encoding': 'gzip, br' } })
  await ask('asset that is not there', '/assets/nothing.js')
  await ask('icon', '/favicon.svg')
  await ask('script before the page', '/boot.js')
  await ask('reference', '/api/docs')
  await ask('specification', '/api/v1/openapi.json')
  await ask('no session', '/api/v1/session')
  await ask('no such endpoint', '/api/v1/nothing')
  await ask('no such endpoint, elsewhere', '/api/nothing')
  await ask('method', '/orders', { method: 'PUT' })
  await ask('another site', '/api/auth/sign-out', {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  await ask('not JSON', '/api/auth/sign-in/email', { method: 'POST', body: 'a=b' })
  await ask('too large', '/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(1_100_000),
  })
  await ask('no key', '/api/v1/ingest/orders', { method: 'POST', body: '[]' })
  await ask('alive', '/healthz')
  await ask('ready', '/readyz')
  await ask('metrics without token', '/metrics')
  return kinds
}

describe('the company page', () => {
  const keep = (facts: unknown[]) =>
    superuser.query(
      'update portal.installation set company_name = $1, address = $2, tax_numbers = $3, bank = $4, email = $5',
      facts,
    )
  const told = async () => {
    const page = await (await fetch(`${portal.url}/acces`)).text()
    const [, text = ''] = /<meta name="company" content="([^"]*)"/.exec(page) ?? []
    return JSON.parse(text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
  }

  it('lets visitors know how to reach it, as text alone, and neither its taxes nor its bank', async () => {
    const before = await told()
    const address = '</head>"12, rue du Quai"\n&amp; __CSP_NONCE__'
    await keep(['Érablière inc.', address, 'TAX-OF-NOBODY', 'BANK-OF-NOBODY', 'bonjour@erable.example'])
    const known = { legalName: 'Érablière inc.', address, email: 'bonjour@erable.example' }
    await expect.poll(told, { timeout: 30_000 }).toEqual({ ...known, hours: null, phone: null })
    const said = (await everyKind(portal.url)).map(({ body }) => body).join()
    const found = ['12, rue du Quai', 'TAX-OF-NOBODY', 'BANK-OF-NOBODY'].map((fact) => said.includes(fact))
    expect(found).toEqual([true, false, false])
    await keep([before.legalName, before.address, null, null, before.email])
    await expect.poll(told, { timeout: 30_000 }).toEqual(before)
  })
})

describe('headers', () => {
  it('guard every kind of answer', async () => {
    const kinds = await everyKind(portal.url)
    const member = await aMember(portal, await aTenant(portal))
    const ask = async (name: string, path: string, headers: Record<string, string> = {}) => {
      const { status, headers: got, body } = await member.get(path, { headers })
      kinds.push({ name, status, headers: got, body: JSON.stringify(body) })
      return got
    }
    const tag = (await ask('data', '/api/v1/orders')).get('etag') as string
    await ask('unchanged', '/api/v1/orders', { 'if-none-match': tag })
    await ask('file', '/api/v1/orders/export')
    await ask('refused', '/api/v1/tenants')
    await superuser.query('revoke select on portal.feeds from portal_member')
    await ask('fault', '/api/v1/orders')
    await superuser.query('grant select on portal.feeds to portal_member')

    const statuses = new Set(kinds.map(({ status }) => status))
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 304, 401, 403, 404, 405, 413, 415, 500])
    for (const { name, status, headers } of kinds) {
      const found = Object.fromEntries(headers)
      expect({ name, ...found }).toMatchObject({
        name,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
        'cache-control': expect.stringMatching(
          name.startsWith('asset') && status === 200 ? /immutable/ : /no-store|no-cache/,
        ),
      })
      expect(weaknesses(headers.get('content-security-policy')), name).toEqual([])
      for (const telling of [
        'server',
        'x-powered-by',
        'strict-transport-security',
        'access-control-allow-origin',
      ])
        expect(headers.has(telling), `${name}: ${telling}`).toBe(false)
    }
  })

  it('give every page a nonce of its own, and no script without it', async () => {
    const nonces = new Set<string>()
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(portal.url)
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] as string
      expect(Buffer.from(nonce, 'base64').length).toBe(16)
      nonces.add(nonce)
      const page = await answer.text()
      const scripts = page.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
      for (const tag of page.match(/<style\b[^>]*>/g) ?? []) expect(tag).toContain(`nonce="${nonce}"`)
      expect(page).not.toMatch(/\son\w+\s*=|javascript:|__CSP_NONCE__|https?:\/\/(?!www\.w3\.org)/i)
    }
    expect(nonces.size).toBe(5)
  })

  it('say on the open network that only https is meant', async () => {
    for (const { name, headers } of await everyKind(openUrl))
      expect([name, headers.get('strict-transport-security')]).toEqual([
        name,
        'max-age=31536000; includeSubDomains',
      ])
  })

  it('serve nothing but the built page, however the address is written', async () => {
    const outside = ['package.json', 'db/bootstrap.sql', 'etc/passwd', 'src/app/server/main.ts']
    const climbs = ['../', '..%2f', '%2e%2e/', '..\\', '..%5c', '....//', '%252e%252e/', '..%c0%af']
    for (const start of ['/', '/assets/', '/api/docs/'])
      for (const climb of climbs)
        for (const file of outside) {
          const { status, text } = await getRaw(portal.url, start + climb.repeat(6) + file)
          expect(`${status} ${text}`, start + climb + file).not.toMatch(
            /"dependencies"|create role|root:x:|OperatorError/,
          )
        }
  })
})

/** What is weak about a policy, as the usual evaluators see it. */
function weaknesses(policy: string | null): string[] {
  if (!policy) return ['none']
  const directives = new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/)
      return [name, values]
    }),
  )
  const found: string[] = []
  const exactly: Record<string, string> = {
    'default-src': `'none'`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'frame-ancestors': `'none'`,
    'form-action': `'self'`,
    'connect-src': `'self'`,
    'media-src': 'blob:',
    'font-src': `'self'`,
  }
  for (const [name, value] of Object.entries(exactly))
    if (directives.get(name)?.join(' ') !== value) found.push(`${name} ${directives.get(name)}`)
  const scripts = directives.get('script-src') ?? []
  if (!scripts.every((value) => /^'(nonce-.{22,}|strict-dynamic)'$/.test(value)))
    found.push(`script-src ${scripts}`)
  for (const [name, values] of directives)
    if (values.some((value) => /unsafe|\*|http|:$/.test(value) && !['data:', 'blob:'].includes(value)))
      found.push(`${name} ${values}`)
  if (directives.get('script-src')?.some((value) => /data:|blob:/.test(value)))
    found.push('scripts from data')
  return found
}

describe('cookies', () => {
  const signIn = async (url: string, at: TestPortal, origin: string) => {
    const { email } = await anAccount(at)
    const client = createClient(url)
    const answer = await client.post(
      '/api/auth/sign-in/email',
      { email, password: PASSWORD },
      { headers: { origin } },
    )
    expect(answer.status).toBe(200)
    return { client, lines: answer.headers.getSetCookie() }
  }

  it('are bound to the host and to https on the open network', async () => {
    const { client, lines } = await signIn(openUrl, open, HTTPS)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatch(/^__Host-portal_(session|device)=/)
      expect(line.split('; ').slice(1, -1).toSorted()).toEqual([
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ])
      expect(line).not.toMatch(/domain/i)
    }
    expect(lines.find((line) => line.includes('session='))).toMatch(/Max-Age=900$/)
    expect((await client.get('/api/v1/session')).status).toBe(200)
    const value = client.cookies.get('__Host-portal_session')
    for (const name of ['portal_session', '__Secure-portal_session', '__host-portal_session']) {
      const tossed = await createClient(openUrl).get('/api/v1/session', {
        headers: { cookie: `${name}=${value}` },
      })
      expect([name, tossed.status]).toEqual([name, 401])
    }
    const out = await client.post('/api/auth/sign-out', undefined, { headers: { origin: HTTPS } })
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-portal_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ])
  })

  it('work on this machine without https, and no script reads them', async () => {
    const { lines } = await signIn(portal.url, portal, portal.url)
    for (const line of lines) {
      expect(line).toMatch(/^portal_(session|device)=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
      expect(line).not.toMatch(/secure|domain/i)
    }
  })

  it('carry a token that nobody can guess, signed', async () => {
    const tokens = new Set<string>()
    for (let i = 0; i < 3; i++) {
      const { client } = await signIn(portal.url, portal, portal.url)
      const [token = '', signature = ''] = (client.cookies.get('portal_session') as string).split('.')
      expect(token.length).toBeGreaterThanOrEqual(32)
      expect(Buffer.from(signature, 'base64url').length).toBe(32)
      tokens.add(token)
    }
    expect(tokens.size).toBe(3)
  })
})
