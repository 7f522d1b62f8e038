import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { createClient, type TestClient } from '../support/client.ts'
import { order, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let send: ReturnType<typeof sender>
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  send = sender(portal.url, await aKey(portal))
})
afterAll(() => portal?.close())

const READS = [
  '/orders',
  '/sales/history',
  '/dashboard',
  '/dashboard?part=orders',
  '/dashboard?part=sales',
] as const
type Read = (typeof READS)[number]

/** A tag that follows from the versions of data. */
const OF_DATA = /^"v[\w-]{27}"$/

let made = 0
/** A tenant with an order and a sale, and somebody who reads them. */
async function aReader() {
  made++
  const code = `T${made}`
  const tenantId = await aTenant(portal, { clientCodes: [code] })
  await send('orders', [order(`${code}-1`, { 'Client Code': code })])
  await send('sales-history', [sale(`${code}-1`, { 'Client Code': code })])
  return Object.assign(await aMember(portal, tenantId), { tenantId, code })
}
const tagOf = async (who: Actor | TestClient, read: string) => {
  const { status, headers } = await who.get(`/api/v1${read}`)
  expect(status).toBe(200)
  // The server compresses, and then says that the tag is weak.
  return (headers.get('etag') as string).replace('W/', '')
}
const again = (who: Actor | TestClient, read: string, tag: string) =>
  who.get(`/api/v1${read}`, { headers: { 'if-none-match': tag } })

describe('a read of data that has a version', () => {
  it.each(READS)(
    '%s answers 304 to who has it, weak or among others, and 200 to everybody else',
    async (read) => {
      const reader = await aReader()
      const tag = await tagOf(reader, read)
      expect(tag).toMatch(OF_DATA)
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
        const { status, body, headers } = await again(reader, read, known)
        expect([status, body, headers.get('etag')]).toEqual([304, '', tag])
        expect(headers.get('cache-control')).toBe('private, no-store')
      }
      expect((await again(reader, read, '"vx"')).status).toBe(200)
      expect((await again(await aReader(), read, tag)).status).toBe(200)
    },
  )

  it('says so before any work: what would do it need not even be there', async () => {
    const reader = await aReader()
    const reads = ['/sales/history', '/dashboard?part=sales'] as const
    const tags = await Promise.all(reads.map((read) => tagOf(reader, read)))
    const rename = (from: string, to: string) =>
      portal.owner(async (tx) => {
        for (const name of ['sales_history_screen', 'sales_to_date'])
          await sql`alter function ${sql.raw(`portal.${name}${from} rename to ${name}${to}`)}`.execute(tx)
      })
    await rename('', '_away')
    try {
      for (const [i, read] of reads.entries()) {
        expect((await reader.get(`/api/v1${read}`)).status).toBe(500)
        expect((await again(reader, read, tags[i] as string)).status).toBe(304)
      }
    } finally {
      await rename('_away', '')
    }
  })

  it('says so without a transaction of its own', async () => {
    const reader = await aReader()
    const tags = await Promise.all(READS.map((read) => tagOf(reader, read)))
    const rename = (from: string, to: string) =>
      portal.owner((tx) =>
        sql`alter function ${sql.raw(`auth.begin_context${from}(text) rename to begin_context${to}`)}`.execute(
          tx,
        ),
      )
    await rename('', '_away')
    try {
      const other = '"v-another-27-signs-of-a-tags"'
      expect(other).toMatch(OF_DATA)
      expect((await again(reader, '/orders', other)).status).toBe(500)
      const statuses = READS.map(async (read, i) => (await again(reader, read, tags[i] as string)).status)
      expect(await Promise.all(statuses)).toEqual(READS.map(() => 304))
    } finally {
      await rename('_away', '')
    }
  })

  it('is the same on another server', async () => {
    const reader = await aReader()
    const other = await portal.another()
    try {
      const there = createClient(other.url)
      for (const [name, value] of reader.cookies) there.cookies.set(name, value)
      for (const read of READS) expect((await again(there, read, await tagOf(reader, read))).status).toBe(304)
    } finally {
      await other.stop()
    }
  })

  const hide = (tenantId: number, module: string) =>
    portal.owner((tx) =>
      sql`insert into portal.tenant_module_visibility values (${tenantId}, ${module}, false)`.execute(tx),
    )
  type Reader = Awaited<ReturnType<typeof aReader>>
  const CHANGES: [string, (reader: Reader) => Promise<unknown>, Read[]][] = [
    [
      'an order',
      ({ code }) => send('orders', [order(`${code}-1`, { 'Client Code': code, 'Ord Stat': 'Blend' })]),
      ['/orders', '/dashboard', '/dashboard?part=orders'],
    ],
    [
      'an order that is deleted',
      ({ code }) => send('orders', [order(`${code}-1`, { 'Client Code': code, _op: 'delete' })]),
      ['/orders', '/dashboard', '/dashboard?part=orders'],
    ],
    [
      'a quantity of its line',
      async ({ code }) => {
        const line = (shipped: number) => ({ Primary: `${code}-1`, 'Line No': '1', 'Qty Shipped': shipped })
        await send('order-lines', [line(1)])
        await send('order-lines', [line(2)])
      },
      ['/dashboard', '/dashboard?part=orders'],
    ],
    [
      'a sale',
      ({ code }) => send('sales-history', [sale(`${code}-2`, { 'Client Code': code })]),
      ['/sales/history', '/dashboard', '/dashboard?part=sales'],
    ],
    [
      'a batch that changed nothing, but is newer',
      ({ code }) => send('orders', [order(`${code}-1`, { 'Client Code': code })]),
      ['/orders', '/dashboard'],
    ],
    [
      'a module that is hidden',
      ({ tenantId }) => hide(tenantId, 'finance'),
      ['/dashboard', '/dashboard?part=orders'],
    ],
    [
      'another role',
      ({ tenantId }) =>
        portal.owner((tx) =>
          sql`update portal.members set role = 'quality_manager' where tenant_id = ${tenantId}`.execute(tx),
        ),
      ['/dashboard'],
    ],
    [
      'another currency',
      ({ tenantId }) =>
        portal.owner((tx) =>
          sql`update portal.tenants set currency = 'USD' where id = ${tenantId}`.execute(tx),
        ),
      ['/sales/history', '/dashboard'],
    ],
    [
      'a name that is shown differently',
      async ({ code }) => {
        await portal.owner((tx) =>
          sql`insert into portal.customer_aliases values (${`${code} Clinic`}, 'Clinic')`.execute(tx),
        )
        await send('sales-history', [
          sale(`${code}-3`, { 'Client Code': code, 'Customer Name': `${code} Clinic` }),
        ])
      },
      ['/sales/history'],
    ],
  ]
  it.each(CHANGES)('has another tag after %s', async (_, change, reads) => {
    const reader = await aReader()
    const tags = await Promise.all(reads.map((read) => tagOf(reader, read)))
    await change(reader)
    for (const [i, read] of reads.entries())
      expect([read, (await again(reader, read, tags[i] as string)).status]).toEqual([read, 200])
  })

  it('has another tag when another client’s first sale of a month moves the calendar', async () => {
    const reader = await aReader()
    const { code } = await aReader()
    // The time of the feed would tell too: it stands still here.
    const still = () =>
      portal.owner((tx) => sql`update portal.feeds set last_batch_at = '2025-08-01'`.execute(tx))
    await still()
    const read = '/dashboard?part=sales'
    const tag = await tagOf(reader, read)
    await send('sales-history', [sale(`${code}-9`, { 'Client Code': code, Year: 2025, Month: 7 })])
    await still()
    expect((await again(reader, read, tag)).status).toBe(200)
  })

  it('has the same tag after a batch of something else', async () => {
    const reader = await aReader()
    const read = '/sales/history'
    const tag = await tagOf(reader, read)
    await send('orders', [order(`${reader.code}-1`, { 'Client Code': reader.code, 'Ord Stat': 'Blend' })])
    expect((await again(reader, read, tag)).status).toBe(304)
  })

  it('refuses first: the tag opens nothing', async () => {
    const reader = await aReader()
    for (const [read, module] of [
      ['/orders', 'orders'],
      ['/dashboard', 'dashboard'],
    ] as const) {
      const tag = await tagOf(reader, read)
      expect((await again(createClient(portal.url), read, tag)).status).toBe(401)
      const elsewhere = await reader.get(`/api/v1${read}`, {
        headers: { 'if-none-match': tag, 'x-portal-tenant': String(reader.tenantId + 1) },
      })
      expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'tenant_changed'])
      await hide(reader.tenantId, module)
      expect((await again(reader, read, tag)).body.code).toBe('module_hidden')
    }
    const gone = await aReader()
    const tag = await tagOf(gone, '/orders')
    await portal.owner((tx) => sql`delete from auth.sessions where user_id = ${gone.userId}`.execute(tx))
    expect((await again(gone, '/orders', tag)).status).toBe(401)
  })

  it('answers each their own, however many ask at one moment', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, aReader))
    const tags = await Promise.all(readers.map((reader) => tagOf(reader, '/orders')))
    const [ended, moved, hidden, retired, ...others] = readers as [
      Reader,
      Reader,
      Reader,
      Reader,
      ...Reader[],
    ]
    await portal.owner((tx) => sql`delete from auth.sessions where user_id = ${ended.userId}`.execute(tx))
    await send('orders', [order(`${moved.code}-1`, { 'Client Code': moved.code, 'Ord Stat': 'Blend' })])
    await hide(hidden.tenantId, 'orders')
    // A batch moves the time of the feed, which is in everybody's tag.
    const now = await Promise.all(others.map((reader) => tagOf(reader, '/orders')))
    const retiredTag = await tagOf(retired, '/orders')
    // A retired token stands for its successor for half a minute.
    const old = new Map(retired.cookies)
    expect((await retired.post('/api/v1/session/refresh')).status).toBe(200)
    expect(retired.cookies).not.toEqual(old)
    for (const [name, value] of old) retired.cookies.set(name, value)
    const asked = [
      ...readers.map((reader, i) => again(reader, '/orders', tags[i] as string)),
      ...others.map((reader, i) => again(reader, '/orders', now[i] as string)),
      ...others.map((reader, i) => again(reader, '/orders', now[(i + 1) % now.length] as string)),
      again(retired, '/orders', retiredTag),
      again(createClient(portal.url), '/orders', tags[0] as string),
    ]
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    const each = (status: number) => others.map(() => status)
    expect(statuses).toEqual([401, 200, 403, 200, ...each(200), ...each(304), ...each(200), 304, 401])
  })

  it('keeps the hash of the whole answer for those who see several clients, by name', async () => {
    const administrator = await anAdministrator(portal)
    const { tenantId } = await aReader()
    const tag = await tagOf(administrator, '/orders')
    // A hash may begin with that letter; it is one sign shorter.
    expect(tag).not.toMatch(OF_DATA)
    expect((await again(administrator, '/orders', tag)).status).toBe(304)
    await portal.owner((tx) =>
      sql`update portal.tenants set name = 'Renamed' where id = ${tenantId}`.execute(tx),
    )
    expect((await again(administrator, '/orders', tag)).status).toBe(200)
  })
})
