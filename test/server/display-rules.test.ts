import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifySales } from '../../src/features/sales/server/verify-sales.ts'
import { connectSuperuser } from '../security/support/superuser.ts'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { currentSale, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, writeLines } from '../support/sales-lines.ts'

const PATH = '/api/v1/admin/display-rules'

let portal: TestPortal
let member: Actor
let admin: Actor
let tenantId: number

beforeAll(async () => {
  portal = await startTestPortal()
  tenantId = await aTenant(portal)
  const other = await aTenant(portal)
  const sold = [
    { tenantId, itemNo: 'P1', itemName: 'Advanced Gut Health 60', customerName: 'North Clinic' },
    { tenantId, itemNo: 'P2', itemName: 'Calm 30', customerName: 'NORTH CLINIC INC' },
    { tenantId, itemNo: 'P3', itemName: 'Calm 60', customerName: 'South', currency: 'USD' },
    { tenantId: other, itemNo: 'P2', itemName: 'Calm 30', customerName: 'East' },
    { tenantId: 0, itemNo: 'AB-12', itemName: 'Box', customerName: 'NORTH CLINIC INC' },
  ]
  await portal.owner((tx) =>
    writeLines(
      tx,
      sold.map((of, at) => aLine({ ...of, quantity: 1000 * (at + 1), amountCents: 100 * (at + 1) })),
    ),
  )
  member = await aMember(portal, tenantId)
  admin = await anAdministrator(portal)
})
afterAll(() => portal?.close())

const rules = async (): Promise<Json> => (await admin.get(PATH)).body
const calm = {
  field: 'name',
  kind: 'contains',
  wanted: 'calm',
  digits: null,
  ignoreCase: true,
  displayName: 'Serenity',
}
const products = async (actor: Actor) => {
  const { body } = await actor.get('/api/v1/sales/history?currency=CAD')
  return body.topProducts.map((p: Json) => [p.product, p.quantity, p.amount])
}
const put = async (change: (now: Json) => Json) => {
  const { version, productRules, aliases } = await rules()
  return admin.send('PUT', PATH, { version, productRules, aliases, ...change({ productRules, aliases }) })
}
const withCalm = ({ productRules }: Json) => ({ productRules: [...productRules, calm] })

describe('display rules refuse', () => {
  it('everybody but an administrator who looks at all clients', async () => {
    const body = { version: 0, productRules: [], aliases: [] }
    const narrowed = await anAdministrator(portal)
    await narrowed.post('/api/v1/session/tenant', { tenantId })
    const staff = await aStaffMember(portal, 'account_manager')
    for (const [asker, status] of [
      [createClient(portal.url), 401],
      [member, 403],
      [staff, 403],
      [narrowed, 403],
    ] as const)
      for (const answer of [
        await asker.get(PATH),
        await asker.post(`${PATH}/preview`, { productRules: [], aliases: [] }),
        await asker.send('PUT', PATH, body),
        await asker.post(`${PATH}/undo`, { version: 0, change: 1 }),
        await asker.get(`${PATH}/names?kind=product`),
      ])
        expect(answer.status).toBe(status)
    expect((await rules()).version).toBe(0)
  })

  it.each<[string, Json, string]>([
    ['a kind that is none', { productRules: [{ ...calm, kind: 'regex' }] }, 'validation'],
    ['an empty text', { productRules: [{ ...calm, wanted: ' ' }] }, 'validation'],
    ['a long text', { productRules: [{ ...calm, wanted: 'x'.repeat(201) }] }, 'validation'],
    ['an empty display name', { productRules: [{ ...calm, displayName: '  ' }] }, 'validation'],
    ['a prefix without its digits', { productRules: [{ ...calm, kind: 'prefix_digits' }] }, 'validation'],
    ['digits of another kind', { productRules: [{ ...calm, digits: 2 }] }, 'validation'],
    ['too many digits', { productRules: [{ ...calm, kind: 'prefix_digits', digits: 21 }] }, 'validation'],
    ['too many rules', { productRules: Array(101).fill(calm) }, 'validation'],
    ['what no database holds', { aliases: [{ variant: 'a\u0000', displayName: 'b' }] }, 'validation'],
    [
      'a variant twice',
      { aliases: ['B', 'C'].map((displayName) => ({ variant: ' A', displayName })) },
      'alias_twice',
    ],
    [
      'a chain',
      {
        aliases: [
          { variant: 'A', displayName: 'B' },
          { variant: 'B', displayName: 'C' },
        ],
      },
      'alias_chain',
    ],
    ['an alias to itself', { aliases: [{ variant: 'A', displayName: 'A' }] }, 'alias_chain'],
    ['the rules that are in force', {}, 'nothing_to_change'],
  ])('%s: 422, and nothing changes', async (_, change, code) => {
    const before = await rules()
    const answer = await put(() => change)
    expect([answer.status, answer.body.code]).toEqual([422, code])
    expect(await rules()).toEqual(before)
  })

  it('in the language of who asks, with the name', async () => {
    const { version } = await rules()
    const aliases = [{ variant: 'A', displayName: 'A' }]
    const { body } = await admin.send(
      'PUT',
      PATH,
      { version, productRules: [], aliases },
      { headers: { 'x-portal-language': 'fr-CA' } },
    )
    expect(body).toMatchObject({
      detail: expect.stringContaining('«\u00a0A\u00a0» est affiché'),
      errors: [{ path: 'aliases.0' }],
    })
  })

  it('what somebody else changed first (412), and the undoing of nothing (404)', async () => {
    const { version, productRules } = await rules()
    const stale = await admin.send('PUT', PATH, { version: version + 1, productRules, aliases: [] })
    expect([stale.status, stale.body.code]).toEqual([412, 'stale_version'])
    expect((await admin.post(`${PATH}/undo`, { version, change: 4711 })).status).toBe(404)
    expect((await admin.post(`${PATH}/preview`, { undo: 4711 })).status).toBe(404)
  })
})

describe('display rules', () => {
  it('are the source’s to begin with', async () => {
    expect(await rules()).toEqual({
      version: 0,
      productRules: [
        {
          field: 'code',
          kind: 'prefix_digits',
          wanted: '81061-BOI-90017-',
          digits: 2,
          ignoreCase: false,
          displayName: 'Packaging Materials',
        },
        {
          field: 'name',
          kind: 'contains',
          wanted: 'Advanced Gut Health',
          digits: null,
          ignoreCase: true,
          displayName: 'AGH',
        },
      ],
      aliases: [],
      changes: [],
    })
  })

  it('say before they change which names, lines and sums move, and leave everything as it is', async () => {
    const { productRules } = await rules()
    const aliases = [{ variant: 'NORTH CLINIC INC', displayName: 'North Clinic' }]
    const asked = { productRules: [...productRules, calm], aliases }
    const { body } = await admin.post(`${PATH}/preview`, asked)
    const sum = (lines: number, quantity: number, amount: string) => ({ lines, quantity, amount })
    expect(body).toMatchObject({ productNames: 2, customerNames: 1, productLines: 3, customerLines: 2 })
    expect(body.renamed).toEqual([
      { kind: 'customer', from: 'NORTH CLINIC INC', to: 'North Clinic', names: 1, lines: 2 },
      { kind: 'product', from: 'Calm 30', to: 'Serenity', names: 1, lines: 2 },
      { kind: 'product', from: 'Calm 60', to: 'Serenity', names: 1, lines: 1 },
    ])
    expect(body.sums).toContainEqual({
      dataset: 'history',
      kind: 'product',
      name: 'Serenity',
      currency: 'CAD',
      before: sum(0, 0, '0.00'),
      after: sum(2, 6, '6.00'),
    })
    expect(body.sums).toContainEqual({
      dataset: 'history',
      kind: 'customer',
      name: 'North Clinic',
      currency: 'CAD',
      before: sum(1, 1, '1.00'),
      after: sum(3, 8, '8.00'),
    })
    expect(await rules()).toMatchObject({ version: 0, aliases: [] })
    expect(await products(member)).toContainEqual(['Calm 30', 2, '2.00'])
  })

  it('act on history at once, are told, kept on record, and can be undone', async () => {
    const before = (await member.get('/api/v1/sales/history')).body.dataVersion
    const { status, body: change } = await put(withCalm)
    expect([status, change]).toMatchObject([
      200,
      {
        by: 'Test Person',
        undoes: null,
        productNames: 2,
        customerNames: 0,
        productLines: 3,
        customerLines: 0,
      },
    ])
    expect(await products(member)).toEqual([
      ['Serenity', 2, '2.00'],
      ['AGH', 1, '1.00'],
    ])
    expect(await products(admin)).toContainEqual(['Serenity', 6, '6.00'])
    expect((await member.get('/api/v1/sales/history')).body.dataVersion).toBe(before + 1)
    expect(await portal.owner(verifySales)).toEqual([])
    const told = await peek<{ tenant_id: number }>(
      portal,
      `select tenant_id from portal.outbox where topic = 'sales' and permission = 'sales.read'`,
    )
    expect(told.map((row) => row.tenant_id)).toContain(tenantId)

    const { body: preview } = await admin.post(`${PATH}/preview`, { undo: change.id })
    expect(preview.renamed.map(({ from, to }: Json) => [from, to])).toEqual([
      ['Serenity', 'Calm 30'],
      ['Serenity', 'Calm 60'],
    ])
    const undone = await admin.post(`${PATH}/undo`, { version: change.id, change: change.id })
    expect([undone.status, undone.body]).toMatchObject([200, { undoes: change.id, productNames: 2 }])
    expect(await products(member)).toEqual([
      ['Calm 30', 2, '2.00'],
      ['AGH', 1, '1.00'],
    ])
    const { changes, productRules } = await rules()
    expect(changes.map(({ id, undoes }: Json) => [id, undoes])).toEqual([
      [undone.body.id, change.id],
      [change.id, null],
    ])
    expect(productRules).toHaveLength(2)
    const trail = await portal.owner((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor'])
        .where('action', 'like', 'display_rules%')
        .orderBy('seq')
        .execute(),
    )
    expect(trail).toEqual(
      ['display_rules.changed', 'display_rules.undone'].map((action) => ({ action, actor: admin.userId })),
    )
  })

  it('decide in their order', async () => {
    const health = { ...calm, wanted: 'health', displayName: 'Health' }
    await put(({ productRules }) => ({ productRules: [health, ...productRules] }))
    expect(await products(member)).toContainEqual(['Health', 1, '1.00'])
    await put(({ productRules: [first, ...rest] }) => ({ productRules: [...rest, first] }))
    expect(await products(member)).toContainEqual(['AGH', 1, '1.00'])
    await put(({ productRules }) => ({ productRules: productRules.slice(0, 2) }))
  })

  it('fit as their kind says, also what looks like a pattern', async () => {
    const fits = async (rule: Json, itemNo: string, itemName: string) => {
      const { rows } = await portal.owner((tx) =>
        sql<{
          shown: string
        }>`select portal.shown_product(array(select r from portal.read_product_rules(${JSON.stringify({
          productRules: [{ ...calm, displayName: '!', ...rule }],
        })}::jsonb) r), ${itemNo}, ${itemName}) as shown`.execute(tx),
      )
      return rows[0]?.shown === '!'
    }
    const prefix = { field: 'code', kind: 'prefix_digits', wanted: 'Ab-', digits: 2, ignoreCase: false }
    for (const [rule, itemNo, itemName, expected] of [
      [{ wanted: 'ÉT' }, '', 'L’été', true],
      [{ wanted: 'ÉT', ignoreCase: false }, '', 'L’été', false],
      [{ wanted: '.*' }, '', 'anything', false],
      [{ wanted: '.*' }, '', 'a.*b', true],
      [{ wanted: '%' }, '', 'anything', false],
      [{ wanted: '(((((a+)+)+)+)+)$' }, '', 'a'.repeat(400), false],
      [{ kind: 'equals', wanted: 'Box' }, '', ' box ', true],
      [{ kind: 'equals', wanted: 'Box', ignoreCase: false }, '', 'box', false],
      [{ kind: 'equals', wanted: 'Box' }, '', 'boxes', false],
      [{ field: 'code', wanted: 'x' }, 'AXB', 'name', true],
      [prefix, 'Ab-12', '', true],
      [prefix, ' Ab-12 ', '', true],
      [prefix, 'ab-12', '', false],
      [{ ...prefix, ignoreCase: true }, 'aB-12', '', true],
      [prefix, 'Ab-123', '', false],
      [prefix, 'Ab-1', '', false],
      [prefix, 'Ab-1x', '', false],
      [prefix, 'Ab-٣٤', '', false],
      [prefix, 'XAb-12', '', false],
    ] as const)
      expect([rule, itemNo, itemName, await fits(rule, itemNo, itemName)]).toEqual([
        rule,
        itemNo,
        itemName,
        expected,
      ])
  })

  it('are asked by one function for each name: one that it calls would be planned anew for each', async () => {
    const superuser = await connectSuperuser(portal.location)
    // As where sums are built anew.
    await superuser.query(
      `begin; set local track_functions = 'all'; set local plan_cache_mode = force_custom_plan`,
    )
    await superuser.query(
      `select portal.display_product('AB-' || g, ' Calm ' || g), portal.display_customer('South ' || g) from generate_series(1, 50) g`,
    )
    // Fewer calls are those of planning.
    const called = await superuser.value<string[]>(
      'select array_agg(funcname::text order by funcname) from pg_stat_xact_user_functions where calls >= 50',
    )
    await superuser.end()
    expect(called).toEqual(['display_customer', 'display_product'])
  })

  it('are found names for, with all lines of everybody', async () => {
    const names = async (query: string) => (await admin.get(`${PATH}/names?${query}`)).body.items
    expect(await names('kind=product&search=calm%2030')).toEqual([
      { code: 'P2', name: 'Calm 30', shown: 'Calm 30', lines: 2 },
    ])
    expect(await names('kind=customer&search=clinic%20inc')).toEqual([
      { code: 'C1', name: 'NORTH CLINIC INC', shown: 'NORTH CLINIC INC', lines: 2 },
    ])
    expect(await names('kind=customer&search=%25')).toEqual([])
  })

  it('are changed by one of two who send at once; the other loses nothing and is told', async () => {
    const { version, productRules } = await rules()
    const one = (displayName: string) => ({
      version,
      productRules,
      aliases: [{ variant: 'South', displayName }],
    })
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => admin.send('PUT', PATH, one(name))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect((await rules()).aliases).toHaveLength(1)
    expect(await portal.owner(verifySales)).toEqual([])
  })

  it('say the same of current sales, apart from history', async () => {
    await sender(portal.url, await aKey(portal))('current-sales', [
      currentSale('c', { Prod_Name: 'Drift 90', 'Qty Sent': '2', Total: '7.50' }),
    ])
    const { productRules, aliases } = await rules()
    const drift = { ...calm, wanted: 'drift', displayName: 'Stillness' }
    const { body } = await admin.post(`${PATH}/preview`, { productRules: [...productRules, drift], aliases })
    const [none, all] = [
      { lines: 0, quantity: 0, amount: '0.00' },
      { lines: 1, quantity: 2, amount: '7.50' },
    ]
    expect(body.sums).toEqual([
      expect.objectContaining({ dataset: 'current', name: 'Drift 90', before: all, after: none }),
      expect.objectContaining({ dataset: 'current', name: 'Stillness', before: none, after: all }),
    ])
  })
})
