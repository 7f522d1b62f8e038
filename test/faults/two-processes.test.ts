import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAccount, aTenant, PASSWORD } from '../support/actors.ts'
import { type Answer, createClient } from '../support/client.ts'
import { size } from '../support/form.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof } from './support/proof.ts'

const proof = openProof('two-processes')
let portal: TestPortal
let processes: Awaited<ReturnType<typeof startBeside>>[]
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  member = await aMember(portal, await aTenant(portal))
  processes = await Promise.all([startBeside(portal), startBeside(portal)])
})
afterAll(async () => {
  for (const { stop } of processes ?? []) await stop()
  await portal?.close()
})

/** So many requests at once, in turns at each process. */
const atBoth = <T>(count: number, ask: (url: string, at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(processes[at % 2]?.url as string, at)))
const tally = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]),
  )

it('a window of requests has as many as it has, whichever process is asked', async () => {
  const left = 20
  await member.post('/api/v1/session/preferences', { language: 'en' })
  const [{ bucket }] = await peek(
    portal,
    `select max(w.bucket) as bucket from auth.rate_windows w join auth.sessions s on w.bucket like '%' || s.id || '%'
      where s.user_id = $1`,
    [member.userId],
  )
  // This minute and the next, so that nothing depends on the clock.
  await peek(
    portal,
    `insert into auth.rate_windows select $1, date_trunc('minute', clock_timestamp()) + n * interval '1 minute', 240 - $2::int
       from generate_series(0, 1) n on conflict (bucket, starts_at) do update set used = excluded.used`,
    [bucket, left],
  )
  const headers = { cookie: cookieOf(member) }
  const answers: Answer[] = []
  for (let wave = 0; wave < size(3, 15); wave++)
    answers.push(
      ...(await atBoth(16, (url) =>
        createClient(url).post('/api/v1/session/preferences', { language: 'en' }, { headers }),
      )),
    )
  const statuses = tally(answers.map(({ status }) => status))
  expect(statuses).toEqual({ 200: left, 429: answers.length - left })
  proof.note({ window: statuses })
})

it('guesses at a password are looked at five times, whichever process is asked', async () => {
  const { email, userId } = await anAccount(portal)
  const guesses = await atBoth(size(12, 24), (url, at) => createClient(url).signIn(email, `wrong ${at}`))
  expect(tally(guesses.map(({ status }) => status))).toEqual(
    expect.toSatisfy((statuses: Record<number, number>) => !(200 in statuses)),
  )
  const reasons = await peek(
    portal,
    `select new ->> 'reason' as reason, count(*)::int as n from portal.audit_log
      where action = 'session.sign_in_failed' and actor = $1 group by 1`,
    [userId],
  )
  const looked = reasons.find(({ reason }) => reason === 'wrong')?.n
  expect(looked).toBe(5)
  expect((await createClient(processes[1]?.url as string).signIn(email, PASSWORD)).status).toBe(401)
  proof.note({ guesses: guesses.length, lookedAt: looked })
})

it('one Idempotency-Key lands once, and one order keeps its newest version', async () => {
  const rounds = size(3, 40)
  for (let round = 0; round < rounds; round++) {
    // One key for all of them would come to the end of its window.
    const key = await aKey(portal, { source: 'both' })
    const same = await atBoth(10, (url) =>
      sender(url, key)('orders', [order(`same ${round}`)], { 'idempotency-key': `same ${round}` }),
    )
    const right = same.filter(({ status }) => status === 200)
    expect(right.length).toBeGreaterThan(0)
    expect(same.every(({ status }) => [200, 409, 503].includes(status))).toBe(true)
    expect(new Set(right.map(({ text }) => text)).size).toBe(1)

    const versions = await atBoth(8, (url, at) =>
      sender(url, key)('orders', [
        order(`moved ${round}`, { 'Montant Total': `${at}.00`, 'Updated At': `2025-01-01T00:00:0${at}Z` }),
      ]),
    )
    expect(tally(versions.map(({ status }) => status))).toEqual({ 200: 8 })
  }
  const held = await peek(
    portal,
    `select split_part(source_key, ' ', 1) as what, count(*)::int as rows, count(distinct source_key)::int as orders, max(amount_cents)::int as cents,
       min(amount_cents)::int as least from portal.unassigned_orders
      where source_id = (select id from auth.ingest_sources where name = 'both') group by 1 order by 1`,
  )
  expect(held.map(({ rows, orders }) => [rows, orders])).toEqual([
    [rounds, rounds],
    [rounds, rounds],
  ])
  expect(held[0]).toMatchObject({ cents: 700, least: 700 })
  expect(await peek(portal, 'select * from portal.verify_audit()')).toEqual([])
  proof.note({ rounds, requests: rounds * 18 })
})

it('a token that is renewed at both at once has one successor', async () => {
  const rounds = size(3, 40)
  for (let round = 0; round < rounds; round++) {
    const person = await aMember(portal, await aTenant(portal))
    const headers = { cookie: cookieOf(person) }
    const renewed = await atBoth(6, (url) =>
      createClient(url).post('/api/v1/session/refresh', undefined, { headers }),
    )
    expect(tally(renewed.map(({ status }) => status))).toEqual({ 200: 6 })
    const tokens = renewed.flatMap(({ headers: answered }) =>
      answered.getSetCookie().map((line) => line.split(';')[0]),
    )
    expect(new Set(tokens).size).toBe(1)
  }
  proof.note({ renewals: rounds * 6 })
})
