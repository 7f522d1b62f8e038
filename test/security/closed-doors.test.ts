import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Actor,
  aMember,
  anAccount,
  anAdministrator,
  aPerson,
  aTenant,
  PASSWORD,
} from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { outcome } from '../support/second-factor.ts'
import { allEndpoints } from './support/contracts.ts'
import { onTheWire } from './support/wire.ts'

let portal: TestPortal
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  member = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

describe('a request that says twice what it may say once', () => {
  const session = () => `portal_session=${member.cookies.get('portal_session')}`
  const ask = async (...lines: string[]) => {
    const answer = await onTheWire(portal.url, [
      'GET /api/v1/session HTTP/1.1',
      ...lines,
      'connection: close',
      '',
      '',
    ])
    return [
      answer.status,
      answer.status < 400 ? undefined : JSON.parse(answer.text.replace(/^[\da-f]+\r\n|\r\n0$/g, '')).code,
    ]
  }
  const host = () => `host: ${new URL(portal.url).host}`

  it.each([
    ['two hosts', () => [host(), 'host: other.example', `cookie: ${session()}`]],
    ['the same host twice', () => [host(), host(), `cookie: ${session()}`]],
    ['two sessions', () => [host(), `cookie: ${session()}; portal_session=a.b`]],
    ['two sessions in two headers', () => [host(), 'cookie: portal_session=a.b', `cookie: ${session()}`]],
  ])('is refused: %s', async (_, lines) => {
    expect(await ask(...lines())).toEqual([400, 'ambiguous_request'])
  })

  it('is answered where it says it once', async () => {
    expect(await ask(host(), `cookie: ${session()}; other=1`)).toEqual([200, undefined])
  })
})

describe('an address that takes a file', () => {
  const UPLOADS = allEndpoints().filter(
    ({ name }) =>
      /^POST \/.*\/\{id\}\/files$|^POST \/admin\/documents(\/\{id\}\/versions)?$|^PUT \/admin\/documents\/uploads\//.test(
        name,
      ) || name === 'POST /voice/transcriptions',
  )

  it('is one of eight with a session, and one with a key', () => {
    expect(UPLOADS.map(({ name }) => name)).toHaveLength(8)
  })

  it.each(UPLOADS)(
    '$name looks at nothing of the body before it is known who asks',
    async ({ method, path }) => {
      const address = `/api/v1${path.replace(/\{\w+\}/g, '1')}`
      const person = await aMember(portal, await aTenant(portal))
      const gone = `portal_session=${person.cookies.get('portal_session')}`
      await person.post('/api/auth/sign-out')
      for (const type of ['text/plain', 'application/json', 'application/octet-stream', ''])
        for (const cookie of ['', 'portal_session=a.b', gone]) {
          const headers = { 'content-type': type, ...(cookie && { cookie }) }
          const answer = await createClient(portal.url).send(method, address, 'x', { headers })
          expect([type, ...outcome(answer)]).toEqual([type, 401, 'no_session'])
        }
    },
  )

  it.each(['text/plain', 'application/json', 'multipart/form-data'])(
    'with a key, neither: %s',
    async (type) => {
      const headers = { 'content-type': type }
      const answer = await createClient(portal.url).send('POST', '/api/v1/ingest/documents', 'x', { headers })
      expect(outcome(answer)).toEqual([401, 'unknown_key'])
    },
  )
})

describe('what a browser keeps', () => {
  it('is nothing of what screens read, and nothing at all after signing out', async () => {
    for (const read of ['/session', '/orders', '/dashboard', '/members', '/notices', '/profile'])
      expect([read, (await member.get(`/api/v1${read}`)).headers.get('cache-control')]).toEqual([
        ...[read, 'private, no-store'],
      ])
    const person = await aMember(portal, await aTenant(portal))
    const { headers } = await person.post('/api/auth/sign-out')
    expect(headers.get('clear-site-data')).toBe('"cache"')
  })
})

it('there is no stream of events for whoever has no company', async () => {
  const nobody = await aPerson(portal)
  expect(outcome(await nobody.get('/api/v1/events'))).toEqual([403, 'permission_denied'])
  expect((await member.get('/api/v1/events')).status).toBe(200)
})

it('an older link to reset a password is void once a newer one was asked for', async () => {
  const { email } = await anAccount(portal, {})
  const administrator = await anAdministrator(portal)
  const links = async (): Promise<string[]> => {
    const { items } = (await administrator.get(`/api/v1/admin/mails?search=${email}`)).body
    const shown = []
    for (const { id } of items.filter(({ kind }: { kind: string }) => kind === 'reset_link'))
      shown.push((await administrator.post(`/api/v1/admin/mails/${id}/reveal`)).body.link.split('#').at(-1))
    return shown
  }
  const ask = () => createClient(portal.url).post('/api/auth/password/forgot', { email })
  await ask()
  const [older] = await links()
  await ask()
  const all = await links()
  const newer = all.find((link) => link !== older)
  const look = async (token?: string) =>
    outcome(await createClient(portal.url).post('/api/auth/password/look', { token }))
  expect(await look(older)).toEqual([404, 'link_void'])
  expect(await look(newer)).toEqual([200, undefined])
})

describe('a spray of passwords from one address', () => {
  /** As if so many attempts had been counted in the quarter of an hour before this one. */
  const counted = async (used: number) => {
    const bucket = `sign-in ${portal.signIn.keyed('127.0.0.1')}`
    await portal.owner(async (tx) => {
      await sql`delete from auth.rate_windows where bucket = ${bucket}`.execute(tx)
      await sql`insert into auth.rate_windows
        select ${bucket}, to_timestamp(floor(extract(epoch from now()) / 900) * 900 - 900), ${used}::int`.execute(
        tx,
      )
    })
  }
  const signIn = (email: string, cookies?: Actor['cookies']) => {
    const client = createClient(portal.url)
    const device = cookies?.get('portal_device')
    if (device) client.cookies.set('portal_device', device)
    return client.signIn(email, PASSWORD)
  }

  it('does not begin anew with each quarter of an hour, and keeps out nobody whose device is known', async () => {
    const stranger = await anAccount(portal, {})
    await counted(100_000_000)
    const refused = await signIn(stranger.email)
    expect(outcome(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect((await signIn(member.email, member.cookies)).status).toBe(200)
    // What is refused is not counted, so that it does not keep others waiting.
    const { rows } = await portal.owner((tx) =>
      sql<{ used: number }>`select used from auth.rate_windows
        where bucket = ${`sign-in ${portal.signIn.keyed('127.0.0.1')}`} order by starts_at desc limit 1`.execute(
        tx,
      ),
    )
    expect(rows[0]?.used).toBe(0)
  })

  it('leaves room for whoever comes when few were wrong', async () => {
    await counted(0)
    expect((await signIn((await anAccount(portal, {})).email)).status).toBe(200)
  })
})
