import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import {
  type Actor,
  aKey,
  aMember,
  anAdministrator,
  aPerson,
  aStaffMember,
  aTenant,
} from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { type OpenStream, openStream } from '../support/event-stream.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let one: number
let two: number
let witness: OpenStream
const open: OpenStream[] = []
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  one = await aTenant(portal, { clientCodes: ['ONE'] })
  two = await aTenant(portal, { clientCodes: ['TWO'] })
  witness = await openStream(portal.url, await anAdministrator(portal))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((stream) => stream.close()))
})
afterAll(async () => {
  await witness?.close()
  await superuser?.end()
  await portal?.close()
})

type Event = {
  tenant?: number
  topic?: string
  module?: string
  needs?: string
  audience?: string
  object?: string
}
let written = 0
/** Writes an event; answers the name by which its object is known. */
async function emit(event: Event = {}, through: Pick<pg.Client, 'query'> = superuser): Promise<string> {
  const { tenant = one, topic = 'orders', module, needs, audience, object = `o${written++}` } = event
  await through.query(
    `insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id, payload)
     values ($1, $2, $3, $4, $5, $6, '{"version": 7, "secret": "x"}')`,
    [tenant, topic, module ?? null, needs ?? null, audience ?? null, object],
  )
  return object
}
async function listen(
  actor: Pick<Actor, 'cookies'>,
  options: Parameters<typeof openStream>[2] = {},
  url = portal.url,
) {
  const stream = await openStream(url, actor, options)
  open.push(stream)
  await stream.ready()
  return stream
}
const objects = (stream: OpenStream) => stream.changes().map(({ data }) => data.object)
const of =
  (object: string) =>
  ({ data }: { data: Record<string, unknown> }) =>
    data.object === object
/** The same, once the server has read it: until then any transaction under way in the cluster may hold it back. */
async function emitRead(event: Event = {}): Promise<string> {
  const object = await emit(event)
  await witness.until(of(object))
  return object
}
/** A mark that everybody hears who hears anything, so that what did not come before it does not come. */
const mark = (audience: string) => emit({ tenant: 0, topic: 'mark', audience })

describe('who may listen', () => {
  it('is nobody without a session, or with one that ended', async () => {
    const member = await aMember(portal, one)
    await superuser.query('delete from auth.sessions where user_id = $1', [member.userId])
    for (const asker of [createClient(portal.url), member]) {
      const answer = await asker.get('/api/v1/events')
      expect([answer.status, answer.body.code]).toEqual([401, 'no_session'])
    }
  })

  it('is nobody for another tenant than that of the session', async () => {
    const member = await aMember(portal, one)
    const answer = await member.get('/api/v1/events', { headers: { 'x-portal-tenant': String(two) } })
    expect([answer.status, answer.body.code]).toEqual([409, 'tenant_changed'])
  })

  it('hears ids and versions only, with an id to come back to', async () => {
    const stream = await listen(await aMember(portal, one))
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('content-encoding')).toBeNull()
    const object = await emit()
    const { id, data } = await stream.until(of(object))
    expect(data).toEqual({ topic: 'orders', tenant: one, object, version: 7 })
    expect(id).toMatch(/^\d+-\d+$/)
  })

  it('is the own tenant with its module and permission, or the person who is meant', async () => {
    const buyer = await aMember(portal, one)
    const analyst = await aMember(portal, one, 'sales_analyst')
    const narrow = await aMember(portal, await aTenant(portal))
    const staff = await aStaffMember(portal, 'account_manager', [two])
    const administrator = await anAdministrator(portal)
    const people = { buyer, analyst, narrow, staff, administrator }
    const sent: [Event, (keyof typeof people)[]][] = [
      [{ needs: 'orders.read', module: 'orders' }, ['buyer', 'administrator']],
      [{}, ['buyer', 'analyst', 'administrator']],
      [{ tenant: two, needs: 'orders.read' }, ['staff', 'administrator']],
      [{ needs: 'ingestion.read' }, ['administrator']],
      [{ needs: 'something.new' }, ['administrator']],
      [{ tenant: 0 }, ['administrator']],
      [
        { tenant: 0, topic: 'feeds', needs: 'orders.read', module: 'orders' },
        ['buyer', 'narrow', 'staff', 'administrator'],
      ],
      [{ tenant: 0, audience: analyst.userId }, ['analyst']],
      [{ audience: buyer.userId }, ['buyer']],
      [{ audience: narrow.userId }, []],
      [{ tenant: two, audience: buyer.userId }, []],
    ]
    const streams = new Map<string, OpenStream>()
    for (const [name, person] of Object.entries(people)) streams.set(name, await listen(person))
    const names: string[] = []
    for (const [event] of sent) names.push(await emit(event))
    for (const [name, person] of Object.entries(people)) {
      const stream = streams.get(name) as OpenStream
      await stream.until(of(await mark(person.userId)))
      const expected = names.filter((_, i) => sent[i]?.[1].includes(name as keyof typeof people))
      expect([name, ...objects(stream).filter((o) => names.includes(o as string))]).toEqual([
        name,
        ...expected,
      ])
    }
  })

  it('is not who has the module hidden, nor an administrator elsewhere than in the narrowed tenant', async () => {
    const tenant = await aTenant(portal)
    await superuser.query(`insert into tenant_module_visibility values ($1, 'orders', false)`, [tenant])
    const member = await aMember(portal, tenant)
    const administrator = await anAdministrator(portal)
    await administrator.post('/api/v1/session/tenant', { tenantId: tenant })
    const [hidden, narrowed] = [await listen(member), await listen(administrator)]
    const orders = await emit({ tenant, module: 'orders' })
    const sales = await emit({ tenant, module: 'sales' })
    const [foreign, installation] = [
      await emit({ tenant: two }),
      await emit({ tenant, needs: 'ingestion.read' }),
    ]
    await hidden.until(of(await mark(member.userId)))
    await narrowed.until(of(await mark(administrator.userId)))
    expect(objects(hidden)).toContain(sales)
    expect(objects(hidden)).not.toContain(orders)
    expect(objects(narrowed)).toEqual(expect.arrayContaining([orders, sales]))
    expect(objects(narrowed)).not.toEqual(expect.arrayContaining([foreign]))
    expect(objects(narrowed)).not.toContain(installation)
  })
})

describe('what upstream sends', () => {
  it('is heard of by its tenant and administrators, also through another server', async () => {
    const another = await portal.another()
    try {
      const member = await aMember(portal, one)
      const [stranger, administrator] = [await aMember(portal, two), await anAdministrator(portal)]
      const streams = [await listen(member), await listen(stranger), await listen(administrator)] as const
      const send = sender(another.url, await aKey(portal))
      const before = performance.now()
      expect(
        (await send('orders', [order('L-1', { 'Client Code': 'ONE', 'Ord Stat': 'Blend' })])).body.inserted,
      ).toBe(1)
      const orders = ({ data }: { data: Record<string, unknown> }) =>
        data.topic === 'orders' && data.tenant === one
      const heard = await streams[0].until(orders)
      await streams[2].until(orders)
      console.log(`heard through another server after ${(heard.at - before).toFixed(0)} ms`)
      await streams[1].until(of(await mark(stranger.userId)))
      expect(streams[1].changes().some(orders)).toBe(false)
    } finally {
      await another.stop()
    }
  })
})

describe('coming back', () => {
  it('goes on after the last id, by header or parameter, also on a server that was not there then', async () => {
    const member = await aMember(portal, one)
    const first = await listen(member)
    const seen = await first.until(of(await emit()))
    await first.close()
    const missed = [await emitRead(), await emitRead({ tenant: two }), await emitRead()]
    const another = await portal.another()
    try {
      const expected = [missed[0], missed[2]]
      for (const [url, options] of [
        [portal.url, { lastEventId: seen.id as string }],
        [portal.url, { query: `?lastEventId=${seen.id}` }],
        [another.url, { lastEventId: seen.id as string }],
      ] as const) {
        const again = await listen(member, options, url)
        expect(objects(again)).toEqual(expected)
        expect(again.messages.map(({ event }) => event)).not.toContain('resync')
        const next = await emit()
        await again.until(of(next))
        expected.push(next)
      }
    } finally {
      await another.stop()
    }
  })

  it('without an id begins a few seconds ago, so that nothing falls between a screen and its stream', async () => {
    const object = await emitRead()
    expect(objects(await listen(await aMember(portal, one)))).toContain(object)
  })

  it.each([
    ['no id at all', () => 'x'],
    ['an id of another database', () => '999999999999-1'],
    ['a number that is none', () => '99999999999999999-1'],
  ])('says resync to %s', async (_, id) => {
    const stream = await listen(await aMember(portal, one), { lastEventId: id() })
    expect(stream.messages.map(({ event }) => event)).toEqual(['resync', 'ready'])
    await stream.until(of(await emit()))
  })

  it('says resync to an id that was pruned, and to whoever missed thousands', async () => {
    const member = await aMember(portal, one)
    const stream = await listen(member)
    const old = await stream.until(of(await emit()))
    await superuser.query(
      `insert into outbox (tenant_id, topic) select $1, 'many' from generate_series(1, 2400)`,
      [one],
    )
    const last = await stream.until(of(await emit()))
    const another = await portal.another()
    try {
      const late = await listen(member, { lastEventId: old.id as string }, another.url)
      expect(late.messages[0]?.event).toBe('resync')
      await superuser.query(`update outbox set created_at = now() - interval '8 days' where topic = 'many'`)
      await superuser.query(`update outbox set created_at = now() - interval '8 days' where object_id = $1`, [
        old.data.object,
      ])
      expect(Number(await superuser.value(`select portal.prune_outbox('7 days', 1000000)`))).toBeGreaterThan(
        1200,
      )
      const gone = await listen(member, { lastEventId: old.id as string }, another.url)
      expect(gone.messages[0]?.event).toBe('resync')
      const kept = await listen(member, { lastEventId: last.id as string }, another.url)
      expect(kept.messages.map(({ event }) => event)).toEqual(['ready'])
    } finally {
      await another.stop()
    }
  })
})

describe('order', () => {
  it('is that of the transactions: one that commits late neither loses its event nor comes before its time', async () => {
    const stream = await listen(await aMember(portal, one))
    const slow = new pg.Client(portal.location.owner)
    await slow.connect()
    try {
      await slow.query('begin')
      const early = await emit({}, slow)
      const late = await emit()
      await sleep(300)
      expect(objects(stream)).not.toContain(late)
      await slow.query('commit')
      await stream.until(of(late))
      expect(objects(stream).slice(-2)).toEqual([early, late])
    } finally {
      await slow.end()
    }
  })

  it('survives the end of every connection of the reader', async () => {
    const stream = await listen(await aMember(portal, one))
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'portal_events%' and datname = current_database()`,
    )
    const names = [await emit(), await emit()]
    await stream.until(of(names[1] as string))
    expect(objects(stream).slice(-2)).toEqual(names)
  })
})

describe('a change of rights', () => {
  const CHANGES: [string, (actor: Actor) => Promise<unknown>][] = [
    [
      'role',
      ({ userId }) =>
        superuser.query(`update members set role = 'sales_analyst' where user_id = $1`, [userId]),
    ],
    ['membership', ({ userId }) => superuser.query('delete from members where user_id = $1', [userId])],
    ['session', ({ userId }) => superuser.query('delete from auth.sessions where user_id = $1', [userId])],
    [
      'expiry',
      ({ userId }) =>
        superuser.query(`update auth.sessions set expires_at = now() where user_id = $1`, [userId]),
    ],
    ['sign-out', (actor) => actor.post('/api/auth/sign-out', {})],
    [
      'module',
      () =>
        superuser.query(
          `insert into tenant_module_visibility values ($1, 'orders', false) on conflict (tenant_id, module_id) do update set is_visible = false`,
          [one],
        ),
    ],
    ['tenant', () => superuser.query('update tenants set suspended_at = now() where id = $1', [one])],
    [
      'second factor that the tenant asks for',
      () => superuser.query('update tenants set requires_second_factor = true where id = $1', [one]),
    ],
    [
      'permissions of the role',
      () => superuser.query(`update roles set permissions = '{sales.read}' where key = 'viewer'`),
    ],
    [
      'administrator',
      ({ userId }) => superuser.query('update profiles set global_admin = true where user_id = $1', [userId]),
    ],
  ]
  afterEach(async () => {
    await superuser.query('delete from tenant_module_visibility where tenant_id = $1', [one])
    await superuser.query('update tenants set suspended_at = null, requires_second_factor = false')
    await superuser.query(`update roles set permissions = '{orders.read,sales.read}' where key = 'viewer'`)
  })

  it.each(CHANGES)('of the %s ends the stream, and no event comes after it', async (_, change) => {
    const member = await aMember(portal, one, 'viewer')
    const stream = await listen(member)
    const before = performance.now()
    await change(member)
    const said = await stream.until(({ event }) => event === 'access')
    expect(await stream.ended()).toBe(true)
    expect(stream.messages.at(-1)).toBe(said)
    console.log(`ended after ${(said.at - before).toFixed(0)} ms`)
  })

  it('is none to who has the second factor that the tenant asks for', async () => {
    const [enrolled, without] = [await aMember(portal, one, 'viewer'), await aMember(portal, one, 'viewer')]
    await superuser.query('insert into auth.second_factors (user_id, enrolled_at) values ($1, now())', [
      enrolled.userId,
    ])
    const [goesOn, ends] = [await listen(enrolled), await listen(without)]
    await superuser.query('update tenants set requires_second_factor = true where id = $1', [one])
    // Looked at together.
    expect(await ends.ended()).toBe(true)
    await goesOn.until(of(await emit()))
    await goesOn.close()
  })

  it('by a switch of tenant ends it; the next one hears of the other tenant', async () => {
    const both = ['viewer', 'viewer'].map((role, i) => ({ tenantId: [one, two][i] as number, role }))
    const member = await aPerson(portal, { memberships: both })
    const stream = await listen(member)
    await member.post('/api/v1/session/tenant', { tenantId: two })
    await stream.until(({ event }) => event === 'access')
    const next = await listen(member, { lastEventId: (await stream.ready()).id as string })
    const [foreign, own] = [await emit(), await emit({ tenant: two })]
    await next.until(of(own))
    expect(objects(next)).not.toContain(foreign)
  })

  it('is none when the token is rotated, and listening is no activity', async () => {
    const member = await aMember(portal, one)
    const activity = () =>
      superuser.value('select last_active_at::text from auth.sessions where user_id = $1', [member.userId])
    await superuser.query(
      `update auth.sessions set last_active_at = now() - interval '10 minutes' where user_id = $1`,
      [member.userId],
    )
    const before = await activity()
    const stream = await listen(member)
    expect((await member.post('/api/v1/session/refresh')).status).toBe(200)
    await sleep(2500)
    await stream.until(of(await emit()))
    expect(await activity()).toBe(before)
    // What a screen asks for because of it is none either.
    await member.get('/api/v1/orders')
    await sleep(200)
    expect(await activity()).toBe(before)
  })
})

describe('the server', () => {
  it('replaces the oldest stream of a session that opens too many', async () => {
    const member = await aMember(portal, one)
    const oldest = await listen(member)
    for (let i = 0; i < 12; i++) await listen(member)
    const { data } = await oldest.until(({ event }) => event === 'reconnect')
    expect(data.afterMs).toBe(60_000)
    expect(await oldest.ended()).toBe(true)
  })

  it('that stops tells its streams to come back, and ends them', async () => {
    const another = await portal.another()
    const stream = await listen(await aMember(portal, one), {}, another.url)
    await another.stop()
    expect((await stream.until(({ event }) => event === 'reconnect')).data.afterMs).toBeLessThan(2000)
    expect(await stream.ended()).toBe(true)
  })

  it('counts its streams', async () => {
    await listen(await aMember(portal, one))
    const headers = { authorization: `Bearer ${portal.secrets.metrics}` }
    const { body } = await createClient(portal.url).get('/metrics', { headers })
    expect(Number(/^event_streams_open (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(0)
  })
})
