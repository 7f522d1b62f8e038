import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey } from '../support/actors.ts'
import { counts, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let key: string
let threads = 0
const started = () => {
  threads += 1
}
beforeAll(async () => {
  portal = await startTestPortal()
  key = await aKey(portal)
  process.on('worker', started)
})
afterAll(async () => {
  process.off('worker', started)
  await portal?.close()
})

let next = 0
const rows = (count: number) => Array.from({ length: count }, () => sale(++next))
const push = (body: unknown, address = 'sales-history', headers = {}) =>
  sender(portal.url, key)(address, body, headers)

describe('the threads that read uploads', () => {
  it('are not asked for a few rows, nor before the key is known', async () => {
    expect((await sender(portal.url, undefined)('sales-history', rows(500))).status).toBe(401)
    expect((await push(rows(500), 'pamphlets')).status).toBe(404)
    expect((await push(rows(500), 'sales-history?decimal=x')).status).toBe(422)
    expect(counts((await push(rows(20))).body)).toEqual({ received: 20, inserted: 20 })
    expect(threads).toBe(0)
  })

  it('are kept for the next upload, and never more than uploads under way', async () => {
    for (let batch = 0; batch < 3; batch++)
      expect(counts((await push(rows(500))).body)).toEqual({ received: 500, inserted: 500 })
    expect(threads).toBe(1)
    // Packed, nobody knows how much it is.
    const packed = gzipSync(JSON.stringify(rows(20)))
    expect((await push(packed, 'sales-history', { 'content-encoding': 'gzip' })).status).toBe(200)
    expect(threads).toBe(1)
    const answers = await Promise.all(Array.from({ length: 3 }, () => push(rows(700))))
    for (const { body } of answers) expect(counts(body)).toEqual({ received: 700, inserted: 700 })
    expect(threads).toBeLessThanOrEqual(3)
  })

  it('refuse with what stands in the body, and an unreadable one harms nobody', async () => {
    const refused = await push(`%PDF-1.4${'x'.repeat(50_000)}`)
    expect([refused.status, refused.body.code]).toEqual([422, 'not_a_table'])
    const cut = gzipSync(JSON.stringify(rows(900))).subarray(0, 3000)
    const damaged = await push(cut, 'sales-history', { 'content-encoding': 'gzip' })
    expect([damaged.status, damaged.body.code]).toEqual([422, 'bad_gzip'])
    expect(counts((await push(rows(500))).body)).toEqual({ received: 500, inserted: 500 })
  })

  it('take the fingerprint of what comes, as for a few rows', async () => {
    for (const count of [20, 1500]) {
      const body = rows(count)
      const headers = { 'idempotency-key': `once ${count}` }
      const first = await push(body, 'sales-history', headers)
      const again = await push(body, 'sales-history', headers)
      expect([again.status, again.text]).toEqual([200, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      const other = await push([...body.slice(1), sale(++next)], 'sales-history', headers)
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
    }
  })
})
