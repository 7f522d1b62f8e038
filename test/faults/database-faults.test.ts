import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { order, peek, sender, stagedRows } from '../support/ingest.ts'
import { openUpload } from '../support/upload.ts'
import { createAsks, type Told } from './support/asks.ts'
import { connectionsOf, type FaultPortal, startFaultPortal } from './support/fault-portal.ts'
import { openProof, spread, within } from './support/proof.ts'

// What is promised (D8): a clear refusal within 3 s, and work again within 5 s of the database's return.
const REFUSED_MS = 3000
const BACK_MS = 5000

const proof = openProof('database-faults')
let fault: FaultPortal
let asks: Awaited<ReturnType<typeof createAsks>>
beforeAll(async () => {
  fault = await startFaultPortal()
  asks = await createAsks(fault.portal)
})
afterAll(() => fault?.close())

/** All kinds of request are refused in time, in the long form twice in a row; the process itself goes on saying that it lives. */
async function expectRefusals(): Promise<number> {
  const told: Told[] = []
  for (let round = 0; round < size(1, 2); round++) told.push(...(await asks.all(4)))
  for (const { kind, status, code, retryAfter } of told)
    expect({ kind, status, code, retryAfter }).toEqual({
      kind,
      status: 503,
      code: 'database_unavailable',
      retryAfter: '2',
    })
  const worst = Math.max(...told.map(({ ms }) => ms))
  expect(worst).toBeLessThan(within(REFUSED_MS))
  expect((await fetch(`${fault.portal.url}/healthz`)).status).toBe(200)
  return Math.round(worst)
}

async function expectRecovery(): Promise<number> {
  const back = await asks.recovery()
  expect(back).toBeLessThan(within(BACK_MS))
  return Math.round(back)
}

/** Nothing is asked, so every connection is at rest, in the portal's own view and in the database's. */
async function expectNothingLeaked() {
  await expect
    .poll(
      async () =>
        Object.values(await connectionsOf(fault)).every((p) => p.open === p.idle && p.waiting === 0),
      {
        timeout: within(5000),
      },
    )
    .toBe(true)
  const held = `select count(*)::int as n from pg_stat_activity where usename ~ '^portal_(app|auth)' and state <> 'idle'`
  await expect.poll(async () => (await peek(fault.portal, held))[0].n, { timeout: within(5000) }).toBe(0)
}

describe('a line to the database that', () => {
  afterEach(() => fault.proxy.set({ mode: 'pass' }))

  const FAULTS: Record<string, () => void> = {
    'refuses connections': () => {
      fault.proxy.set({ mode: 'refuse' })
      fault.proxy.reset()
    },
    'swallows everything': () => fault.proxy.set({ mode: 'blackhole' }),
    'is seconds late': () => fault.proxy.set({ mode: 'slow', ms: 3000 }),
    'breaks in the middle of an answer': () => fault.proxy.set({ mode: 'cut', after: 40 }),
  }
  it.each(Object.keys(FAULTS))(
    '%s: a clear refusal in time, and work by itself when it is back',
    async (name) => {
      FAULTS[name]?.()
      const refusedMs = await expectRefusals()
      fault.proxy.set({ mode: 'pass' })
      proof.note({ [name]: { refusedMs, backMs: await expectRecovery() } })
      await expectNothingLeaked()
    },
  )

  it('goes silent under an upload: that one ends too, and what it staged is taken back', async () => {
    const key = await aKey(fault.portal, { source: 'silent' })
    const upload = openUpload(fault.portal.url, 'orders', key, { 'content-type': 'application/x-ndjson' })
    await upload.write(`${JSON.stringify(order(1))}\n`)
    await upload.whenHeld(fault.portal, async () => fault.proxy.set({ mode: 'blackhole' }))
    const began = performance.now()
    const { status, body } = await upload.end(`${JSON.stringify(order(2))}\n`)
    const endedMs = Math.round(performance.now() - began)
    expect([status, body.code]).toEqual([503, 'database_unavailable'])
    expect(endedMs).toBeLessThan(within(12_000))
    fault.proxy.set({ mode: 'pass' })
    proof.note({ 'silent under an upload': { endedMs, backMs: await expectRecovery() } })
    expect(await stagedRows(fault.portal)).toBe(0)
    await expectNothingLeaked()
  })

  it('is 100 ms late, or comes in pieces of three bytes: everything works', async () => {
    fault.proxy.set({ mode: 'slow', ms: 100 })
    for (const { kind, status } of await asks.all(1)) expect([kind, status]).toEqual([kind, 200])
    fault.proxy.set({ mode: 'slices' })
    for (const { kind, status } of await asks.all(2)) expect([kind, status]).toEqual([kind, 200])
  })

  it('is reset again and again: answers are right or refusals, nothing leaks, nothing lands twice', async () => {
    const cuts = size(12, 200)
    const tenantId = await aTenant(fault.portal)
    const member = await aMember(fault.portal, tenantId)
    const push = sender(fault.portal.url, await aKey(fault.portal, { source: 'cut' }))
    const statuses: Record<number, number> = {}
    const landing = async (at: number) => {
      for (;;) {
        const answer = await push('orders', [order(`cut-${at}`)], { 'idempotency-key': `cut ${at}` })
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (answer.status === 200) return expect(answer.body.inserted).toBe(1)
        expect([409, 429, 503]).toContain(answer.status)
        await sleep(answer.status === 429 ? 1000 : 5)
      }
    }
    const reading = async () => {
      const { status, body } = await member.get('/api/v1/orders')
      statuses[status] = (statuses[status] ?? 0) + 1
      expect(status === 200 ? body.total >= 0 : body.code === 'database_unavailable').toBe(true)
    }
    for (let cut = 0; cut < cuts; cut++) {
      const asked = [landing(cut), reading(), reading(), reading()]
      await sleep(proof.random() * 12)
      fault.proxy.reset()
      await Promise.all(asked)
    }
    expect((await asks.all(4)).map(({ status }) => status)).toEqual(Array(4 * asks.kinds.length).fill(200))
    await expectNothingLeaked()
    const [landed] = await peek(
      fault.portal,
      `select count(*)::int as n, count(distinct source_key)::int as keys from
        (select source_key from portal.orders union all select source_key from portal.unassigned_orders) every
        where source_key like '%cut-%'`,
    )
    expect(landed).toEqual({ n: cuts, keys: cuts })
    proof.note({ cuts, answers: statuses })
  })
})

describe('a database that', () => {
  const backs = (name: string, times: number[]) =>
    proof.note({ [name]: { times: times.length, backMs: spread(times) } })

  it('ends all of its sessions: work goes on', async () => {
    const times: number[] = []
    for (let round = 0; round < size(5, 200); round++) {
      const asked = round % 10 === 0 ? asks.all(2) : undefined
      await peek(
        fault.portal,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename ~ '^portal_(app|auth)'`,
      )
      for (const { kind, status } of (await asked) ?? [])
        expect([kind, [200, 503].includes(status)]).toEqual([kind, true])
      if (round % 10 === 0) times.push(await expectRecovery())
    }
    backs('all sessions ended', times)
    await expectNothingLeaked()
  })

  it('is restarted, or loses one of its processes to kill -9', async () => {
    const times: number[] = []
    for (let round = 0; round < size(1, 30); round++) {
      await fault.server.restart()
      times.push(await expectRecovery())
    }
    backs('restarted', times)
    const [backend] = await peek(
      fault.portal,
      `select pid from pg_stat_activity where usename like 'portal_app%' limit 1`,
    )
    fault.server.signal('SIGKILL', [backend.pid])
    backs('one process killed', [await expectRecovery()])
    await expectNothingLeaked()
  })

  it('stands still for seconds', async () => {
    const times: number[] = []
    let worst = 0
    for (let round = 0; round < size(1, 20); round++) {
      const processes = fault.server.processes()
      fault.server.signal('SIGSTOP', processes)
      try {
        const asked = asks.all(2)
        await sleep(size(3000, 5000))
        for (const { ms } of await asked) worst = Math.max(worst, ms)
        if (round === 0) worst = Math.max(worst, await expectRefusals())
      } finally {
        fault.server.signal('SIGCONT', processes)
      }
      times.push(await expectRecovery())
    }
    expect(worst).toBeLessThan(within(REFUSED_MS))
    backs('stood still', times)
    await expectNothingLeaked()
  })
})
