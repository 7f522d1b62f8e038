import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { LONG, size } from '../support/form.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { quantile } from './support/distributions.ts'
import { openProof } from './support/proof.ts'

const proof = openProof('sign-in-flood')
let portal: TestPortal
/** A process of its own where it is measured. */
let beside: Awaited<ReturnType<typeof startBeside>> | undefined
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' })
  if (LONG) beside = await startBeside(portal, { TRUST_PROXY: '1', MFA_POLICY: 'optional', DEMO: '0' })
})
afterAll(async () => {
  await beside?.stop()
  await portal?.close()
})

it('a flood of sign-ins is turned away where it exceeds what is hashed, and others are served (T17)', async () => {
  const url = beside?.url ?? portal.url
  const member = await aMember(portal, await aTenant(portal))
  const headers = { cookie: cookieOf(member) }
  const answers: Record<number, number> = {}
  const ordinary: number[] = []
  const hashed: number[] = []
  let silent = 0
  let flooding = true
  const others = async () => {
    while (flooding) {
      const since = performance.now()
      expect((await createClient(url).get('/api/v1/session', { headers })).status).toBe(200)
      ordinary.push(performance.now() - since)
      await sleep(20)
    }
  }
  const signIn = async (at: number) => {
    const since = performance.now()
    const { status, headers: told } = await createClient(url).post(
      '/api/auth/sign-in/email',
      { email: `flood-${at}@test.example`, password: 'not-the-password-at-all' },
      // Another address each time: the bound of one address hides nothing.
      { headers: { 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` } },
    )
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 401) hashed.push(performance.now() - since)
    if (status === 429 && !(Number(told.get('retry-after')) > 0)) silent += 1
  }

  const total = size(40, 200 * 30)
  const began = performance.now()
  const served = LONG ? others() : undefined
  const flood: Promise<void>[] = []
  for (let at = 0; at < total; at++) {
    flood.push(signIn(at))
    // 200 a second where it is measured; all at once where it is not.
    const wait = size(0, began + (at + 1) * 5 - performance.now())
    if (wait > 1) await sleep(wait)
  }
  await Promise.all(flood)
  flooding = false
  await served
  const seconds = (performance.now() - began) / 1000
  const others99 = Math.round(quantile(ordinary, 0.99))
  const memoryMb = beside?.memory()
  proof.note({
    ...{ asked: total, perSecond: Math.round(total / seconds), answers },
    hashedMs: { median: Math.round(quantile(hashed, 0.5)), worst: Math.round(quantile(hashed, 1)) },
    ...(LONG && {
      others: {
        requests: ordinary.length,
        medianMs: Math.round(quantile(ordinary, 0.5)),
        p99Ms: others99,
      },
      memoryMb,
    }),
  })
  // How many are hashed is the machine's affair; nothing else is answered.
  expect((answers[401] ?? 0) + (answers[429] ?? 0)).toBe(total)
  expect(hashed.length).toBeGreaterThan(0)
  expect(silent).toBe(0)
  if (LONG) expect(answers[429]).toBeGreaterThan(0)
  if (LONG) {
    expect(others99).toBeLessThanOrEqual(300)
    expect(memoryMb?.most).toBeLessThan(1024)
  }
})
