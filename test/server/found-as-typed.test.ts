import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchFold } from '../../src/platform/domain/search-fold.ts'
import { searchTerm } from '../../src/platform/domain/search-term.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { hitsFound } from '../support/find.ts'
import { order, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { TYPED_FORMS } from '../support/typed-forms.ts'

let portal: TestPortal
let tenant: number
let buyer: Actor
let stranger: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  tenant = await aTenant(portal, { clientCodes: ['A'], source: 'typed', currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source: 'typed' }))
  const batches: [string, Json[]][] = [
    [
      'products',
      [
        { 'Item No': 'VC-1000', Name: 'Ascorbine Œuvre', 'Name FR': 'Cœur de rose' },
        { 'Item No': 'UN-1', Name: 'Unsold wonder' },
      ],
    ],
    [
      'orders',
      [
        order('P-1', {
          ...{ 'Ord No': '47418', 'PO No': 'PO-772', 'Client Code': 'A', 'Client Name': 'Bœuf  Santé' },
          'Montant Total': '1149.75',
        }),
        order('P-2', { 'Ord No': '47419', 'PO No': 'QX 9', 'Client Code': 'A', 'Client Name': 'Other' }),
        order('P-9', { 'Ord No': '90001', 'Client Code': 'NOBODY', 'Client Name': 'Nobody' }),
      ],
    ],
    [
      'order-lines',
      [
        {
          ...{ Primary: 'P-1', 'Line No': 2, 'Item No': 'VC-1000', 'Item Name': 'Gut Health – 60 caps' },
          Lot: 'L2024-118',
        },
        { Primary: 'P-1', 'Line No': 10, 'Item No': 'VC-1000', 'Item Name': 'Gut Health – 120 caps' },
        { Primary: 'P-2', 'Line No': 1, 'Item No': 'ZN-15', 'Item Name': 'Zinc B12 500', Lot: 'L2024-119' },
        { Primary: 'P-9', 'Line No': 1, 'Item No': 'NB-1', 'Item Name': 'Nobody’s line', Lot: 'L-NOBODY' },
      ],
    ],
    ['lots', [{ 'Lot No': 'L2024-118', 'Item No': 'VC-1000', Status: 'Released' }]],
  ]
  for (const [kind, rows] of batches) {
    const { body, text } = await send(kind, rows)
    expect(body.rejected, text).toBe(0)
  }
  buyer = await aMember(portal, tenant, 'tenant_admin')
  stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
})
afterAll(() => portal?.close())

const listed = async (who: Actor, term: string) => {
  const { status, body } = await who.get(`/api/v1/orders?search=${encodeURIComponent(term)}`)
  expect([term, status]).toEqual([term, 200])
  expect(body.counts.all).toBe(body.items.length)
  return body.items.map(({ ordNo }: Json) => ordNo)
}
const ordersFound = async (who: Actor, term: string) =>
  (await hitsFound(who, term, 'orders'))?.map(({ title }) => title) ?? []

const LINES = ['VC-1000', 'vc1000', 'gut health', 'L2024-118', 'LOT: L2024118', 'lot no. l2024 118']
const PRODUCTS = ['ascorbine oeuvre', 'cœur de rose', 'coeur de rose']

it.each([...LINES, ...PRODUCTS, 'zinc', 'L-NOBODY', 'nobody’s line'])(
  '%s finds nothing of other companies',
  async (term) => {
    for (const who of [stranger, await aStaffMember(portal, 'customer_service', [])])
      expect([await listed(who, term), await ordersFound(who, term)]).toEqual([[], []])
  },
)

it('who may not see orders finds none by their lines', async () => {
  await portal.owner((tx) =>
    sql`insert into portal.roles (key, kind, name, permissions)
      select 'no orders', kind, 'no orders', array_remove(permissions, 'orders.read') from portal.roles where key = 'tenant_admin'`.execute(
      tx,
    ),
  )
  const blind = await aMember(portal, tenant, 'no orders')
  expect((await blind.get('/api/v1/orders?search=gut')).status).toBe(403)
  for (const term of [...LINES, ...PRODUCTS]) expect(await ordersFound(blind, term)).toEqual([])
})

it('who may not see products, or has no module of them, finds orders by their lines alone', async () => {
  await portal.owner((tx) =>
    sql`insert into portal.roles (key, kind, name, permissions)
      select 'no products', kind, 'no products', array_remove(permissions, 'products.read') from portal.roles where key = 'tenant_admin'`.execute(
      tx,
    ),
  )
  const blind = await aMember(portal, tenant, 'no products')
  const hides = (is_visible: boolean) =>
    portal.owner((tx) =>
      sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenant}, 'product', ${is_visible})
        on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
    )
  const expectLinesAlone = async (who: Actor) => {
    for (const term of PRODUCTS)
      expect([term, await listed(who, term), await ordersFound(who, term)]).toEqual([term, [], []])
    for (const term of LINES)
      expect([term, await listed(who, term), await ordersFound(who, term)]).toEqual([
        term,
        ['47418'],
        ['47418'],
      ])
  }
  await expectLinesAlone(blind)
  await hides(false)
  await expectLinesAlone(buyer)
  await hides(true)
})

it.each([
  ...LINES,
  ...PRODUCTS,
  'boeuf santé',
  'po772',
  'PO 772',
  'PO – 772',
  '#47418',
  'n° 47418',
  '1,149.75',
])('%s finds the order, once', async (term) => {
  for (const who of [
    buyer,
    await aStaffMember(portal, 'customer_service', [tenant]),
    await anAdministrator(portal),
  ])
    expect([await listed(who, term), await ordersFound(who, term)]).toEqual([['47418'], ['47418']])
})

it('says which line was found, the first of them', async () => {
  const lineOf = async (term: string) =>
    (await buyer.get(`/api/v1/orders?search=${encodeURIComponent(term)}`)).body.items[0].line
  const line = { lineNo: '2', itemNo: 'VC-1000', itemName: 'Gut Health – 60 caps', lot: 'L2024-118' }
  for (const term of ['gut health', 'lot: l2024118', 'coeur de rose'])
    expect(await lineOf(term)).toEqual(line)
  expect(await lineOf('120 caps')).toMatchObject({ lineNo: '10' })
  expect(await lineOf('47418')).toBeUndefined()
  expect((await hitsFound(buyer, 'gut health', 'orders'))?.[0]?.details).toEqual([
    'PO-772',
    'Bœuf  Santé',
    'Gut Health – 60 caps',
    'L2024-118',
  ])
})

it('administrators find orders of nobody by their lines', async () => {
  const administrator = await anAdministrator(portal)
  for (const term of ['L-NOBODY', 'nobody’s line', "nobody's LINE"])
    expect([await listed(administrator, term), await ordersFound(administrator, term)]).toEqual([
      ['90001'],
      ['90001'],
    ])
})

it('numbers beside each other are none together', async () => {
  for (const term of ['12500', '4741847419', '1188'])
    expect([await listed(buyer, term), await ordersFound(buyer, term)]).toEqual([[], []])
  expect(await listed(buyer, '500')).toEqual(['47419'])
})

it.each(['L2024118', 'LOT: L2024-118', 'lot no L2024 118', '(10)L2024-118'])(
  '%s finds the lot',
  async (term) => {
    const lots = async (who: Actor) =>
      (await who.get(`/api/v1/lots?search=${encodeURIComponent(term)}`)).body.items.map(
        ({ lotNo }: Json) => lotNo,
      )
    expect([await lots(stranger), await hitsFound(stranger, term, 'lots')]).toEqual([[], undefined])
    expect(await lots(buyer)).toEqual(['L2024-118'])
    expect((await hitsFound(buyer, term, 'lots'))?.map(({ title }) => title)).toEqual(['L2024-118'])
  },
)

it('of a word in more orders than are carried along, every one is counted, listed and filed once', async () => {
  const crowd = await aTenant(portal)
  const member = await aMember(portal, crowd, 'tenant_admin')
  await portal.owner(async (tx) => {
    await sql`select auth.begin_import_context('test')`.execute(tx)
    await sql`insert into portal.orders (tenant_id, source_id, source_key, ord_no, currency, ord_stat)
      select ${crowd}::int, 1, 'crowd-' || n, 'C' || n, 'CAD', case when n % 2 = 0 then 'Blend' end from generate_series(1, 2100) n`.execute(
      tx,
    )
    await sql`insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_name)
      select ${crowd}::int, 1, 'crowd-' || n || '-' || l, 'crowd-' || n, l::text, 'Thistle powder'
        from generate_series(1, 2100) n, generate_series(1, 2) l`.execute(tx)
  })
  const { body } = await member.get('/api/v1/orders?search=thistle-powder&limit=100')
  expect([body.total, body.items.length, body.items[0]]).toMatchObject([
    2100,
    100,
    { ordNo: 'C2100', line: { lineNo: '1' } },
  ])
  const next = await member.get(`/api/v1/orders?search=thistle-powder&limit=100&cursor=${body.nextCursor}`)
  expect(next.body.items[0].ordNo).toBe('C2000')
  expect((await member.get('/api/v1/orders?search=thistle&status=Blend')).body.total).toBe(1050)
  const file = await member.get('/api/v1/orders/export?search=thistle&format=csv')
  expect(String(file.body).trim().split('\n').length).toBe(2101)
  expect(await ordersFound(member, 'thistle')).toEqual(['C2100', 'C2099', 'C2098', 'C2097', 'C2096'])
  expect(await listed(stranger, 'thistle')).toEqual([])
})

type Folded = { folded: string; again: string; term: string; found: boolean }
const inSql = async (stored: string, typed: string): Promise<Folded> => {
  const { rows } = await portal.owner((tx) =>
    sql<Folded>`select portal.search_fold(${stored}::text) as folded, portal.search_fold(portal.search_fold(${stored}::text)) as again,
      portal.search_term(${typed}::text) as term, portal.contains_folded(portal.search_fold(${stored}::text), ${typed}::text) as found`.execute(
      tx,
    ),
  )
  return rows[0] as Folded
}

it.each(TYPED_FORMS)(
  'in %j, what is typed as %j is found: %s; by the same rule as in the browser',
  async (stored, typed, found) => {
    expect(await inSql(stored, typed)).toEqual({
      ...{ folded: searchFold(stored), again: searchFold(stored), term: searchTerm(typed), found },
    })
  },
)
