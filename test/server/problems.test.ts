import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import de from '../../messages/server.de.json' with { type: 'json' }
import en from '../../messages/server.en.json' with { type: 'json' }
import es from '../../messages/server.es.json' with { type: 'json' }
import fr from '../../messages/server.fr-CA.json' with { type: 'json' }
import { Problem } from '../../src/platform/contract/problem.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aKey, aMember, aPerson, aTenant } from '../support/actors.ts'
import { type Answer, createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

type Code = keyof typeof en.problems
type Ask = (headers: Record<string, string>) => Promise<Answer<Json>>

let portal: TestPortal
let superuser: Superuser
let member: Actor
let tenant: number
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  tenant = await aTenant(portal)
  member = await aMember(portal, tenant, 'quality_manager')
  await superuser.query(`insert into tenant_module_visibility values ($1, 'sales', false)`, [tenant])
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const visitor = () => createClient(portal.url)
const upstream = async (path: string, body: unknown, more: Record<string, string> = {}) => {
  const authorization = `Bearer ${await aKey(portal)}`
  return (headers: Record<string, string>) =>
    visitor().post(`/api/v1/ingest/${path}`, body, { headers: { ...headers, ...more, authorization } })
}
const json = { 'content-type': 'application/json' }

/** How each refusal is met. */
const MET: [status: number, code: Code, ask: Ask][] = [
  [401, 'no_session', (headers) => visitor().get('/api/v1/session', { headers })],
  [
    401,
    'invalid_credentials',
    (headers) =>
      visitor().post('/api/auth/sign-in/email', { email: 'a@b.example', password: 'x' }, { headers }),
  ],
  [401, 'unknown_key', (headers) => visitor().post('/api/v1/ingest/orders', [], { headers })],
  [403, 'permission_denied', (headers) => member.get('/api/v1/tenants', { headers })],
  [403, 'module_hidden', (headers) => member.get('/api/v1/sales/history', { headers })],
  [
    403,
    'origin_not_allowed',
    (headers) =>
      member.post('/api/v1/session/refresh', undefined, {
        headers: { ...headers, origin: 'https://evil.example' },
      }),
  ],
  [
    403,
    'key_scope',
    async (headers) =>
      visitor().post('/api/v1/ingest/orders', [], {
        headers: { ...headers, authorization: `Bearer ${await aKey(portal, { scope: 'read' })}` },
      }),
  ],
  [404, 'not_found', (headers) => member.post('/api/v1/session/tenant', { tenantId: 900_000 }, { headers })],
  [404, 'no_such_endpoint', (headers) => member.get('/api/v1/nothing', { headers })],
  [404, 'no_such_endpoint', (headers) => member.get('/api/elsewhere', { headers })],
  [404, 'no_such_endpoint', (headers) => member.send('DELETE', '/api/v1/orders', undefined, { headers })],
  [404, 'unknown_kind', async (headers) => (await upstream('people', []))(headers)],
  [405, 'method_not_allowed', (headers) => visitor().send('PUT', '/orders', undefined, { headers })],
  [
    409,
    'tenant_changed',
    (headers) => member.get('/api/v1/orders', { headers: { ...headers, 'x-portal-tenant': '900000' } }),
  ],
  [
    413,
    'too_large',
    (headers) => member.post('/api/v1/session/preferences', `"${'x'.repeat(1_100_000)}"`, { headers }),
  ],
  [
    415,
    'unsupported_type',
    (headers) =>
      member.post('/api/v1/session/preferences', 'a=b', {
        headers: { ...headers, 'content-type': 'text/plain' },
      }),
  ],
  [
    400,
    'not_json',
    (headers) => member.post('/api/v1/session/preferences', '{', { headers: { ...headers, ...json } }),
  ],
  [
    400,
    'not_json',
    (headers) => visitor().post('/api/auth/sign-in/email', '{', { headers: { ...headers, ...json } }),
  ],
  [422, 'validation', (headers) => member.get('/api/v1/orders?limit=0', { headers })],
  [
    422,
    'validation',
    (headers) => member.post('/api/v1/session/preferences', { theme: 'blue' }, { headers }),
  ],
  [
    422,
    'validation',
    (headers) => member.post('/api/v1/session/preferences', { timezone: 'a\u0000b' }, { headers }),
  ],
  [422, 'unknown_query', (headers) => member.get('/api/v1/orders?limits=5', { headers })],
  [422, 'unknown_query', (headers) => member.get('/api/v1/orders/export?format=csv&state=x', { headers })],
  [422, 'bad_cursor', (headers) => member.get('/api/v1/orders?cursor=x', { headers })],
  [
    422,
    'idempotency_mismatch',
    async (headers) => {
      const key = `Bearer ${await aKey(portal)}`
      const ask = (body: object[]) =>
        visitor().post('/api/v1/ingest/customers', body, {
          headers: { ...headers, authorization: key, 'idempotency-key': 'k' },
        })
      await ask([])
      return ask([{ 'Client Code': 'X', 'Client Name': 'X' }])
    },
  ],
  [
    422,
    'rows_rejected',
    async (headers) => (await upstream('customers?atomic=true', [{ 'Client Name': 'X' }]))(headers),
  ],
  [
    500,
    'internal',
    async (headers) => {
      await superuser.query('revoke select on feeds from portal_member')
      const answer = await member.get('/api/v1/orders', { headers })
      await superuser.query('grant select on feeds to portal_member')
      return answer
    },
  ],
]

const filled = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`)

describe('everything that goes wrong', () => {
  it.each(MET)('%d %s is a problem, in the language of who asks', async (status, code, ask) => {
    for (const [language, words] of [
      ['en', en],
      ['fr-CA', fr],
    ] as const) {
      const { status: answered, headers, body } = await ask({ 'x-portal-language': language })
      expect([answered, body.code]).toEqual([status, code])
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(Problem.strict().parse(body)).toEqual(body)
      const [title, detail] = words.problems[code] as [string, string?]
      expect(body.title).toMatch(filled(title))
      if (detail) expect(body.detail).toMatch(filled(detail))
      expect(body).toMatchObject({
        status,
        type: `/api/docs#problem-${code}`,
        traceId: headers.get('x-request-id'),
      })
      expect(body.instance).toMatch(/^\/[\w/-]*$/)
      expect(JSON.stringify(body)).not.toMatch(
        /\{\w+\}|select |portal\.|node_modules|\.ts:|\bat \S+ \(|Error:/,
      )
    }
  })

  it('names the fields that are wrong, in words', async () => {
    const { body } = await member.post('/api/v1/session/preferences', { theme: 'blue', language: 5 })
    expect(body.errors.map((e: Json) => e.path)).toEqual(['language', 'theme'])
    const french = { headers: { 'x-portal-language': 'fr-CA' } }
    const { body: corps } = await member.post('/api/v1/session/preferences', { theme: 'blue' }, french)
    expect(corps.errors[0].message).toBe('Doit être l’une de ces valeurs\u00a0: light, dark.')
  })

  it('waits with Retry-After where waiting helps', async () => {
    const { count } = await throttled()
    expect(count).toBeGreaterThan(0)
  })

  it('lets a search take longer than a screen, in turns, while others are answered', async () => {
    const administrator = await aPerson(portal, { globalAdmin: true })
    const screen = `portal.sales_history_screen(int[], bpchar, date, text, int, int, bpchar)`
    const definition = await superuser.value<string>(`select pg_get_functiondef('${screen}'::regprocedure)`)
    await superuser.query(definition.replace('sales_history_screen', 'quick_sales_history_screen'))
    const slow = `as $slow$ begin
      if search is not null then perform pg_sleep(6); end if;
      return portal.quick_sales_history_screen($1, $2, $3, $4, $5, $6, $7);
    end $slow$`
    await superuser.query(definition.replace(/as \$(\w*)\$[\s\S]*\$\1\$/i, () => slow))
    try {
      const searches = Array.from({ length: 5 }, (_, at) =>
        administrator.get(`/api/v1/sales/history?search=a${at}`),
      )
      expect((await administrator.get('/api/v1/sales/history')).status).toBe(200)
      const answers = await Promise.all(searches)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503])
      const busy = answers.find(({ status }) => status === 503)
      expect([busy?.body.code, busy?.headers.get('retry-after')]).toEqual(['busy', '5'])
    } finally {
      await superuser.query(definition)
    }
  })

  it.each([
    [
      'its newest migration',
      `update portal.schema_migrations set name = 'x' || name where name = $1`,
      `update portal.schema_migrations set name = substr(name, 2) where name = 'x' || $1`,
    ],
    [
      'a record of them',
      'alter table portal.schema_migrations rename to elsewhere',
      'alter table portal.elsewhere rename to schema_migrations',
    ],
  ])('a database without %s is not ready, and is again with it', async (_, take, give) => {
    const newest = await superuser.value<string>(
      `select max(name) from portal.schema_migrations where name ~ '^[0-9]{4}_'`,
    )
    const change = (text: string) => superuser.query(text, text.includes('$1') ? [newest] : [])
    expect((await visitor().get('/readyz')).status).toBe(200)
    await change(take)
    try {
      const { status, headers, body } = await visitor().get('/readyz')
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database_unavailable', '2'])
    } finally {
      await change(give)
    }
    expect((await visitor().get('/readyz')).status).toBe(200)
  })

  async function throttled() {
    const key = `Bearer ${await aKey(portal)}`
    const id = await superuser.value<number>('select max(id) from auth.ingest_keys')
    await superuser.query(
      `insert into auth.rate_windows select $1, to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60 + 60 * n), 600
         from generate_series(0, 1) n`,
      [`ingest key ${id}`],
    )
    const { status, headers, body } = await visitor().post('/api/v1/ingest/customers', [], {
      headers: { authorization: key },
    })
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.detail).toContain(headers.get('retry-after'))
    return { count: Number(headers.get('retry-after')) }
  }
})

describe('the language of a problem (B4)', () => {
  const title = async (asker: Actor | ReturnType<typeof visitor>, headers: Record<string, string>) => {
    const { body } = await asker.get('/api/v1/nothing-there', { headers })
    const named = Object.entries({ en, 'fr-CA': fr, de, es })
    return named.find(([, words]) => body.title === words.problems.no_such_endpoint[0])?.[0]
  }
  const refused = async (asker: Actor, headers: Record<string, string> = {}) =>
    (await asker.get('/api/v1/tenants', { headers })).body.title === fr.problems.permission_denied[0]
      ? 'fr-CA'
      : 'en'

  it('is that of the screen, else the stored one, the tenant’s, the browser’s, English', async () => {
    const french = await aTenant(portal, { language: 'fr-CA' })
    const stored = await aPerson(portal, {
      language: 'en',
      memberships: [{ tenantId: french, role: 'viewer' }],
    })
    const unset = await aMember(portal, french)
    const browser = { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' }
    expect(await refused(stored, browser)).toBe('en')
    expect(await refused(stored, { 'x-portal-language': 'fr-CA' })).toBe('fr-CA')
    expect(await refused(unset, { 'accept-language': 'en' })).toBe('fr-CA')
    expect(await refused(await aMember(portal, await aTenant(portal)), browser)).toBe('fr-CA')
    expect(await refused(await aMember(portal, await aTenant(portal)))).toBe('en')
    expect(await title(visitor(), browser)).toBe('fr-CA')
    expect(await title(visitor(), { 'accept-language': 'it, de-AT, fr;q=0.5' })).toBe('de')
    expect(await title(visitor(), { 'x-portal-language': 'es' })).toBe('es')
    expect(await title(visitor(), { 'accept-language': 'frisian, fr;q=0.5' })).toBe('fr-CA')
    expect(await title(visitor(), { 'accept-language': 'zh' })).toBe('en')
  })
})

describe('the words of problems', () => {
  it('are there in both languages, with the same places to fill, and differ', () => {
    expect(Object.keys(fr.problems).toSorted()).toEqual(Object.keys(en.problems).toSorted())
    for (const code of Object.keys(en.problems) as Code[]) {
      const [english, french] = [en.problems[code], fr.problems[code]] as [string[], string[]]
      const places = (texts: string[]) =>
        texts
          .join(' ')
          .match(/\{\w+\}/g)
          ?.toSorted() ?? []
      expect([code, places(french)]).toEqual([code, places(english)])
      expect(french[0]).not.toBe(english[0])
      expect(french.length).toBe(english.length)
    }
  })

  it('are there for every code that the server refuses with', () => {
    const files = fs.readdirSync('src', { recursive: true, encoding: 'utf8' })
    const used = new Map<string, string>()
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const source = fs.readFileSync(path.join('src', file), 'utf8')
      for (const [, code] of source.matchAll(/\brefuse\(\s*\d{3},\s*'(\w+)'/g)) used.set(code as string, file)
    }
    expect(used.size).toBeGreaterThan(15)
    const silent = [...used].filter(([code]) => !(code in en.problems))
    expect(silent).toEqual([])
  })
})
