import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey } from '../support/actors.ts'
import { counts, order, peek, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { openUpload } from '../support/upload.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

let keys = 0
const aName = () => ({ 'idempotency-key': `request ${++keys}` })
const ordersNow = async () =>
  Number((await peek(portal, 'select count(*) as n from portal.unassigned_orders'))[0].n)

describe('the same request again', () => {
  it('has the same answer, byte for byte, and does nothing', async () => {
    const send = sender(portal.url, await aKey(portal))
    const name = aName()
    const rows = [order('twice'), { Primary: 'faulty' }]
    const first = await send('orders', rows, name)
    expect(first.status).toBe(200)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = [await ordersNow(), await peek(portal, 'select count(*) from portal.audit_log')]
    for (const body of [rows, rows]) {
      const again = await send('orders', body, name)
      expect([again.status, again.text]).toEqual([200, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect([await ordersNow(), await peek(portal, 'select count(*) from portal.audit_log')]).toEqual(before)
    // Packed otherwise it is the same body.
    const packed = await send('orders', gzipSync(JSON.stringify(rows)), name)
    expect([packed.status, packed.text]).toEqual([200, first.text])
  })

  it('is told from another body, kind or option', async () => {
    const send = sender(portal.url, await aKey(portal))
    const name = aName()
    await send('orders', [order('a')], name)
    for (const [address, body] of [
      ['orders', [order('b')]],
      ['orders', `[${JSON.stringify(order('a'))}] `],
      ['orders?atomic=true', [order('a')]],
      ['customers', [order('a')]],
      ['orders', []],
    ] as const) {
      const { status, body: problem } = await send(address, body, name)
      expect([status, problem.code]).toEqual([422, 'idempotency_mismatch'])
    }
  })

  it('holds for one key only, on every server, and after a restart', async () => {
    const key = await aKey(portal)
    const name = aName()
    const first = await sender(portal.url, key)('orders', [order('scoped')], name)
    const other = await sender(portal.url, await aKey(portal, { source: 'another' }))(
      'orders',
      [order('scoped')],
      name,
    )
    expect(counts(other.body)).toEqual({ received: 1, inserted: 1 })
    const later = await portal.another()
    try {
      const again = await sender(later.url, key)('orders', [order('scoped')], name)
      expect([again.status, again.text]).toEqual([200, first.text])
    } finally {
      await later.stop()
    }
  })

  it('is forgotten after 30 days, and a refused one at once', async () => {
    const send = sender(portal.url, await aKey(portal))
    const name = aName()
    const first = await send('orders', [order('old')], name)
    await peek(
      portal,
      `update portal.ingest_batches set received_at = received_at - interval '30 days 1 minute' where id = $1`,
      [first.body.batchId],
    )
    const later = await send('orders', [order('new')], name)
    expect(counts(later.body)).toEqual({ received: 1, inserted: 1 })
    const refused = aName()
    expect((await send('orders?atomic=true', [{ Primary: 1 }], refused)).status).toBe(422)
    expect((await send('orders?atomic=true', [order(1)], refused)).status).toBe(200)
  })

  it('is refused while the first one is being worked on, by any server', async () => {
    const key = await aKey(portal)
    const name = aName()
    const upload = openUpload(portal.url, 'orders', key, { ...name, 'content-type': 'application/x-ndjson' })
    await upload.write(`${JSON.stringify(order('slow'))}\n`)
    const other = await portal.another()
    try {
      for (const url of [portal.url, other.url]) {
        // The first request may not have arrived yet; what this one did then is undone by nobody, so it must be refused.
        const meanwhile = await upload.whenHeld(portal, () =>
          sender(url, key)('orders', [order('quick')], name),
        )
        expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'in_progress'])
        expect(Number(meanwhile.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      // While a slow body comes in, its transaction has no number that would hold other people's events back.
      const idle = await peek(
        portal,
        `select backend_xid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      )
      expect(idle).toEqual([{ backend_xid: null }])
    } finally {
      await other.stop()
    }
    const answer = await upload.end(`${JSON.stringify(order('slow 2'))}\n`)
    expect([answer.status, counts(answer.body)]).toEqual([200, { received: 2, inserted: 2 }])
  })

  it('lands once when twenty come at the same time', async () => {
    const key = await aKey(portal)
    const name = aName()
    const other = await portal.another()
    try {
      const attempt = async (url: string): Promise<string> => {
        for (;;) {
          const { status, text } = await sender(url, key)('orders', [order('parallel')], name)
          if (status === 200) return text
          expect(status).toBe(409)
        }
      }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => attempt(at % 2 ? portal.url : other.url)),
      )
      expect(new Set(answers).size).toBe(1)
      const landed = await peek(
        portal,
        `select result from portal.ingest_batches where idempotency_key = $1`,
        [name['idempotency-key']],
      )
      expect(landed).toHaveLength(1)
    } finally {
      await other.stop()
    }
  })
})

describe('parallel batches on the same rows', () => {
  it('come one after the other: the newest version wins, nothing is lost, nothing blocks for ever', async () => {
    const key = await aKey(portal, { source: 'crowd' })
    const other = await portal.another()
    try {
      const versions = Array.from({ length: 24 }, (_, minute) => minute)
      const answers = await Promise.all(
        versions.map((minute) => {
          const rows = Array.from({ length: 60 }, (_, id) =>
            sale((id * 7 + minute) % 60, {
              'Qty Sold': minute + 1,
              'Updated At': `2025-01-01T00:${String(minute).padStart(2, '0')}:00Z`,
            }),
          )
          return sender(minute % 2 ? portal.url : other.url, key)('sales-history', rows)
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200))
      const sum = (name: string) => answers.reduce((total, { body }) => total + body[name], 0)
      expect(sum('inserted')).toBe(60)
      expect(sum('updated') + sum('stale') + sum('inserted')).toBe(24 * 60)
      const stored = await peek(
        portal,
        `select quantity, count(*)::int as n from portal.unassigned_sales_history group by 1`,
      )
      expect(stored).toEqual([{ quantity: 24_000, n: 60 }])
      expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
    } finally {
      await other.stop()
    }
  })

  it('of several systems that meet the same new names land side by side', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, system) => {
        const send = sender(portal.url, await aKey(portal, { source: `system ${system}` }))
        const rows = Array.from({ length: 9000 }, (_, at) => {
          const name = (at * (system + 3)) % 701
          return sale(at, {
            'Item Name': `New ${name}`,
            'Customer Name': `Client ${name % 50}`,
            'Invoice No': `S${at % 90}`,
          })
        })
        return send('sales-history', rows)
      }),
    )
    expect(answers.map(({ status, body }) => [status, body.inserted])).toEqual(answers.map(() => [200, 9000]))
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 90_000)
})
