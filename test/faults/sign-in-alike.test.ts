import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMember, anAccount, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { LONG, size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { enrol } from '../support/second-factor.ts'
import { startBeside } from './support/beside.ts'
import { cliffsDelta, quantile } from './support/distributions.ts'
import { openProof } from './support/proof.ts'

const proof = openProof('sign-in-alike')
const WRONG = 'not-the-password-at-all'
let portal: TestPortal
/** A process of its own where it is measured. */
let beside: Awaited<ReturnType<typeof startBeside>> | undefined
let url: string
let tenantId: number
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' })
  tenantId = await aTenant(portal)
  if (LONG) beside = await startBeside(portal, { TRUST_PROXY: '1', MFA_POLICY: 'optional', DEMO: '0' })
  url = beside?.url ?? portal.url
})
afterAll(async () => {
  await beside?.stop()
  await portal?.close()
})

let asked = 0
/** Every request comes from another address, so that the bound of one address hides nothing. */
function from(): Record<string, string> {
  asked += 1
  return { 'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` }
}
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  createClient(url).post(path, body, { headers: { ...from(), ...headers } })

/** Fails five times, so that the account is locked for whoever comes next; answers its counters. */
async function lock(email: string): Promise<string[]> {
  const before = await subjects()
  for (let i = 0; i < 5; i++) await post('/api/auth/sign-in/email', { email, password: WRONG })
  return (await subjects()).filter((subject) => !before.includes(subject))
}
const subjects = () =>
  portal.owner(async (tx) => {
    const { rows } = await sql<{ subject: string }>`select subject from auth.attempts`.execute(tx)
    return rows.map(({ subject }) => subject)
  })

type Kinds = Record<string, () => Promise<{ status: number; body: Json }>>

/** Asks for each kind in turns, in another order each time; the answers must be the first kind's, and so should be the time. */
async function compare(what: string, kinds: Kinds, locked: string[]): Promise<void> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  const rounds = size(2, 300)
  let told: unknown
  for (let round = -size(0, 5); round < rounds; round++) {
    await portal.owner(async (tx) => {
      await sql`delete from auth.attempts where subject <> all (${locked})`.execute(tx)
      await sql`delete from auth.rate_windows`.execute(tx)
    })
    const order = Object.entries(kinds)
      .map((entry) => ({ entry, at: proof.random() }))
      .sort((a, b) => a.at - b.at)
    for (const { entry } of order) {
      const [kind, ask] = entry
      const began = performance.now()
      const { status, body } = await ask()
      if (round >= 0) times[kind]?.push(performance.now() - began)
      const { traceId: _, ...said } = body
      told ??= [status, said]
      expect([kind, status, said]).toEqual([kind, ...(told as unknown[])])
    }
  }
  const [first = [], ...others] = Object.entries(times).map(([, all]) => all)
  const names = Object.keys(kinds).slice(1)
  const figures = others.map((all, at) => ({
    kind: names[at],
    medianMs: Number((quantile(all, 0.5) - quantile(first, 0.5)).toFixed(2)),
    delta: Number(cliffsDelta(first, all).toFixed(3)),
  }))
  proof.note({
    [what]: { pairs: rounds, medianMs: Number(quantile(first, 0.5).toFixed(2)), against: figures },
  })
  if (!LONG) return
  for (const { kind, medianMs, delta } of figures) {
    expect(Math.abs(delta), `Cliff's delta of ${kind}`).toBeLessThan(0.15)
    expect(Math.abs(medianMs), `milliseconds between the medians of ${kind}`).toBeLessThan(2)
  }
}

it('neither answer nor time tells whether there is such an account (T12)', async () => {
  const [known, held, gone] = [await anAccount(portal), await anAccount(portal), await anAccount(portal)]
  const locked = await lock(held.email)
  expect(locked.length).toBeGreaterThan(0)
  await portal.owner((tx) =>
    sql`update portal.profiles set deactivated_at = now() where user_id = ${gone.userId}`.execute(tx),
  )
  const signIn = (email: string, password: string) => () =>
    post('/api/auth/sign-in/email', { email, password })
  await compare(
    'signIn',
    {
      'wrong password': signIn(known.email, WRONG),
      unknown: signIn('nobody-at-all@test.example', WRONG),
      'locked, right password': signIn(held.email, PASSWORD),
      'deactivated, right password': signIn(gone.email, PASSWORD),
    },
    locked,
  )
  const forget = (email: string) => () => post('/api/auth/password/forgot', { email })
  await compare(
    'reset',
    {
      known: forget(known.email),
      unknown: forget('nobody-at-all@test.example'),
      locked: forget(held.email),
      deactivated: forget(gone.email),
    },
    locked,
  )

  const half = async (email: string) => {
    const visitor = createClient(url)
    await visitor.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { headers: from() })
    return { cookie: `portal_challenge=${visitor.cookies.get('portal_challenge')}` }
  }
  const enrolled = async () => {
    const person = await aMember(portal, tenantId, 'viewer')
    await enrol(person)
    return person.email
  }
  const [one, other] = [await enrolled(), await enrolled()]
  const [oneHalf, otherHalf] = [await half(one), await half(other)]
  const lockedHalf = await lock(other)
  const show = (cookie: { cookie: string }) => () =>
    post('/api/auth/sign-in/second-factor', { code: '000000' }, cookie)
  await compare('secondHalf', { open: show(oneHalf), locked: show(otherHalf) }, lockedHalf)
})
