import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aMember, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { peek, sale } from '../support/ingest.ts'
import { writeManyOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { openUpload } from '../support/upload.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof, spread, within } from './support/proof.ts'

const ORDERS = size(5_000, 10_000)
const NDJSON = { 'content-type': 'application/x-ndjson' }

const proof = openProof('stop-under-load')
let portal: TestPortal
let cookie: string
beforeAll(async () => {
  portal = await startTestPortal()
  const tenantId = await aTenant(portal)
  await portal.owner((tx) => writeManyOrders(tx, tenantId, ORDERS, 'Common'))
  cookie = cookieOf(await aMember(portal, tenantId))
})
afterAll(() => portal?.close())

type Outcome = { status: number; began: number; whole: boolean; lines: number }

/** One request on a connection of its own; status 0: it did not come to an answer. With `onAnswer` it is read slowly. */
function request(url: string, onAnswer?: () => void): Promise<Outcome> {
  return new Promise((done) => {
    const outcome = { status: 0, began: Number.POSITIVE_INFINITY, whole: false, lines: 0 }
    const asking = http.get(url, { headers: { cookie }, agent: false }, async (answer) => {
      outcome.status = answer.statusCode ?? 0
      onAnswer?.()
      try {
        for await (const piece of answer) {
          for (const byte of piece as Buffer) if (byte === 0x0a) outcome.lines++
          if (onAnswer) await sleep(20)
        }
        outcome.whole = answer.complete
      } catch {
        // Broken off: not whole.
      }
      done(outcome)
    })
    asking.on('socket', (socket) =>
      socket.once('connect', () => {
        outcome.began = performance.now()
      }),
    )
    asking.on('error', () => done(outcome))
  })
}

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify(sale(from + at))}\n`).join('')

it.concurrent('SIGTERM: what was begun is finished, what came later is refused, and the process ends with 0', async () => {
  const ends: number[] = []
  let answered = 0
  let refused = 0
  for (let round = 0; round < size(1, 20); round++) {
    const beside = await startBeside(portal)
    const key = await aKey(portal, { source: `stop ${round}` })
    let asking = true
    const outcomes: Outcome[] = []
    const readers = Array.from({ length: 6 }, async () => {
      while (asking) {
        const outcome = await request(`${beside.url}/api/v1/orders`)
        outcomes.push(outcome)
        if (outcome.status === 0) await sleep(20)
      }
    })
    const files = Array.from({ length: 2 }, () => {
      let begin = () => {}
      const begun = new Promise<void>((done) => {
        begin = done
      })
      return { begun, outcome: request(`${beside.url}/api/v1/orders/export?format=csv`, begin) }
    })
    const upload = openUpload(beside.url, 'sales-history', key, NDJSON)
    await upload.write(lines(0, 500))
    await upload.whenHeld(portal, async () => {})
    await Promise.all(files.map(({ begun }) => begun))
    await sleep(proof.random() * size(100, 700))

    const told = performance.now()
    const ended = beside.stop('SIGTERM')
    await sleep(200)
    const answer = await upload.end(lines(500, 500))
    expect([answer.status, answer.body.inserted]).toEqual([200, 1000])
    for (const file of await Promise.all(files.map(({ outcome }) => outcome)))
      expect(file).toMatchObject({ status: 200, whole: true, lines: ORDERS + 1 })
    const { code, ms } = await ended
    asking = false
    await Promise.all(readers)

    expect(code).toBe(0)
    expect(ms).toBeLessThan(within(10_000))
    ends.push(ms)
    // A moment of grace: the kernel may have taken a connection that the process never saw.
    for (const { status, began, whole } of outcomes.filter((one) => one.began < told - 50))
      expect({ status, whole }, `begun ${told - began} ms before`).toEqual({ status: 200, whole: true })
    for (const { status } of outcomes) status === 200 ? answered++ : refused++
    expect(outcomes.every(({ status }) => [0, 200, 503].includes(status))).toBe(true)
    const [landed] = await peek(
      portal,
      `select count(*)::int as n from portal.unassigned_sales_history
        where source_id = (select id from auth.ingest_sources where name = $1)`,
      [`stop ${round}`],
    )
    expect(landed.n).toBe(1000)
  }
  proof.note({
    rounds: ends.length,
    endedAfterMs: spread(ends),
    readsAnswered: answered,
    comeTooLate: refused,
  })
})

it.concurrent('SIGTERM with a sender that never finishes: still in time, with 0, and nothing of it lands', async () => {
  const beside = await startBeside(portal)
  const upload = openUpload(beside.url, 'sales-history', await aKey(portal, { source: 'endless' }), NDJSON)
  await upload.write(lines(0, 100))
  await upload.whenHeld(portal, async () => {})
  const { code, ms } = await beside.stop('SIGTERM')
  upload.breakOff()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(within(10_000))
  expect(
    await peek(
      portal,
      `select from portal.unassigned_sales_history where source_id = (select id from auth.ingest_sources where name = 'endless')`,
    ),
  ).toEqual([])
  proof.note({ withAnEndlessSenderMs: ms })
})
