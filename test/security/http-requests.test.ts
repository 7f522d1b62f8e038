import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAccount, aPerson, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { connectSuperuser, type Superuser } from './support/superuser.ts'
import { onTheWire } from './support/wire.ts'

let portal: TestPortal
let superuser: Superuser
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const cookieOf = (actor: Actor) => [...actor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

describe('requests that another site makes in the name of a person', () => {
  type Forgery = { name: string; headers: Record<string, string>; body?: string; expected: number }
  const form = 'application/x-www-form-urlencoded'
  const json = 'application/json'
  const evil = 'https://evil.example'
  const FORGERIES: Forgery[] = [
    {
      name: 'form of another site',
      headers: { origin: evil, 'content-type': form },
      body: 'a=b',
      expected: 403,
    },
    { name: 'form without body', headers: { origin: evil }, expected: 403 },
    {
      name: 'form of a file',
      headers: { origin: evil, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
      expected: 403,
    },
    {
      name: 'text that is JSON',
      headers: { origin: evil, 'content-type': 'text/plain' },
      body: '{}',
      expected: 403,
    },
    {
      name: 'script of another site',
      headers: { origin: evil, 'content-type': json },
      body: '{}',
      expected: 403,
    },
    { name: 'sandboxed frame', headers: { origin: 'null', 'content-type': json }, body: '{}', expected: 403 },
    { name: 'sandboxed frame, no body', headers: { origin: 'null' }, expected: 403 },
    { name: 'empty origin', headers: { origin: '', 'content-type': json }, body: '{}', expected: 403 },
    {
      name: 'no origin, cross-site',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': json },
      body: '{}',
      expected: 403,
    },
    { name: 'no origin, same site', headers: { 'sec-fetch-site': 'same-site' }, expected: 403 },
    { name: 'no origin, typed in', headers: { 'sec-fetch-site': 'none' }, expected: 403 },
    {
      name: 'own name in a path',
      headers: { origin: `${evil}/%OWN%`, 'content-type': json },
      body: '{}',
      expected: 403,
    },
    {
      name: 'own name as a user',
      headers: { origin: `http://%OWN%@evil.example`, 'content-type': json },
      body: '{}',
      expected: 403,
    },
    {
      name: 'own name as a prefix',
      headers: { origin: `http://%OWN%.evil.example`, 'content-type': json },
      body: '{}',
      expected: 403,
    },
    {
      name: 'own host, another port',
      headers: { origin: 'http://127.0.0.1:1', 'content-type': json },
      body: '{}',
      expected: 403,
    },
    {
      name: 'form of our own',
      headers: { origin: '%ORIGIN%', 'content-type': form },
      body: 'a=b',
      expected: 415,
    },
    {
      name: 'text of our own',
      headers: { origin: '%ORIGIN%', 'content-type': 'text/plain' },
      body: '{}',
      expected: 415,
    },
    { name: 'no type', headers: { origin: '%ORIGIN%', 'content-type': '' }, body: '{}', expected: 415 },
  ]
  const WRITES = [
    '/api/auth/sign-out',
    '/api/auth/sign-in/email',
    '/api/v1/session/preferences',
    '/api/v1/session/refresh',
    '/api/v1/session/tenant',
  ]

  it.each(FORGERIES)('are refused: $name', async ({ headers, body, expected }) => {
    const member = await aMember(portal, await aTenant(portal))
    const before = member.cookies.get('portal_session')
    const own = new URL(portal.url).host
    const sent = [...Object.entries(headers), ['cookie', cookieOf(member)], ['connection', 'close']].map(
      ([name, value]) =>
        `${name}: ${(value as string).replace('%OWN%', own).replace('%ORIGIN%', portal.url)}`,
    )
    for (const path of WRITES) {
      const length = body === undefined ? 'content-length: 0' : `content-length: ${body.length}`
      const lines = [`POST ${path} HTTP/1.1`, `host: ${own}`, ...sent, length, '', body ?? '']
      const { status, headers: answered, text } = await onTheWire(portal.url, lines)
      expect([path, status, answered['content-type']]).toEqual([path, expected, 'application/problem+json'])
      expect(answered['set-cookie']).toBeUndefined()
      expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(text).toContain(expected === 403 ? 'origin_not_allowed' : 'unsupported_type')
    }
    expect((await member.get('/api/v1/session')).body.user.preferences.language).toBeNull()
    expect(member.cookies.get('portal_session')).toBe(before)
  })

  it('have no effect as GET, and no other method stands in for POST', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const changes = () => superuser.value<number>('select count(*) from audit_log')
    const before = await changes()
    for (const path of WRITES) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'])
        for (const headers of [{}, { 'x-http-method-override': 'POST' }, { 'x-method-override': 'POST' }]) {
          const ask = `${path}?_method=POST&language=fr-CA&tenantId=1`
          const lines = [
            `${method} ${ask} HTTP/1.1`,
            `host: ${new URL(portal.url).host}`,
            `cookie: ${cookieOf(member)}`,
          ]
          const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
          const { status, headers: answered } = await onTheWire(portal.url, [
            ...lines,
            ...named,
            `origin: ${portal.url}`,
            'connection: close',
            '',
            '',
          ])
          expect([path, method, status]).toEqual([
            path,
            method,
            expect.toSatisfy((code: number) => code === 404 || code === 405),
          ])
          expect(answered['access-control-allow-origin']).toBeUndefined()
        }
    }
    expect(await changes()).toBe(before)
    expect((await member.get('/api/v1/session')).status).toBe(200)
  })

  it('are let through for a program, which sends no origin', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const answer = await fetch(`${portal.url}/api/v1/session/preferences`, {
      method: 'POST',
      headers: { cookie: cookieOf(member), 'content-type': 'application/json; charset=utf-8' },
      body: '{"language":"fr-CA"}',
    })
    expect(answer.status).toBe(200)
  })
})

describe('bodies', () => {
  it.each([
    ['nothing', '', 422],
    ['half of it', '{"language":', 400],
    ['a list', '[]', 422],
    ['80,000 fields', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}`, 422],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 422],
    ['100,000 levels of a field', `{"language":${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}}`, 422],
    ['a prototype', '{"__proto__":{"language":"fr-CA"},"constructor":{"prototype":{"polluted":1}}}', 422],
    ['the same field twice', '{"language":"fr-CA","language":"xx"}', 422],
    ['a number beyond numbers', '{"language":1e999}', 422],
    ['too much', `{"language":"${'x'.repeat(1_050_000)}"}`, 413],
  ])('of %s are refused', async (_, body, expected) => {
    const member = await aMember(portal, await aTenant(portal))
    const { status, body: problem, headers } = await member.post('/api/v1/session/preferences', body)
    expect([status, headers.get('content-type')]).toEqual([expected, 'application/problem+json'])
    expect(JSON.stringify(problem).length).toBeLessThan(20_000)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect((await member.get('/api/v1/session')).body.user.preferences.language).toBeNull()
  })

  it('that trickle in hold no connection to the database', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const head = (path: string) => [
      `POST ${path} HTTP/1.1`,
      `host: ${new URL(portal.url).host}`,
      `cookie: ${cookieOf(member)}`,
      'content-type: application/json',
      'content-length: 100',
      '',
      '{',
    ]
    const { hostname, port } = new URL(portal.url)
    const trickling = Array.from({ length: 40 }, (_, i) => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.write(head(i % 2 ? '/api/v1/session/tenant' : '/api/v1/session/preferences').join('\r\n'))
      return socket
    })
    for (let i = 0; i < 20; i++) expect((await member.get('/api/v1/orders')).status).toBe(200)
    const held = () =>
      superuser.value(`select count(*) from pg_stat_activity
        where usename like 'portal_app%' and state = 'idle in transaction' and datname = current_database()`)
    await expect.poll(held).toBe(0)
    for (const socket of trickling) socket.destroy()
  })
})

describe('an answer that is known already', () => {
  it('is not sent again, but only to who may still read it', async () => {
    const [tenant, other] = [await aTenant(portal), await aTenant(portal)]
    const member = await aMember(portal, tenant)
    const first = await member.get('/api/v1/orders')
    const known = { headers: { 'if-none-match': first.headers.get('etag') as string } }
    expect(known.headers['if-none-match']).toMatch(/^(W\/)?"[\w-]+"$/)
    expect((await member.get('/api/v1/orders', known)).status).toBe(304)
    const several = {
      headers: { 'if-none-match': `"x", W/${known.headers['if-none-match'].replace('W/', '')}` },
    }
    expect((await member.get('/api/v1/orders', several)).status).toBe(304)

    expect((await createClient(portal.url).get('/api/v1/orders', known)).status).toBe(401)
    const analyst = await aMember(portal, tenant, 'sales_analyst')
    expect((await analyst.get('/api/v1/orders', known)).status).toBe(403)

    await superuser.query(`update members set role = 'sales_analyst' where user_id = $1`, [member.userId])
    expect((await member.get('/api/v1/orders', known)).status).toBe(403)
    await superuser.query(`update members set role = 'procurement_manager' where user_id = $1`, [
      member.userId,
    ])
    await superuser.query(`insert into tenant_module_visibility values ($1, 'orders', false)`, [tenant])
    expect((await member.get('/api/v1/orders', known)).body.code).toBe('module_hidden')
    await superuser.query('delete from tenant_module_visibility where tenant_id = $1', [tenant])
    expect((await member.get('/api/v1/orders', known)).status).toBe(304)
    await superuser.query('update tenants set suspended_at = now() where id = $1', [tenant])
    expect((await member.get('/api/v1/orders', known)).status).toBe(403)

    // The same words for two tenants are no reason to keep an answer from one of them.
    const stranger = await aMember(portal, other)
    const { headers } = await stranger.get('/api/v1/orders')
    expect(headers.get('vary')).toMatch(/cookie/)
    expect(headers.get('cache-control')).toBe('private, no-store')
    await stranger.post('/api/auth/sign-out')
    expect((await stranger.get('/api/v1/orders', known)).status).toBe(401)
  })
})

describe('the log', () => {
  it('holds nobody and nothing of what was typed', async () => {
    const tenant = await aTenant(portal, { name: 'Zzquiet Pharma' })
    const person = await aPerson(portal, {
      email: `zzwhisper-${Date.now()}@test.example`,
      name: 'Zzwhisper Person',
      memberships: [{ tenantId: tenant, role: 'viewer' }],
    })
    const stranger = createClient(portal.url)
    await stranger.signIn('zzwhisper.unknown@test.example', 'zzpassword-typed-wrong')
    await stranger.signIn(person.email, 'zzpassword-typed-wrong')
    await person.get('/api/v1/orders?search=zzsearched-words&status=zzstatus')
    await person.get('/api/v1/sales/lines?customer=zzcustomer')
    await person.get('/zzpage-of-somebody?q=zzquestion')
    await person.post('/api/v1/session/preferences', { timezone: 'zzzone' })
    await person.post('/api/v1/session/preferences', { zzfield: 1 })
    const key = await aKey(portal)
    const rows = [{ 'Client Code': 'zzcode', 'Client Name': 'zzclient' }]
    await stranger.post('/api/v1/ingest/customers', rows, { headers: { authorization: `Bearer ${key}` } })
    // Faults: what the database says of a value, and a fault in the middle of a request.
    await superuser.query('revoke select on portal.feeds from portal_member')
    await person.get('/api/v1/orders?search=zzsearched-words')
    await superuser.query('grant select on portal.feeds to portal_member')
    await superuser.query(`insert into feeds values ('orders', now())`)
    await superuser.query(`create function cannot_read(v text) returns int language sql as 'select v::int'`)
    await superuser.query('grant execute on function cannot_read(text) to portal_member')
    await superuser.query(
      `create policy planted on feeds to portal_member using (cannot_read('zzvalue') > 0)`,
    )
    await superuser.query('alter table feeds enable row level security')
    const { status } = await person.get('/api/v1/orders')
    await superuser.query('alter table feeds disable row level security; drop policy planted on feeds')
    expect(status).toBe(500)
    // An answer that is not as its contract says: the log tells where, not what.
    const order = await superuser.value<number>(
      `insert into orders (tenant_id, source_id, source_key, ord_no, currency) values ($1, 1, 'x', '1', 'CAD') returning id`,
      [tenant],
    )
    await superuser.query('update order_changes set field = $2, new_value = $2 where order_id = $1', [
      order,
      'zzfield',
    ])
    expect((await person.get(`/api/v1/orders/id:${order}/timeline`)).status).toBe(500)

    const log = portal.lines.join('\n')
    expect(portal.lines.length).toBeGreaterThan(8)
    expect(log.match(/"status":500/g)?.length).toBe(3)
    expect(log).toContain('22P02')
    expect(log).toContain('"at":["items.0.field"]')
    expect(log).toContain(person.userId)
    const secrets = [...person.cookies.values(), key, PASSWORD, ...Object.values(portal.secrets)]
    for (const secret of secrets.filter((value) => typeof value === 'string'))
      for (const part of secret.split('.')) expect(log).not.toContain(part)
    const typed =
      /zz(quiet|whisper|password|searched|status|customer|page|question|zone|field|code|client|value)/gi
    expect(log.match(typed) ?? []).toEqual([])
    expect(log).not.toMatch(/[\w.]+@[\w.]+\.\w+|127\.0\.0\.1|Test Person/)
  })
})

describe('windows of requests', () => {
  /** Uses up all but two of the window that is open, which then stays open for ten seconds at the least. */
  async function almostUse(bucket: string, allowed: number, seconds: number) {
    const left = await superuser.value<number>(
      'select ($1 - mod(extract(epoch from clock_timestamp()), $1))::float8',
      [seconds],
    )
    if (left < 10) await setTimeout(left * 1000 + 50)
    await superuser.query(
      `insert into auth.rate_windows
         values ($1, to_timestamp(floor(extract(epoch from clock_timestamp()) / $3) * $3), $2)
       on conflict (bucket, starts_at) do update set used = excluded.used`,
      [bucket, allowed - 2, seconds],
    )
  }
  const bucketLike = (pattern: string) =>
    superuser.value<string>('select max(bucket) from auth.rate_windows where bucket like $1', [pattern])

  it('of writes are exact over two servers, and a new token does not open a new one', async () => {
    const second = await portal.another()
    try {
      const member = await aMember(portal, await aTenant(portal))
      await member.post('/api/v1/session/preferences', { language: 'en' })
      const session = await superuser.value<string>('select id from auth.sessions where user_id = $1', [
        member.userId,
      ])
      const bucket = await bucketLike(`write ${session}%`)
      expect(bucket).toBeTruthy()
      await almostUse(bucket, 240, 60)
      const cookie = cookieOf(member)
      const write = (url: string) =>
        createClient(url).post('/api/v1/session/preferences', { language: 'en' }, { headers: { cookie } })
      const answers = await Promise.all(
        [portal.url, second.url, portal.url, second.url, portal.url].map(write),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused?.body.code).toBe('rate_limited')

      await almostUse(bucket, 240, 60)
      expect((await member.post('/api/v1/session/refresh')).status).toBe(200)
      expect((await member.post('/api/v1/session/refresh')).status).toBe(200)
      expect((await member.post('/api/v1/session/refresh')).status).toBe(429)
      expect((await member.get('/api/v1/session')).status).toBe(200)
    } finally {
      await second.stop()
    }
  })

  it('of attempts from one address are exact over two servers, whatever the password', async () => {
    const second = await portal.another()
    try {
      const known = await aPerson(portal)
      const [a, b] = [await anAccount(portal), await anAccount(portal)]
      await createClient(portal.url).signIn('nobody@test.example', 'not-the-password')
      const bucket = await bucketLike('sign-in %')
      await almostUse(bucket, 100, 900)
      const right = [portal.url, second.url].map((url, i) =>
        createClient(url).signIn((i ? a : b).email, PASSWORD),
      )
      expect((await Promise.all(right)).map(({ status }) => status)).toEqual([200, 200])

      await almostUse(bucket, 100, 900)
      const wrong = Array.from({ length: 6 }, (_, i) =>
        createClient(i % 2 ? second.url : portal.url).signIn(`spray-${i}@test.example`, 'not-the-password'),
      )
      expect((await Promise.all(wrong)).map(({ status }) => status).toSorted()).toEqual([
        401, 401, 429, 429, 429, 429,
      ])
      const guessed = await createClient(second.url).signIn(a.email, PASSWORD)
      expect([guessed.status, guessed.headers.has('retry-after')]).toEqual([429, true])
      // Who signed in here before is not kept out by a neighbour.
      expect((await known.signIn(known.email, PASSWORD)).status).toBe(200)
      await superuser.query('delete from auth.rate_windows where bucket = $1', [bucket])
    } finally {
      await second.stop()
    }
  })

  it('of exports and of upstream keys are exact over two servers', async () => {
    const second = await portal.another()
    try {
      const member = await aMember(portal, await aTenant(portal))
      const session = await superuser.value<string>('select id from auth.sessions where user_id = $1', [
        member.userId,
      ])
      await almostUse(`export ${session}`, 30, 60)
      const headers = { cookie: cookieOf(member) }
      const files = await Promise.all(
        [portal.url, second.url, portal.url, second.url].map((url) =>
          createClient(url).get('/api/v1/orders/export', { headers }),
        ),
      )
      expect(files.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])

      const bearer = { headers: { authorization: `Bearer ${await aKey(portal)}` } }
      const keyId = await superuser.value<number>('select max(id) from auth.ingest_keys')
      await almostUse(`ingest key ${keyId}`, 600, 60)
      const batches = await Promise.all(
        [portal.url, second.url, portal.url, second.url].map((url) =>
          createClient(url).post('/api/v1/ingest/customers', [], bearer),
        ),
      )
      expect(batches.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
    } finally {
      await second.stop()
    }
  })
})
