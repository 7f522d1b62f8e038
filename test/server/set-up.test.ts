import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSetUpLink } from '../../src/app/server/set-up-link.ts'
import { aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { createClient, type Json, type TestClient } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startByUrl } from '../support/start-server.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await startTestPortal()
})
afterEach(() => portal?.close())

const tokenOf = (link: string | undefined) => link?.split('#')[1] ?? ''
const aToken = async () => tokenOf(await makeSetUpLink(portal.location, portal.url))
const WISH = {
  name: 'Geneviève Côté',
  email: ' Genevieve@Maker.example ',
  password: 'heron-on-the-quay-7',
  company: 'Laboratoires Fjord inc.',
  currency: 'EUR',
  language: 'fr-CA',
  timezone: 'America/Halifax',
}
const look = (token: unknown, client = createClient(portal.url)) =>
  client.post('/api/auth/set-up/look', { token })
const setUp = (token: unknown, wish: Json = {}, client: TestClient = createClient(portal.url)) =>
  client.post('/api/auth/set-up', { ...WISH, ...wish, token })
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const tables = () =>
  peek(
    portal,
    `select (select count(*)::int from portal.profiles) people, (select count(*)::int from auth.users) users,
       (select count(*)::int from auth.ingest_keys) keys, (select count(*)::int from auth.set_up_links) links`,
  )

describe('a link that is not good', () => {
  const KINDS: [string, () => Promise<unknown>][] = [
    ['was never one', async () => 'x'.repeat(43)],
    ['is empty', async () => ''],
    ['is no text', async () => 7],
    ['is missing', async () => undefined],
    ['is very long', async () => 'x'.repeat(5000)],
    [
      'has expired',
      async () => {
        const token = await aToken()
        await portal.owner((tx) =>
          sql`update auth.set_up_links set expires_at = now() - interval '1 second'`.execute(tx),
        )
        return token
      },
    ],
    [
      'was used',
      async () => {
        const token = await aToken()
        expect((await setUp(token)).status).toBe(200)
        return token
      },
    ],
    [
      'is of another start, and used since',
      async () => {
        const [first, second] = [await aToken(), await aToken()]
        expect((await setUp(second)).status).toBe(200)
        return first
      },
    ],
    [
      'came too late: the command line made an administrator',
      async () => {
        const token = await aToken()
        await anAdministrator(portal)
        return token
      },
    ],
  ]

  it.each(KINDS)('%s: the same words, nothing made', async (_, make) => {
    const token = await make()
    const before = await tables()
    const reference = await setUp('y'.repeat(43))
    const plain = ({ instance: _i, traceId: _t, ...rest }: Json) => rest
    for (const answer of [await look(token), await setUp(token), await setUp(token, { password: 'x' })]) {
      expect(said(answer)).toEqual([404, 'set_up_void'])
      expect(plain(answer.body)).toEqual(plain(reference.body))
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(await tables()).toEqual(before)
  })

  it('is looked at so often only, from one address', async () => {
    const token = await aToken()
    const codes: unknown[] = []
    for (let i = 0; i < 22; i++) codes.push((await look(`${i}`.repeat(30))).body.code)
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('set_up_void'))
    expect(codes.slice(20)).toEqual(['rate_limited', 'rate_limited'])
    const late = await look(token)
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('is on record, without its token', async () => {
    await look('z'.repeat(43))
    const trail = await peek(
      portal,
      `select * from portal.audit_log where action = 'installation.set_up_refused'`,
    )
    expect(trail).toHaveLength(1)
    expect(JSON.stringify(trail)).not.toContain('zzz')
    expect(trail[0].actor).toMatch(/^unknown:/)
  })
})

describe('a wish that cannot be', () => {
  const WISHES: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ company: '' }, 'company'],
    [{ company: 'x'.repeat(201) }, 'company'],
    [{ currency: 'cad' }, 'currency'],
    [{ currency: 'ZZZ' }, 'currency'],
    [{ language: 'it' }, 'language'],
    [{ timezone: undefined }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'PasswordWelcome2025' }, 'password'],
    [{ password: 'Laboratoires-Fjord-inc-1' }, 'password'],
    [{ globalAdmin: true }, ''],
  ]

  it('is refused by name, each of them, and the link stays good', async () => {
    const token = await aToken()
    for (const [wish, field] of WISHES) {
      const answer = await setUp(token, wish)
      expect([wish, ...said(answer)]).toEqual([wish, 422, 'validation'])
      expect([wish, ...new Set(answer.body.errors.map(({ path }: Json) => path))]).toEqual([wish, field])
      expect(await tables()).toEqual([{ people: 0, users: 0, keys: 0, links: 1 }])
    }
    expect((await look(token)).status).toBe(200)
  })

  it('an e-mail that is somebody’s is refused, and the link stays good', async () => {
    const { email } = await aMember(portal, await aTenant(portal))
    const token = await aToken()
    expect(said(await setUp(token, { email }))).toEqual([409, 'already_exists'])
    expect((await look(token)).status).toBe(200)
  })

  it('another site’s page cannot do it', async () => {
    const token = await aToken()
    const answer = await createClient(portal.url).post(
      '/api/auth/set-up',
      { ...WISH, token },
      { headers: { origin: 'https://evil.example' } },
    )
    expect(said(answer)).toEqual([403, 'origin_not_allowed'])
  })
})

describe('the set-up', () => {
  it('makes the administrator, the company, its currency and language and the first key, and signs in', async () => {
    const token = await aToken()
    expect(Date.parse((await look(token)).body.endsAt) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const client = createClient(portal.url)
    const { status, body, headers } = await setUp(token, {}, client)
    expect([status, body.signedIn, headers.get('cache-control')]).toEqual([200, true, 'no-store'])
    const session = (await client.get('/api/v1/session')).body
    expect(session).toMatchObject({
      role: 'global_admin',
      user: { name: WISH.name, email: 'genevieve@maker.example', preferences: { language: 'fr-CA' } },
    })
    const [installation] = await peek(
      portal,
      'select company_name, currency, language, timezone from portal.installation',
    )
    expect(installation).toEqual({
      company_name: WISH.company,
      ...{ currency: 'EUR', language: 'fr-CA', timezone: 'America/Halifax' },
    })
    const sent = await sender(portal.url, body.key)('orders', [order(1, { 'Montant Total': '12.50' })])
    expect(sent.body).toMatchObject({ inserted: 1 })
    const orders = (await client.get('/api/v1/orders')).body
    expect(orders.items).toMatchObject([{ amount: '12.50', currency: 'EUR' }])
    const tenant = await portal.owner((tx) => tx.selectFrom('tenants').select('currency').execute())
    expect(tenant).toEqual([])
    await aTenant(portal)
    expect(await portal.owner((tx) => tx.selectFrom('tenants').select('currency').execute())).toEqual([
      { currency: 'EUR' },
    ])
    expect((await createClient(portal.url).signIn('genevieve@maker.example', WISH.password)).status).toBe(200)
  })

  it('is on record; nothing secret is, in the trail, the log or the tables', async () => {
    const token = await aToken()
    const { body } = await setUp(token)
    const trail = await peek(
      portal,
      'select action, actor, actor_kind, new from portal.audit_log order by at',
    )
    expect(trail.map(({ action }) => action)).toEqual(['installation.set_up', 'session.signed_in'])
    expect(trail[0].new).toMatchObject({
      company: WISH.company,
      currency: 'EUR',
      administrator: trail[0].actor,
    })
    const kept = JSON.stringify([
      trail,
      portal.lines,
      await peek(portal, 'select * from auth.users, auth.accounts, auth.ingest_keys'),
    ])
    for (const secret of [token, body.key, WISH.password]) expect(kept).not.toContain(secret)
    expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
  })

  it('keeps of a link its hash alone', async () => {
    const token = await aToken()
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await peek(
      portal,
      `select encode(token_hash, 'hex') as hash, token_hash = sha256(convert_to($1, 'utf8')) as own from auth.set_up_links`,
      [token],
    )
    expect(rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/), own: true }])
  })

  it('has one winner when two servers are asked at once, with one link or with two', async () => {
    const other = await portal.another()
    try {
      const tokens = [await aToken(), await aToken()]
      const asks = [portal.url, other.url, portal.url, other.url].map((url, i) =>
        setUp(tokens[i >> 1], { email: `admin${i}@maker.example` }, createClient(url)),
      )
      const answers = await Promise.all(asks)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
      expect(await tables()).toEqual([{ people: 1, users: 1, keys: 1, links: 0 }])
    } finally {
      await other.stop()
    }
  })

  it('has no link once there is an administrator, and every older one goes', async () => {
    await aToken()
    await anAdministrator(portal)
    expect(await makeSetUpLink(portal.location, portal.url)).toBe(undefined)
    expect((await tables())[0].links).toBe(0)
  })

  it('cannot be reached around its functions', async () => {
    const allowed = await peek(
      portal,
      `select r.rolname from pg_roles r where not r.rolsuper and r.rolname ~ '^portal_[a-z]+$' and r.rolname <> 'portal_owner'
        and (has_table_privilege(r.oid, 'auth.set_up_links', 'select, insert, update, delete')
          or r.rolname <> 'portal_auth' and has_function_privilege(r.oid, 'auth.set_up(bytea, text, text, text, text, text, text, text, bytea, text)', 'execute'))`,
    )
    expect(allowed).toEqual([])
  })
})

/** What only the account of the server may read. */
function linkIn(dataDir: string): string | undefined {
  const file = path.join(dataDir, 'setup-link')
  if (!fs.existsSync(file)) return undefined
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  return fs.readFileSync(file, 'utf8')
}

describe('the start of a server', () => {
  it('writes a new link each time, where no terminal is, and tells the place, until somebody administers the portal, with a database of one’s own too', async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-set-up-'))
    const start = async () => {
      const server = await startByUrl(portal, dataDir)
      await server.stop()
      return Object.assign(server, { link: linkIn(dataDir) })
    }
    try {
      const [first, second] = [await start(), await start()]
      const [one, two] = [first, second].map(({ link }) => /\/setup#([\w-]{43})\n/.exec(link ?? '')?.[1])
      expect(one).toBeDefined()
      expect(two).toBeDefined()
      expect(one).not.toBe(two)
      for (const server of [first, second]) {
        expect(server.said()).not.toContain('#')
        expect(server.said()).toContain(path.join(dataDir, 'setup-link'))
        // Every line is for a collector of logs, with its level.
        for (const line of server.said().trim().split('\n'))
          expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(String) })
        expect(server.wrong()).toBe('')
      }
      expect((await look(two)).status).toBe(200)
      const made = await runCommand(
        portal,
        ['create-admin', '--email', 'me@maker.example', '--password', '-'],
        `${WISH.password}\n`,
      )
      expect(made.code).toBe(0)
      expect(said(await look(two))).toEqual([404, 'set_up_void'])
      const last = await start()
      expect([last.said().includes('setup'), last.link]).toEqual([false, undefined])
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it.each([
    [{ HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 would open the demo/],
    [{ PUBLIC_URL: 'https://portal.example' }, /^PUBLIC_URL=https:\/\/portal\.example would open the demo/],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY=1 would open the demo/],
  ])('refuses a demo that is open to others: %j', async (environment, words) => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-set-up-'))
    try {
      const server = await startByUrl(portal, dataDir, { DEMO: '1', ...environment })
      await server.stop()
      expect([server.code(), server.wrong()]).toEqual([1, expect.stringMatching(words)])
      expect(server.wrong()).toContain('DEMO_PUBLIC=1')
      expect(server.wrong().trim().split('\n')).toHaveLength(1)
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
