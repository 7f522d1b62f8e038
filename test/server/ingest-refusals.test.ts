import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS } from '../../src/features/ingestion/domain/kinds/kinds.ts'
import { aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { counts, order, peek, type Sender, sale, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let key: string
let send: Sender
beforeAll(async () => {
  portal = await startTestPortal()
  key = await aKey(portal)
  send = sender(portal.url, key)
})
afterAll(() => portal?.close())

const GOOD = [sale(1)]
const landed = (kind: string) =>
  peek(portal, 'select from portal.ingest_batches where kind = $1 and refusal is null', [kind])

describe('who may send', () => {
  it('refuses no key, an unknown one, another scheme and a withdrawn one alike', async () => {
    const withdrawn = await aKey(portal)
    await peek(
      portal,
      'update auth.ingest_keys set revoked_at = now() where id = (select max(id) from auth.ingest_keys)',
    )
    const answers = [
      await sender(portal.url, undefined)('sales-history', GOOD),
      await sender(portal.url, `llk_${'x'.repeat(43)}`)('sales-history', GOOD),
      await sender(portal.url, undefined)('sales-history', GOOD, { authorization: `Basic ${key}` }),
      await sender(portal.url, withdrawn)('sales-history', GOOD),
      await sender(portal.url, undefined)('no-such-kind', GOOD),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([401, 'unknown_key'])
      expect(headers.get('content-type')).toBe('application/problem+json')
    }
  })

  it('refuses a session in place of a key, and a key in place of a session', async () => {
    const admin = await anAdministrator(portal)
    const answer = await admin.post('/api/v1/ingest/sales-history', GOOD)
    expect([answer.status, answer.body.code]).toEqual([401, 'unknown_key'])
    const orders = await createClient(portal.url).get('/api/v1/orders', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(orders.status).toBe(401)
  })

  it('refuses a key of scope read, before it looks at anything else', async () => {
    const read = sender(portal.url, await aKey(portal, { scope: 'read' }))
    for (const address of ['sales-history', 'no-such-kind', 'orders?mode=nonsense']) {
      const { status, body } = await read(address, GOOD)
      expect([status, body.code]).toEqual([403, 'key_scope'])
    }
  })

  it('lets a key make 600 requests a minute, over all servers', async () => {
    const busy = await aKey(portal)
    const [{ id }] = (await peek(portal, 'select max(id) as id from auth.ingest_keys')) as [{ id: number }]
    // 599 of this minute's requests, and of the next one's, should it begin meanwhile.
    await peek(
      portal,
      `insert into auth.rate_windows select 'ingest key ' || $1::int, to_timestamp(floor(extract(epoch from now()) / 60) * 60 + m), 599
         from unnest(array[0, 60]) m`,
      [id],
    )
    const other = await portal.another()
    try {
      const first = await sender(portal.url, busy)('orders', [])
      expect(first.status).toBe(200)
      const next = await sender(other.url, busy)('orders', [])
      expect([next.status, next.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await send('orders', [])).status).toBe(200)
    } finally {
      await other.stop()
    }
  })
})

describe('what cannot be sent', () => {
  it('answers an unknown kind with 404', async () => {
    for (const kind of ['pamphlets', 'Orders', '__proto__', 'constructor', 'sales_history']) {
      const { status, body } = await send(kind, GOOD)
      expect([status, body.code]).toEqual([404, 'unknown_kind'])
    }
  })

  it.each([
    ['orders?mode=merge', 'mode'],
    ['orders?mode=replace', 'scope'],
    ['orders?scope=2024', 'scope'],
    ['orders?mode=replace&scope=2024-13', 'scope'],
    ['orders?mode=replace&scope=24', 'scope'],
    ['orders?mode=replace&scope=2024%27%20or%201=1', 'scope'],
    ['customers?mode=replace&scope=2024', 'scope'],
    ['order-lines?mode=replace&scope=2024-01', 'scope'],
    ['orders?atomic=perhaps', 'atomic'],
    ['orders?controls=rows', 'controls'],
    ['orders?controls={"rows":-1}', 'controls.rows'],
    ['orders?controls={"lines":1}', 'controls'],
    ['orders?controls={"amount":"many"}', 'controls.amount'],
    ['orders?controls={"quantity":1}', 'controls'],
    ['customers?controls={"amount":"1.00"}', 'controls'],
    ['orders?decimal=x', 'decimal'],
    ['orders?dateOrder=ydm', 'dateOrder'],
    ['orders?encoding=ebcdic', 'encoding'],
  ])('names what is wrong with %s', async (address, path) => {
    const { status, body } = await send(address, [])
    expect([status, body.code]).toEqual([422, 'validation'])
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
  })

  it('refuses an Idempotency-Key that is empty or longer than 255 characters', async () => {
    expect((await send('orders', [], { 'idempotency-key': 'k'.repeat(255) })).status).toBe(200)
    const { status, body } = await send('orders', [], { 'idempotency-key': 'k'.repeat(256) })
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'validation', 'idempotencyKey'])
  })

  it.each([
    ['a document by its type', 'application/pdf', undefined],
    ['an old workbook', 'application/vnd.ms-excel', undefined],
    ['an unknown packing', 'text/csv', 'br'],
  ])('does not accept %s', async (_, type, encoding) => {
    const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const { status, body } = await send('orders', 'Primary,Client Name\n1,A\n', headers)
    expect([status, body.code]).toEqual([415, 'unsupported_type'])
  })

  const table = 'Id,Year,Month,Invoice No,Qty Sold,Amount\n1,2024,1,A,1,1.00\n'
  it.each([
    ['nothing', '', {}, 422, 'empty_body'],
    ['a PDF', '%PDF-1.7\n1 0 obj', {}, 422, 'not_a_table'],
    ['binary', Buffer.from([0, 1, 2, 3, 0, 0]), {}, 422, 'not_a_table'],
    ['gzip that is none', table, { 'content-encoding': 'gzip' }, 422, 'bad_gzip'],
    ['half a gzip file', gzipSync(table.repeat(400)).subarray(0, 120), {}, 422, 'bad_gzip'],
    ['a gzip file with a wrong byte', spoilt(gzipSync(table.repeat(400))), {}, 422, 'bad_gzip'],
    [
      'a gzip bomb',
      gzipSync(Buffer.concat([Buffer.from(table), Buffer.alloc(64 * 1024 * 1024, 'x')])),
      {},
      413,
      'unpacked_too_large',
    ],
    ['headings that nobody knows', 'a,b,c\nx,y,z\n', {}, 422, 'unknown_headings'],
    ['a heading twice', 'Id,Id,Amount\n1,2,3\n', {}, 422, 'duplicate_heading'],
  ])(
    'refuses %s whole, and leaves nothing but the batch in the list',
    async (_, body, headers, status, code) => {
      const answer = await send('sales-history', body, headers)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(answer.body.errors[0].message).toMatch(/^The |^None |^"Id" and "Id" /)
      expect(await stagedRows(portal)).toBe(0)
      expect(await landed('sales-history')).toEqual([])
      const kept = `select refusal, idempotency_key, answer::jsonb = result as alike from portal.ingest_batches where id = $1`
      expect(await peek(portal, kept, [answer.body.batchId])).toEqual([
        { refusal: code, idempotency_key: null, alike: true },
      ])
      // A list of batches that is open shows it.
      const told = `select tenant_id, topic, payload ->> 'version' as batch from portal.outbox order by xid desc, id desc limit 1`
      expect(await peek(portal, told)).toEqual([
        { tenant_id: 0, topic: 'refused_batches', batch: String(answer.body.batchId) },
      ])
    },
  )

  it('tells of a faulty row by its number and takes the others', async () => {
    const rows = [
      sale('a'),
      sale('b', { 'Qty Sold': '1e3' }),
      { Id: 'c' },
      sale('d', { Month: 13, Amount: '' }),
      sale('e'),
    ]
    const { status, body } = await send('sales-history', rows)
    expect(status).toBe(200)
    expect(counts(body)).toEqual({ received: 5, inserted: 2, rejected: 3 })
    const told = body.errors.map(({ row, field, code }: Record<string, unknown>) => `${row} ${field} ${code}`)
    expect(told).toEqual(
      expect.arrayContaining(['2 Qty Sold not_a_number', '4 Month bad_month', '4 Amount required']),
    )
    expect(body.errorsTotal).toBe(told.length)
    expect(told.filter((line: string) => line.startsWith('3 '))).toHaveLength(5)
  })

  it('lists a thousand errors and counts the rest', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => order(`x${at}`, { 'Order Date': '2024-02-30' }))
    const { body } = await send('orders', rows)
    expect(counts(body)).toEqual({ received: 2500, rejected: 2500 })
    expect([body.errors.length, body.errorsTotal]).toEqual([1000, 2500])
  })

  it('takes hostile JSON for what it is', async () => {
    const keys = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`#${at}`, 1]))
    const rows = [
      JSON.stringify({ ...sale('h1'), ...keys }),
      `{"__proto__":{"Id":"evil"},"constructor":1,${JSON.stringify(sale('h2')).slice(1)}`,
      `{"Id":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      JSON.stringify(sale('h3', { Id: 'h3', 'Item Name': 'x'.repeat(2_000_000) })),
      JSON.stringify(sale('h4', { 'Item Name': 'a\u0000b' })),
      '{"Id":"h5","Id":"h6"}',
      JSON.stringify(sale("h7'); drop table portal.orders; --")),
    ]
    const { status, body } = await send('sales-history', rows.join('\n'), {
      'content-type': 'application/x-ndjson',
    })
    expect(status).toBe(200)
    expect(body.received).toBe(rows.length)
    expect(body.rejected, JSON.stringify(body.errors)).toBe(4)
    expect(({} as Record<string, unknown>).Id).toBeUndefined()
    const stored = await peek(
      portal,
      `select source_key from portal.unassigned_sales_history where source_key like 'h%' order by 1`,
    )
    expect(stored.map(({ source_key }) => source_key)).toEqual([
      'h1',
      'h2',
      "h7'); drop table portal.orders; --",
    ])
  })
})

describe('a batch that is refused as a whole', () => {
  const UNKNOWN = 'What,Ever,Else\nx,y,z\n'
  const kept = async () =>
    Number(
      (await peek(portal, 'select count(*) as n from portal.ingest_batches where refusal is not null'))[0].n,
    )

  it('says which headings came, which would have fitted, and under which number it is kept', async () => {
    const { body } = await send('lots', UNKNOWN)
    const { accepted, found, batchId } = body
    expect(found).toEqual(['What', 'Ever', 'Else'])
    expect(accepted).toEqual(KINDS.lots.columns.map(({ name }) => name))
    const own = await createClient(portal.url).get(`/api/v1/ingest/batches/${batchId}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const refusal = { code: 'unknown_headings', message: body.errors[0].message, found, accepted }
    expect([own.status, own.body.batchId, counts(own.body), own.body.refusal]).toEqual([
      200,
      batchId,
      {},
      refusal,
    ])
    const admin = await anAdministrator(portal)
    expect((await admin.get(`/api/v1/ingest/batches/${batchId}`)).body).toEqual(own.body)
    const inFrench = { headers: { 'x-portal-language': 'fr-CA' } }
    const list = async (query: string) =>
      (await admin.get(`/api/v1/admin/batches?${query}`, inFrench)).body.items
    expect(await list(`search=${batchId}&state=refused`)).toMatchObject([
      {
        id: batchId,
        kind: 'lots',
        received: 0,
        rejected: 0,
        refusal: { ...refusal, title: 'Les en-têtes sont inconnus' },
      },
    ])
    for (const state of ['clean', 'rejected'])
      expect(await list(`search=${batchId}&state=${state}`)).toEqual([])
    const file = String((await admin.get('/api/v1/admin/batches/export?state=refused', inFrench)).body)
    expect(file).toContain('"What, Ever, Else"')
  })

  it('keeps names of headings short, and what is no text out', async () => {
    const long = Array.from({ length: 300 }, (_, at) => `${at}${'ü'.repeat(150)}`)
    const wide = (await send('lots', `${long.join(';')}\n1;2\n`)).body
    expect([wide.code, wide.found.length]).toEqual(['unknown_headings', 100])
    expect(wide.found[99]).toBe(`99${'ü'.repeat(98)}`)
    const odd = (await send('lots', '[{"a\\u0000b\\ud800":1,"c":2}]')).body
    expect([odd.code, odd.found, typeof odd.batchId]).toEqual([
      'unknown_headings',
      ['a\ufffdb\ufffd', 'c'],
      'number',
    ])
  })

  it('names the rows that it was refused for, and how many came', async () => {
    const { body } = await send('orders?atomic=true', [order('r1'), order('r2', { 'Montant Total': '1e3' })])
    const admin = await anAdministrator(portal)
    const [row] = (await admin.get(`/api/v1/admin/batches?search=${body.batchId}`)).body.items
    expect(row).toMatchObject({ received: 2, rejected: 2, removed: 0, errors: 1, atomic: true })
    expect(row.refusal).toMatchObject({ code: 'rows_rejected', message: '1 of 2 rows were rejected.' })
    const faults = (await admin.get(`/api/v1/admin/batch-errors?batch=${body.batchId}`)).body
    expect(faults.items).toMatchObject([{ row: 2, field: 'Montant Total' }])
  })

  it('is no data that came, and the same Idempotency-Key may send it again', async () => {
    const fresh = await aKey(portal)
    const sendFresh = sender(portal.url, fresh)
    const state = () =>
      peek(
        portal,
        `select (select coalesce(jsonb_agg(f order by kind), '[]') from portal.feeds f) as feeds,
           (select count(*) from portal.outbox where topic <> 'refused_batches') as events, (select count(*) from portal.audit_log) as acts,
           (select jsonb_agg(v order by tenant_id, topic) from portal.data_versions v) as versions`,
      )
    const before = await state()
    const keyed = { 'idempotency-key': 'once' }
    expect((await sendFresh('lots', UNKNOWN, keyed)).body.code).toBe('unknown_headings')
    expect(await state()).toEqual(before)
    const admin = await anAdministrator(portal)
    const [{ id }] = (await peek(portal, 'select max(id) as id from auth.ingest_keys')) as [{ id: number }]
    const keys = (await admin.get('/api/v1/admin/keys')).body.items
    expect(keys.find((one: { id: number }) => one.id === id).lastBatch).toBe(null)
    const good = await sendFresh('orders', [order('again')], keyed)
    expect([good.status, good.headers.get('idempotency-replayed')]).toEqual([200, null])
    const replayed = await sendFresh('orders', [order('again')], keyed)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    const count = await kept()
    const mismatch = await sendFresh('lots', UNKNOWN, keyed)
    expect([mismatch.body.code, mismatch.body.batchId]).toEqual(['idempotency_mismatch', undefined])
    expect(await kept()).toBe(count)
  })

  it('leaves no batch where it was not looked at', async () => {
    const count = await kept()
    await sender(portal.url, 'llk_nobody')('lots', UNKNOWN)
    await sender(portal.url, await aKey(portal, { scope: 'read' }))('lots', UNKNOWN)
    await send('pamphlets', UNKNOWN)
    await send('lots?atomic=perhaps', UNKNOWN)
    await send('lots', UNKNOWN, { 'content-type': 'application/pdf' })
    await send('lots?mapping=none', UNKNOWN)
    expect(await kept()).toBe(count)
  })

  it('with rows of which every one was rejected has its answer, and is no success', async () => {
    const { status, headers, body } = await send('orders', [{ Primary: 1 }, { Primary: 2 }])
    expect([status, headers.get('content-type')]).toEqual([422, 'application/json'])
    expect([counts(body), body.refusal]).toEqual([{ received: 2, rejected: 2 }, undefined])
  })
})

describe('looking a batch up', () => {
  it('answers its sender and administrators, and nobody else learns that it is there', async () => {
    const sent = await send('orders', [order('looked-up')])
    const path = `/api/v1/ingest/batches/${sent.body.batchId}`
    const look = (path: string, as: string) =>
      createClient(portal.url).get(path, { headers: { authorization: `Bearer ${as}` } })
    const own = await look(path, key)
    expect(own.status).toBe(200)
    expect(own.body).toEqual(sent.body)

    const otherKey = await aKey(portal)
    const plain = ({ instance: _, traceId: __, ...rest }: Record<string, unknown>) => rest
    const foreign = await look(path, otherKey)
    const missing = await look('/api/v1/ingest/batches/99999999', otherKey)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect(plain(foreign.body)).toEqual(plain(missing.body))
    expect((await look('/api/v1/ingest/batches/1e3', key)).status).toBe(404)
    expect((await look(path, 'llk_nobody')).status).toBe(401)

    const tenantId = await aTenant(portal)
    expect((await createClient(portal.url).get(path)).status).toBe(401)
    for (const person of [
      await aMember(portal, tenantId, 'tenant_admin'),
      await aStaffMember(portal, 'account_manager'),
    ])
      expect((await person.get(path)).body.code).toBe('permission_denied')
    const admin = await anAdministrator(portal)
    expect((await admin.get(path)).body).toEqual(sent.body)
    expect((await admin.get('/api/v1/ingest/batches/99999999')).status).toBe(404)
  })
})

function spoilt(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] as number) ^ 0xff
  return bytes
}
