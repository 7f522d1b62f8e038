import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createInflateRaw } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMember, aTenant } from '../support/actors.ts'
import { size } from '../support/form.ts'
import { writeManyOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { beginDownload } from '../support/slow-reader.ts'
import { openProof } from './support/proof.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const MB = 1024 * 1024
const ORDERS = size(40_000, 100_000)
const proof = openProof('orders-export-memory')
/** What stands before the first sheet in the archive. */
const LOCAL_HEADER = 30 + 'xl/worksheets/sheet1.xml'.length

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Objects and texts in use, in MB: what the next collection would take does not count, nor what the sockets hold. */
function inUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / MB
}

/** Counts the rows of a file while its pieces arrive, and keeps nothing. */
function counter(format: 'csv' | 'xlsx') {
  let rows = -1 // the headings
  if (format === 'csv')
    return {
      add: (piece: Uint8Array) => piece.forEach((byte) => void (byte === 0x0a && rows++)),
      rows: () => rows,
    }
  const sheet = createInflateRaw()
  let tail = ''
  sheet.on('data', (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1')
    rows += text.split('<row ').length - 1
    tail = text.slice(-4)
  })
  let header = LOCAL_HEADER
  const add = (piece: Uint8Array) => {
    sheet.write(piece.subarray(header))
    header = Math.max(0, header - piece.length)
  }
  return { add, rows: () => rows }
}

/** A reader who takes one piece, rests, and then reads on: how much the server holds in the meantime, and the rows. */
async function download(cookie: string, format: 'csv' | 'xlsx') {
  const before = inUse()
  const answer = await beginDownload(`${portal.url}/api/v1/orders/export?format=${format}`, { cookie })
  expect(answer.statusCode).toBe(200)
  await sleep(size(1500, 5000))
  const held = inUse() - before
  const { add, rows } = counter(format)
  for await (const piece of answer) add(piece)
  await expect.poll(rows).toBe(ORDERS)
  return Math.round(held)
}

it('orders leave in flat memory however many they are, in both formats', async () => {
  const tenantId = await aTenant(portal)
  await portal.owner((tx) => writeManyOrders(tx, tenantId, ORDERS, 'Common', true))
  const buyer = await aMember(portal, tenantId)
  const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const held = { csv: await download(cookie, 'csv'), xlsx: await download(cookie, 'xlsx') }
  proof.note({ orders: ORDERS, memoryMbWhileTheReaderRests: held })
  // 100,000 rows as objects would take 70.
  expect(held.csv).toBeLessThan(20)
  expect(held.xlsx).toBeLessThan(20)
})

it('a job makes the file of all of them in flat memory', async () => {
  const tenantId = await aTenant(portal)
  await portal.owner((tx) => writeManyOrders(tx, tenantId, ORDERS, 'Job', true))
  const buyer = await aMember(portal, tenantId)
  const held: Record<string, number> = {}
  for (const format of ['csv', 'xlsx'] as const) {
    const before = inUse()
    let most = 0
    const { id } = (await buyer.post('/api/v1/exports', { kind: 'orders', input: { format } })).body
    const look = async () =>
      (await buyer.get('/api/v1/exports')).body.items.find((job: { id: number }) => job.id === id)
    let job = await look()
    while (['queued', 'running'].includes(job.state)) {
      most = Math.max(most, inUse() - before)
      await sleep(250)
      job = await look()
    }
    expect(job).toMatchObject({ state: 'done', total: ORDERS, written: ORDERS })
    held[format] = Math.round(most)
  }
  proof.note({ orders: ORDERS, memoryMbWhileAJobRuns: held })
  expect(Math.max(...Object.values(held))).toBeLessThan(30)
})
