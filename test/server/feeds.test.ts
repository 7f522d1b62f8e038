import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, anAdministrator, aPerson, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { openStream } from '../support/event-stream.ts'
import { order, peek, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let tenant: number
beforeAll(async () => {
  portal = await startTestPortal()
  tenant = await aTenant(portal, { clientCodes: ['F-1'] })
  const send = sender(portal.url, await aKey(portal))
  await send('customers', [{ 'Client Code': 'F-1', 'Client Name': 'F' }])
  await send('orders', [order('F-1', { 'Client Code': 'F-1' })])
  await send('sales-history', [sale('F-1', { 'Client Code': 'F-1' })])
})
afterAll(() => portal?.close())

const feeds = '/api/v1/feeds'
type Feed = { kind: string; asOf: string; expectedEvery: number | null }
const kinds = async (actor: Pick<Awaited<ReturnType<typeof aMember>>, 'get'>) =>
  (await actor.get(feeds)).body.items.map(({ kind }: Feed) => kind)

it('tells nobody without a session, and nobody of another tenant than the screen', async () => {
  expect((await createClient(portal.url).get(feeds)).status).toBe(401)
  const member = await aMember(portal, tenant)
  const answer = await member.get(feeds, { headers: { 'x-portal-tenant': '900000' } })
  expect(answer.body.code).toBe('tenant_changed')
})

it('tells each of what they may read', async () => {
  expect(await kinds(await aPerson(portal))).toEqual([])
  expect(await kinds(await aMember(portal, tenant, 'sales_analyst'))).toEqual(['sales-history'])
  expect(await kinds(await aMember(portal, tenant, 'quality_manager'))).toEqual(['orders'])
  expect(await kinds(await anAdministrator(portal))).toEqual(['customers', 'orders', 'sales-history'])
  await peek(portal, `insert into portal.tenant_module_visibility values ($1, 'orders', false)`, [tenant])
  expect(await kinds(await aMember(portal, tenant))).toEqual(['sales-history'])
  await peek(portal, 'delete from portal.tenant_module_visibility')
})

it('moves with every batch, also one that changes nothing, which open screens hear of', async () => {
  const member = await aMember(portal, tenant)
  const before = (await member.get(feeds)).body.items.find(({ kind }: Feed) => kind === 'orders') as Feed
  const stream = await openStream(portal.url, member)
  await stream.ready()
  const heard = stream.messages.length
  await sleep(5)
  const answer = await sender(portal.url, await aKey(portal))('orders', [
    order('F-1', { 'Client Code': 'F-1' }),
  ])
  expect(answer.body.unchanged).toBe(1)
  const after = (await member.get(feeds)).body.items.find(({ kind }: Feed) => kind === 'orders') as Feed
  // What landed before may be told only now, when something else held the reading of events back.
  const { data } = await stream.until(
    ({ data: { topic, version } }) => topic === 'feeds' && version === Date.parse(after.asOf),
    heard,
  )
  expect(Date.parse(after.asOf)).toBeGreaterThan(Date.parse(before.asOf))
  expect(data).toMatchObject({ tenant: 0, object: 'orders' })
  expect((await member.get('/api/v1/orders')).body.asOf).toBe(after.asOf)
  const others = stream
    .changes()
    .filter(({ data: { topic, object } }) => topic === 'feeds' && object !== 'orders')
  expect(others.every(({ data: { version } }) => Number(version) < Date.parse(after.asOf))).toBe(true)
  await stream.close()
})

it('expects as the operator says, who is on record with it', async () => {
  const administrator = await anAdministrator(portal)
  const every = async () =>
    Object.fromEntries(
      (await administrator.get(feeds)).body.items.map((f: Feed) => [f.kind, f.expectedEvery]),
    )
  expect(await every()).toEqual({ customers: null, orders: 26 * 3600, 'sales-history': 26 * 3600 })
  for (const [words, said] of [
    [['pamphlets', '5'], /There is no kind/],
    [['orders', '0'], /neither "never" nor/],
    [['orders', 'often'], /neither "never" nor/],
  ] as const)
    expect((await runCommand(portal, ['expect-feed', ...words])).stderr).toMatch(said)
  const set = await runCommand(portal, ['expect-feed', 'orders', '2'])
  expect([set.code, set.stdout], set.stderr).toEqual([0, 'orders: every 2 hours\n'])
  await runCommand(portal, ['expect-feed', 'sales-history', 'never'])
  expect(await every()).toEqual({ customers: null, orders: 7200, 'sales-history': null })
  const [{ rows }] = await peek(
    portal,
    `select count(*)::int as rows from portal.audit_log where action = 'feed.expected'`,
  )
  expect(rows).toBe(2)
})

it('a feed that is late shows in the metrics and once in the log', async () => {
  await peek(
    portal,
    `update portal.feeds set last_batch_at = now() - interval '3 hours' where kind = 'orders'`,
  )
  const another = await portal.another()
  const headers = { authorization: `Bearer ${portal.secrets.metrics}` }
  const metrics = async () => (await createClient(another.url).get('/metrics', { headers })).body as string
  while (!(await metrics()).includes('feed_late{')) await sleep(20)
  expect(await metrics()).toMatch(/^feed_late\{kind="orders"\} 1$/m)
  expect(await metrics()).toMatch(/^feed_late\{kind="sales-history"\} 0$/m)
  const told = portal.lines.filter((line) => line.includes('a feed is late'))
  expect(told.map((line) => JSON.parse(line).kind)).toEqual(['orders'])
  await another.stop()
})
