import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORDER_GROUPS, ORDER_SORTS } from '../../src/features/orders/contract.ts'
import { sealCursor } from '../../src/platform/server/endpoint/cursor.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let own: number
let other: number
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  own = await aTenant(portal, { name: 'Own' })
  other = await aTenant(portal, { name: 'Other' })
  await superuser.query(`insert into feeds values ('orders', '2025-01-01')`)
  await plant('orders', own, 23)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const STATUSES = [
  'Blend',
  'CTS',
  'In Progress',
  'Packaging',
  'Completed',
  'Cancelled',
  'Not Started',
  'Shipped',
]

/** Orders whose numbers, names and values are those of other tenants too, so that only the tenant tells them apart. */
async function plant(table: string, tenantId: number | undefined, count: number): Promise<void> {
  const columns = `source_id, source_key, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, amount_cents, currency, pbl, order_date`
  await superuser.query(
    `insert into ${table} (${tenantId === undefined ? '' : 'tenant_id, '}${columns})
     select ${tenantId === undefined ? '' : `${tenantId}, `}1, 'K' || n, 'P' || n, case when n % 5 > 0 then 'O' || n end, 'PO' || n % 3, 'F',
       'Client ' || chr(65 + n % 4), 'ref', ($1::text[])[1 + n % 8], 100 * (n % 6), 'CAD', case when n % 2 = 0 then '✓' end,
       date '2025-01-01' + n % 9 from generate_series(1, $2::int) n`,
    [STATUSES, count],
  )
}

const FILTERS = [
  '',
  'search=o1',
  'search=client+b',
  'search=%25',
  'status=blend',
  'status=nothing',
  ...ORDER_GROUPS.map((group) => `group=${group}`),
  'search=po2&group=active',
]
const SORTS = ORDER_SORTS.flatMap((field) => [field, `-${field}`])

/** Every page of every list that the asker could look at, with its tag. */
async function everything(asker: Actor): Promise<Json[]> {
  const seen: Json[] = []
  const walk = async (query: string) => {
    let cursor: string | null = ''
    do {
      const { status, headers, body }: Answer<Json> = await asker.get(
        `/api/v1/orders?limit=7&${query}${cursor && `&cursor=${cursor}`}`,
      )
      seen.push({ query, status, tag: headers.get('etag'), body })
      cursor = body.nextCursor ?? null
    } while (cursor)
  }
  for (const filter of FILTERS) await walk(filter)
  for (const sort of SORTS) await walk(`sort=${sort}`)
  const { body } = await asker.get('/api/v1/orders/export?format=csv')
  return [...seen, body]
}

describe('the orders of one tenant', () => {
  it('look the same to it and to its staff, whatever happens elsewhere', async () => {
    const askers = [await aMember(portal, own), await aStaffMember(portal, 'customer_service', [own])]
    const before = await Promise.all(askers.map(everything))
    expect(before[0]?.length).toBeGreaterThan(80)
    expect(before[0]?.[0].body).toMatchObject({ total: 23 })
    expect(before[0]?.every((page) => typeof page === 'string' || page.status === 200)).toBe(true)

    const happenings = [
      () => plant('orders', other, 60),
      () => plant('unassigned_orders', undefined, 40),
      () =>
        superuser.query(
          `update orders set ord_stat = 'Blend', ord_no = 'O1', client_name = 'Client B' where tenant_id = $1`,
          [other],
        ),
      () => superuser.query('delete from orders where tenant_id = $1 and id % 2 = 0', [other]),
    ]
    for (const happens of happenings) {
      await happens()
      const after = await Promise.all(askers.map(everything))
      expect(after).toEqual(before)
    }
    expect(await superuser.value('select count(*) from orders where tenant_id = $1', [other])).toBe(30)
    expect(await superuser.value('select count(*) from unassigned_orders')).toBe(40)
  })

  it('are found by every word of theirs, and by none of another tenant’s', async () => {
    const words: Record<string, string> = {
      ord_no: 'zz-number-4711',
      po_no: 'zz-purchase-4711',
      ref: 'zz-reference-4711',
      client_name: 'Zz Client Ünique 4711',
      ord_stat: 'zz status 4711',
    }
    const id = await superuser.value<number>(
      `insert into orders (tenant_id, source_id, source_key, currency, ${Object.keys(words)}) values ($1, 1, 'zz', 'CAD', $2, $3, $4, $5, $6) returning id`,
      [other, ...Object.values(words)],
    )
    const [mine, theirs, staff] = [
      await aMember(portal, own),
      await aMember(portal, other),
      await aStaffMember(portal, 'quality', [own]),
    ]
    for (const word of Object.values(words)) {
      const ask = (asker: Actor) => asker.get(`/api/v1/orders?search=${encodeURIComponent(word)}`)
      expect((await ask(theirs)).body.items.map((order: Json) => order.id)).toEqual([id])
      for (const asker of [mine, staff]) {
        const { body } = await ask(asker)
        expect(body).toMatchObject({ items: [], total: 0, nextCursor: null, statuses: [] })
        expect(Object.values(body.counts)).toEqual(Array(6).fill(0))
      }
    }
    const status = `/api/v1/orders?status=${encodeURIComponent(words.ord_stat as string)}`
    expect((await mine.get(status)).body).toMatchObject({ total: 0, items: [] })
    const { statuses } = (await mine.get('/api/v1/orders')).body
    expect(statuses.map((s: Json) => s.status)).not.toContain(words.ord_stat)
  })

  it('begin after a place in the list as if nobody else’s orders stood there', async () => {
    const mine = await aMember(portal, own)
    const rows = await superuser.rows<{ id: number; ord_no: string | null; tenant_id: number }>(
      'select id, ord_no, tenant_id from orders',
    )
    const foreign = rows.find(
      ({ tenant_id, ord_no }) => tenant_id === other && ord_no,
    ) as (typeof rows)[number]
    const free = Math.max(...rows.map(({ id }) => id)) + 1000
    for (const sort of ['ordNo', '-ordNo']) {
      const from = async (id: number) => {
        const cursor = sealCursor([foreign.ord_no, id])
        return (await mine.get(`/api/v1/orders?sort=${sort}&cursor=${cursor}`)).body
      }
      // Between the same neighbours of the own tenant, whether somebody's order has that id or nobody's.
      const [above, below] = [await from(free), await from(foreign.id)]
      expect(
        below.items.every((order: Json) => rows.find(({ id }) => id === order.id)?.tenant_id === own),
      ).toBe(true)
      expect(above.items.map((o: Json) => o.id)).toEqual(below.items.map((o: Json) => o.id))
    }
    const { body } = await mine.get('/api/v1/orders?limit=3')
    const sealed = JSON.parse(Buffer.from(body.nextCursor, 'base64url').toString())
    expect(sealed).toEqual({ values: [body.items.at(-1).ordNo, body.items.at(-1).id], tenantId: own })
  })

  it('do not go on from a place in another company’s list', async () => {
    const member = await aPerson(portal, {
      memberships: [own, other].map((tenantId) => ({ tenantId, role: 'viewer' })),
    })
    const administrator = await anAdministrator(portal)
    const first = await member.get('/api/v1/orders?limit=1')
    const cursor = `/api/v1/orders?limit=1&cursor=${first.body.nextCursor}`
    expect((await member.get(cursor)).status).toBe(200)
    expect((await member.post('/api/v1/session/tenant', { tenantId: other })).status).toBe(200)
    for (const asker of [member, administrator]) {
      const { status, body } = await asker.get(cursor)
      expect([status, body.code]).toEqual([422, 'bad_cursor'])
    }
  })
})

describe('who looks at several tenants', () => {
  it('sees those, says whose each order is, and never what nobody has claimed', async () => {
    const both = await aStaffMember(portal, 'customer_service', [own, other])
    const count = (where: string) => superuser.value<number>(`select count(*) from orders where ${where}`)
    const { body } = await both.get('/api/v1/orders?limit=1000')
    expect(body.total).toBe(await count(`tenant_id in (${own}, ${other})`))
    expect(new Set(body.items.map((order: Json) => order.tenantName))).toEqual(new Set(['Own', 'Other']))
    await superuser.query('update tenants set suspended_at = now() where id = $1', [other])
    expect((await both.get('/api/v1/orders')).body.total).toBe(await count(`tenant_id = ${own}`))
    await superuser.query('update tenants set suspended_at = null where id = $1', [other])
    const mine = await aMember(portal, own)
    expect((await mine.get('/api/v1/orders')).body.items[0].tenantName).toBeUndefined()
  })

  it('as an administrator sees the unclaimed ones too, but not through one tenant’s eyes', async () => {
    const administrator = await anAdministrator(portal)
    const [all, unclaimed] = [
      await superuser.value<number>('select count(*) from orders'),
      await superuser.value<number>('select count(*) from unassigned_orders'),
    ]
    expect(unclaimed).toBeGreaterThan(0)
    expect((await administrator.get('/api/v1/orders')).body.total).toBe(all + unclaimed)
    await administrator.post('/api/v1/session/tenant', { tenantId: own })
    expect((await administrator.get('/api/v1/orders')).body.total).toBe(23)
  })
})
