import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchGroup } from '../../src/features/search/contract.ts'
import { plantTenant } from '../security/support/plant.ts'
import { TENANT_ROLES } from '../security/support/principals.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { askSearch, groupsFound, search, titlesFound } from '../support/find.ts'
import { writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let [here, there] = [0, 0]
let owner: Actor
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  here = await aTenant(portal, { name: 'kestrel' })
  there = await aTenant(portal, { name: 'zzforeign' })
  await plantTenant(superuser, here, 'kestrel')
  await plantTenant(superuser, there, 'zzforeign')
  owner = await aMember(portal, here, 'tenant_admin')
  administrator = await anAdministrator(portal)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
/** What each group needs (A8); the others need administrators or staff. */
const NEEDS: [SearchGroup, string, string | null][] = [
  ['orders', 'orders.read', 'orders'],
  ['purchaseOrders', 'purchase_orders.read', 'orders'],
  ['invoices', 'invoices.read', 'finance'],
  ['payments', 'invoices.read', 'finance'],
  ['shipments', 'tracking.read', 'orders'],
  ['lots', 'lots.read', 'qaqc'],
  ['products', 'products.read', 'product'],
  ['documents', 'documents.read', null],
  ['documentRequests', 'documents.read', null],
  ['issues', 'issues.read', 'orders'],
  ['conversations', 'conversations.read', 'chat'],
  ['salesProducts', 'sales.read', 'sales'],
  ['salesCustomers', 'sales.read', 'sales'],
]

describe('the search over everything (B3)', () => {
  it('asks for a session and a term that can be looked for', async () => {
    expect(said(await createClient(portal.url).get(askSearch('kestrel')))).toEqual([401, 'no_session'])
    for (const path of ['/api/v1/search', askSearch('x'.repeat(201)), askSearch('a\u0000b')])
      expect(said(await owner.get(path))).toEqual([422, 'validation'])
    for (const nothing of ['', '   ', '%', '_', '\\', '%%%', "'; drop table portal.orders; --"])
      expect(await search(owner, nothing)).toEqual([])
  })

  it.each(Object.entries(TENANT_ROLES))(
    'a %s finds what the role may read, and nothing else',
    async (role, permissions) => {
      const actor = await aMember(portal, here, role)
      const expected = NEEDS.filter(([, permission]) =>
        (permissions as readonly string[]).includes(permission),
      )
      expect(await groupsFound(actor, 'kestrel')).toEqual(expected.map(([group]) => group))
      expect(await search(actor, 'zzforeign')).toEqual([])
    },
  )

  it.each(['orders', 'finance', 'qaqc', 'product', 'chat', 'sales'])(
    'what belongs to the hidden module %s is not found',
    async (module) => {
      const tenant = await aTenant(portal)
      const mark = `osprey${module}`
      await plantTenant(superuser, tenant, mark)
      const actor = await aMember(portal, tenant, 'tenant_admin')
      expect(await groupsFound(actor, mark)).toEqual(NEEDS.map(([group]) => group))
      await superuser.query(
        `insert into tenant_module_visibility (tenant_id, module_id, is_visible) values ($1, $2, false)`,
        [tenant, module],
      )
      const left = NEEDS.filter(([, , of]) => of !== module).map(([group]) => group)
      expect(await groupsFound(actor, mark)).toEqual(left)
    },
  )

  it('staff find what is theirs, and the way into a client; administrators find clients and people too', async () => {
    const service = await aStaffMember(portal, 'customer_service', [here])
    const found = await search(service, 'kestrel')
    expect(found.find(({ group }) => group === 'clients')?.hits).toEqual([
      { to: '/', title: 'kestrel', details: [], switchTo: here },
    ])
    expect(found.find(({ group }) => group === 'orders')?.hits[0]?.tenantName).toBe('kestrel')
    expect(await search(service, 'zzforeign')).toEqual([])
    const everywhere = await search(administrator, 'zzforeign')
    expect(everywhere.map(({ group }) => group)).toEqual([...NEEDS.map(([group]) => group), 'clients'])
    expect(everywhere.at(-1)?.hits).toEqual([
      { to: `/admin/tenants/${there}`, title: 'zzforeign', details: [] },
    ])
    const people = (await search(administrator, owner.email)).find(({ group }) => group === 'people')
    expect(people?.hits).toEqual([
      { to: `/admin/users/${owner.userId}`, title: 'Test Person', details: [owner.email] },
    ])
    for (const actor of [owner, service]) expect(await search(actor, administrator.email)).toEqual([])
  })

  it('every hit leads to what the asker can open', async () => {
    const found = await search(owner, 'kestrel')
    const api: Partial<Record<SearchGroup, (to: string) => string>> = {
      orders: (to) => to,
      invoices: (to) => to.replace('/finance', ''),
      payments: (to) => to.replace('/finance/invoices', '/invoices'),
      lots: (to) => to,
      documents: (to) => to,
      documentRequests: (to) => to,
      salesProducts: (to) => to.replace('/sales', '/sales/history'),
      salesCustomers: (to) => to.replace('/sales', '/sales/history'),
      issues: (to) => to.replace('/orders', ''),
      conversations: (to) => to.replace('/chat?conversation=', '/conversations/'),
      purchaseOrders: (to) => to.replace('/orders', ''),
      shipments: (to) => to.replace('/orders/tracking?shipment=', '/tracking/shipments/'),
      products: (to) => to.replace('/product', ''),
    }
    for (const { group, hits } of found)
      for (const { to } of hits) {
        const { status } = await owner.get(`/api/v1${api[group]?.(to)}`)
        expect([to, status]).toEqual([to, 200])
      }
    expect(found.find(({ group }) => group === 'products')?.hits[0]).toMatchObject({
      title: 'kestrel Capsules',
      names: { 'fr-CA': 'kestrel capsules' },
    })
  })

  it('whole numbers come first, are found from one sign on, and letter case and accents do not matter', async () => {
    const tenant = await aTenant(portal)
    const actor = await aMember(portal, tenant, 'tenant_admin')
    const numbers = ['7', '17', '1700', '1701', '21700', '31700', '41700', '51700', '61700', '71700']
    await portal.owner((tx) =>
      writeOrders(
        tx,
        tenant,
        numbers.map((ord_no) => ({ ord_no, po_no: `bc-${ord_no}`, client_name: 'Épicerie Été' })),
      ),
    )
    expect(await titlesFound(actor, '1700', 'orders')).toEqual(['1700', '71700', '61700', '51700', '41700'])
    expect((await search(actor, '1700'))[0]?.more).toBe(true)
    expect(await titlesFound(actor, '7', 'orders')).toEqual(['7'])
    expect(await titlesFound(actor, '17', 'orders')).toEqual(['17'])
    expect(await titlesFound(actor, 'BC-17', 'orders')).toEqual(['17', '1701', '1700'])
    expect(await titlesFound(actor, ' BC-1701 ', 'orders')).toEqual(['1701'])
    expect((await titlesFound(actor, 'epicerie ete', 'orders'))?.length).toBe(5)
    expect((await search(actor, '21700'))[0]?.more).toBe(false)
  })

  it('of many purchase orders with a word the newest are found', async () => {
    const tenant = await aTenant(portal)
    await superuser.query(
      `insert into purchase_orders (tenant_id, po_no, currency, note, created_by, created_at)
       select $1, 'TB-' || n, 'CAD', 'thornbill', 'x', now() - interval '1 year' + n * interval '1 day' from generate_series(1, 90) n`,
      [tenant],
    )
    const found = await titlesFound(
      await aMember(portal, tenant, 'tenant_admin'),
      'thornbill',
      'purchaseOrders',
    )
    expect(found?.slice(0, 3)).toEqual(['TB-90', 'TB-89', 'TB-88'])
  })

  it('of a hundred that fit the newest are found, in whatever order they came, by a member and by an administrator', async () => {
    const tenant = await aTenant(portal)
    const member = await aMember(portal, tenant, 'tenant_admin')
    // The newest lie in the middle; those of before the newest 3,000 are found by another way than these.
    await superuser.query(
      `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, estimated_on)
       select $1, 1, 'walk-' || n, 'WALKING-' || n, 'Carrier', date '2020-01-01' + (n * 37 % 100) from generate_series(1, 100) n`,
      [tenant],
    )
    await superuser.query(
      `insert into portal.issues (tenant_id, no, type, priority, title, description, reporter, reporter_name, by_staff, last_at)
       select $1, n, 'other', 'low', 'Walking ' || n, 'x', 'nobody', 'x', false, timestamptz '2020-01-01' + (n * 37 % 100) * interval '1 day'
         from generate_series(1, 100) n`,
      [tenant],
    )
    const newest = Array.from({ length: 100 }, (_, at) => at + 1).toSorted(
      (a, b) => ((b * 37) % 100) - ((a * 37) % 100),
    )
    for (const actor of [member, administrator]) {
      expect(await titlesFound(actor, 'WALKING', 'shipments')).toEqual(
        newest.slice(0, 5).map((n) => `WALKING-${n}`),
      )
      expect(await titlesFound(actor, 'walking', 'issues')).toEqual(
        newest.slice(0, 5).map((n) => `Walking ${n}`),
      )
    }
  })

  it('what stands in the oldest row alone is found, whether its client has many or few, and nobody else’s', async () => {
    // Beyond the newest that are looked at first; up to 20,000 are read, more are asked of an index.
    const [many, few] = [await aTenant(portal), await aTenant(portal)]
    for (const [tenant, count] of [
      [many, 20_050],
      [few, 3050],
    ] as const) {
      await superuser.query(
        `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, estimated_on)
         select $1::int, 1, 'far-' || n, case n when 1 then 'BYGONE-' || $1::int else 'FAR-' || n end, 'Carrier', date '2020-01-01' + n from generate_series(1, $2) n`,
        [tenant, count],
      )
      await superuser.query(
        `with said as (insert into conversations (tenant_id, subject, opened_by, opened_name, by_staff, last_at)
           select $1, 'Far ' || n, 'x', 'x', false, timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, $2) n returning id, subject)
         insert into conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at)
         select $1, id, 1, 'message', case subject when 'Far 1' then 'bygone' else 'x' end, gen_random_uuid(), 'x', 'x', false, now() from said`,
        [tenant, count],
      )
    }
    for (const tenant of [many, few]) {
      const member = await aMember(portal, tenant, 'tenant_admin')
      expect(await titlesFound(member, 'bygone', 'shipments')).toEqual([`BYGONE-${tenant}`])
      expect(await titlesFound(member, 'bygone', 'conversations')).toEqual(['Far 1'])
    }
    expect((await titlesFound(administrator, 'bygone', 'shipments'))?.toSorted()).toEqual(
      [`BYGONE-${many}`, `BYGONE-${few}`].toSorted(),
    )
    expect(await titlesFound(administrator, 'bygone', 'conversations')).toEqual(['Far 1', 'Far 1'])
  })

  it('of a word in most rows everybody finds their newest, and who has it in two finds the one before the newest too', async () => {
    const [most, few] = [await aTenant(portal), await aTenant(portal)]
    for (const [tenant, count, latest, named] of [
      [most, 30_000, '2200-01-01', `'CROWD-' || n`],
      [
        few,
        3100,
        '2200-01-02',
        `case n when 1 then 'CROWD-OLDEST' when 3100 then 'CROWD-NEWEST' else 'LONE-' || n end`,
      ],
    ] as const)
      await superuser.query(
        `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, estimated_on)
         select $1, 1, 'crowd-' || n, ${named}, 'Carrier', $3::date - ($2::int - n) from generate_series(1, $2::int) n`,
        [tenant, count, latest],
      )
    const found = async (actor: Actor) => titlesFound(actor, 'crowd', 'shipments')
    const newest = [30_000, 29_999, 29_998, 29_997, 29_996].map((n) => `CROWD-${n}`)
    expect(await found(await aMember(portal, most, 'tenant_admin'))).toEqual(newest)
    expect(await found(await aMember(portal, few, 'tenant_admin'))).toEqual(['CROWD-NEWEST', 'CROWD-OLDEST'])
    const ofBoth = ['CROWD-NEWEST', ...newest.slice(0, 4)]
    expect(await found(await aStaffMember(portal, 'customer_service', [most, few]))).toEqual(ofBoth)
    expect(await found(administrator)).toEqual(ofBoth)
  })

  it('conversations are found by what was said, and by numbers of their order for those who may see it', async () => {
    const found = async (actor: Actor, q: string) => titlesFound(actor, q, 'conversations')
    const both = ['kestrel conversation 2', 'kestrel conversation 1']
    for (const [q, expected] of [
      ['KESTREL wörds', both],
      ['conversation 2', ['kestrel conversation 2']],
      ['kestrel-O1', both],
      ['kestrel note', undefined],
      ['zzforeign words', undefined],
      ['co', undefined],
    ] as const)
      expect([q, await found(owner, q)]).toEqual([q, expected])
    // One in which much is said about it hides no other: the newest stand first, each once.
    await superuser.query(`insert into conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at)
      select c.tenant_id, c.id, 1000 + n, 'message', 'quillfeather ' || n, gen_random_uuid(), 'x', 'x', true, now()
        from conversations c, generate_series(1, case when c.subject like '%1' then 90 else 1 end) n where c.tenant_id = ${here}`)
    await superuser.query(`update conversations set last_at = now() where subject = 'kestrel conversation 2'`)
    expect(await found(owner, 'quillfeather')).toEqual(both)
    // A whole number of less than three letters, for who sees orders.
    await superuser.query(`update conversations set order_no = '7' where subject = 'kestrel conversation 1'`)
    expect(await found(owner, '7')).toEqual(['kestrel conversation 1'])
    expect(await found(await aMember(portal, there, 'tenant_admin'), '7')).toBeUndefined()
    const role = 'all but orders'
    await superuser.query(
      `insert into roles (key, kind, name, permissions) select $1, kind, $1, array_remove(permissions, 'orders.read') from roles where key = 'tenant_admin'`,
      [role],
    )
    expect(await found(await aMember(portal, here, role), '7')).toBeUndefined()
  })

  it('the staff’s notes on issues are not searched, and a client’s drafts are its own', async () => {
    const service = await aStaffMember(portal, 'customer_service')
    const groups = async (actor: Actor) => (await search(actor, 'kestrel note')).map(({ group }) => group)
    expect([await groups(service), await groups(owner)]).toEqual([['purchaseOrders'], ['purchaseOrders']])
    await superuser.query(`update purchase_orders set state = 'draft' where tenant_id = $1`, [here])
    expect([await groups(service), await groups(owner)]).toEqual([[], ['purchaseOrders']])
  })
})
