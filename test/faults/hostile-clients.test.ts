import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { sender } from '../support/ingest.ts'
import { writeManyOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { cookieOf, startBeside } from './support/beside.ts'
import { openProof, spread, within } from './support/proof.ts'
import { flood, type Held, openWire } from './support/wire-clients.ts'

const MB = 1024 * 1024
const proof = openProof('hostile-clients')
let portal: TestPortal
let beside: Awaited<ReturnType<typeof startBeside>>
let member: Actor
let host: string
beforeAll(async () => {
  portal = await startTestPortal()
  const tenantId = await aTenant(portal)
  await portal.owner((tx) => writeManyOrders(tx, tenantId, 1000, 'Common', true))
  member = await aMember(portal, tenantId)
  beside = await startBeside(portal)
  host = new URL(beside.url).host
  for (let at = 0; at < 20; at++) await ordinary()
})
afterAll(async () => {
  await beside?.stop()
  await portal?.close()
})

/** What everybody else does meanwhile; milliseconds. */
async function ordinary(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${beside.url}/api/v1/orders`, { headers: { cookie: cookieOf(member) } })
  const { total } = (await answer.json()) as { total?: number }
  expect([answer.status, total]).toEqual([200, 1000])
  return performance.now() - began
}

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, `host: ${host}`, ...lines, '', ''].join('\r\n')

it('slow heads, slow bodies and readers that never read lose their connection, and nobody else waits', async () => {
  const memory = beside.memory()
  const alone: number[] = []
  for (let at = 0; at < 40; at++) alone.push(await ordinary())
  const cookie = `cookie: ${cookieOf(member)}`
  const json = 'content-type: application/json'
  const held: Record<string, Held[]> = { heads: [], silent: [], bodies: [], readers: [] }
  for (let at = 0; at < size(100, 500); at++)
    held.heads?.push(openWire(beside.url, 'GET / HTTP/1.1\r\nhost: x\r\n'))
  for (let at = 0; at < size(20, 100); at++) held.silent?.push(openWire(beside.url, ''))
  for (let at = 0; at < size(40, 200); at++)
    held.bodies?.push(
      openWire(beside.url, `${head('/api/v1/session/preferences', cookie, json, 'content-length: 999')}{`),
    )
  // As many answers as are let wait; and four times as many, whose connection ends at once.
  const ask = `GET /api/v1/openapi.json HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: identity\r\n\r\n`
  // In the short form they are tried beside the code that ends them (slow-readers.test.ts): it takes half a minute.
  for (let at = 0; at < size(0, 100); at++) {
    held.readers?.push(openWire(beside.url, ask.repeat(at % 2 ? 8 : 32), { reads: false }))
    await sleep(20) // it is not their number that is tried here
  }
  // A byte now and then, so that no time-out of silence helps.
  const drip = setInterval(() => {
    for (const { socket } of [...(held.heads ?? []), ...(held.bodies ?? [])]) socket.write('a')
  }, 2000)
  const meanwhile: number[] = []
  const closings = Promise.all(
    Object.entries(held).map(
      async ([kind, all]) => [kind, await Promise.all(all.map(({ closedMs }) => closedMs))] as const,
    ),
  )
  let waiting = true
  void closings.then(() => {
    waiting = false
  })
  while (waiting) meanwhile.push(await ordinary())
  clearInterval(drip)
  const closed = Object.fromEntries((await closings).map(([kind, times]) => [kind, spread(times).worst]))
  for (const [kind, worst] of Object.entries(closed))
    expect({ kind, worst }).toEqual({ kind, worst: expect.toSatisfy((ms: number) => ms < within(60_000)) })
  for (const { answer } of held.bodies ?? []) expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
  // What is written for those who do not read is in memory until they are gone.
  expect(beside.memory().most - memory.most).toBeLessThan(400)
  proof.note({
    connections: Object.fromEntries(Object.entries(held).map(([kind, all]) => [kind, all.length])),
    closedAfterMs: closed,
    ordinaryMs: { alone: spread(alone), meanwhile: spread(meanwhile), requests: meanwhile.length },
    memoryMb: beside.memory(),
  })
})

it('a connection that has asked is kept for longer than a proxy keeps its own, and answers after a pause', async () => {
  const wire = openWire(beside.url, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await expect.poll(wire.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*keep-alive: timeout=65\b/i)
  await sleep(8000) // a look at idle connections and more
  const before = wire.answer().length
  wire.socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
  await expect.poll(() => wire.answer().slice(before)).toMatch(/^HTTP\/1\.1 200 /)
  wire.socket.destroy()
})

it('bodies of any size and shape are refused soon, in little memory', async () => {
  const before = beside.memory().now
  const refused: Record<string, unknown> = {}
  const cookie = `cookie: ${cookieOf(member)}`
  const json = 'content-type: application/json'
  const preferences = '/api/v1/session/preferences'
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
  const most = size(300, 1024) * MB

  for (const [name, path] of Object.entries({
    json: preferences,
    'sign-in': '/api/auth/sign-in/email',
    page: '/orders',
  })) {
    const { status, sent, ms } = await flood(
      beside.url,
      head(path, cookie, json, 'transfer-encoding: chunked'),
      chunk,
      most,
    )
    expect([name, status]).toEqual([name, name === 'page' ? 405 : 413])
    expect(ms).toBeLessThan(within(2000))
    refused[`endless ${name}`] = { status, sentMb: Math.round(sent / MB), ms: Math.round(ms) }
  }
  const key = await aKey(portal)
  const push = sender(beside.url, key)
  const noTable = await flood(
    beside.url,
    head('/api/v1/ingest/orders', `authorization: Bearer ${key}`, 'transfer-encoding: chunked'),
    chunk,
    most,
  )
  expect([413, 415, 422]).toContain(noTable.status)
  refused['endless batch'] = {
    status: noTable.status,
    sentMb: Math.round(noTable.sent / MB),
    ms: Math.round(noTable.ms),
  }

  const bomb = gzipSync(Buffer.alloc(size(100, 1000) * MB, ' '), { level: 9 })
  const unpacked = await push('orders', bomb, { 'content-encoding': 'gzip' })
  expect([413, 415, 422]).toContain(unpacked.status)
  refused['gzip bomb'] = { status: unpacked.status, packedKb: Math.round(bomb.length / 1024) }

  const texts: Record<string, string> = {
    '1,000,000 keys': `[{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join()}}]`,
    'depth of 10,000': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'depth of 10,000 in a field': `[{"Primary":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}]`,
    'a text of 10 MB': `[{"Primary":1,"Client Name":"${'x'.repeat(10 * MB)}"}]`,
    'a prototype': '[{"__proto__":{"Primary":1},"constructor":{"prototype":{"polluted":1}}}]',
  }
  for (const [name, text] of Object.entries(texts)) {
    const began = performance.now()
    const { status, body } = await push('orders', text)
    const ms = Math.round(performance.now() - began)
    // A batch whose rows are faulty is a batch of which no row was taken.
    const nothing =
      status === 200 ? body.inserted === 0 && body.rejected > 0 : [413, 415, 422].includes(status)
    expect([name, status, nothing]).toEqual([name, status, true])
    expect(text.length > 1e6 ? 0 : ms).toBeLessThan(within(1000))
    const screen = await fetch(beside.url + preferences, {
      method: 'POST',
      headers: { cookie: cookieOf(member), 'content-type': 'application/json' },
      body: text,
    })
    expect([name, screen.status]).toEqual([name, text.length > MB ? 413 : 422])
    refused[name] = { batch: status, screen: screen.status, ms }
  }
  expect(Object.prototype).not.toHaveProperty('polluted')
  await ordinary()
  const { now, most: peak } = beside.memory()
  expect(peak - before).toBeLessThan(400)
  proof.note({ refused, bodiesMemoryMb: { before, after: now, peak } })
})

it('a batch of any length lands in flat memory', async () => {
  const megabytes = size(20, 200)
  const own = await startBeside(portal)
  const before = own.memory().now
  const key = await aKey(portal, { source: 'large' })
  let rows = 0
  let peak = 0
  const line = (at: number) =>
    `{"Id":${at},"Year":2024,"Month":${1 + (at % 12)},"Invoice No":"I${at % 90_000}","Qty Sold":${at % 50},"Amount":"${at % 900}.50","Item":"Product ${at % 400}","Item No":"P-${at % 400}","Customer Name":"Customer ${at % 2000}","Note":"${'n'.repeat(80)}"}\n`
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece: string[] = []
      for (let at = 0; at < 500; at++) piece.push(line(++rows))
      sent += piece.reduce((sum, text) => sum + text.length, 0)
      controller.enqueue(Buffer.from(piece.join('')))
      if (sent >= megabytes * MB) controller.close()
    },
  })
  let sent = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, own.memory().now)
  }, 200)
  const began = performance.now()
  const answer = await sender(own.url, key)('sales-history', body, {
    'content-type': 'application/x-ndjson',
  })
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  await own.stop()
  expect([answer.status, answer.body.inserted]).toEqual([200, rows])
  expect(peak - before).toBeLessThan(250)
  proof.note({
    batch: { megabytes, rows, rowsPerSecond: Math.round(rows / seconds), memoryMb: { before, peak } },
  })
})
