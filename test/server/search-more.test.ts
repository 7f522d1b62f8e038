import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchGroup } from '../../src/features/search/contract.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, anAdministrator, aPerson, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { hitsFound, search, titlesFound } from '../support/find.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { aLine, type TestLine, writeLines } from '../support/sales-lines.ts'

let portal: TestPortal
let superuser: Superuser
let here = 0
let owner: Actor
let administrator: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  here = await aTenant(portal, { name: 'Quarry Lane', clientCodes: ['QL'] })
  owner = await aMember(portal, here, 'tenant_admin')
  administrator = await anAdministrator(portal)
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

it('what clients are asked for is found by parts of it, the last that moved first, and not by other clients', async () => {
  const tenant = await aTenant(portal)
  await superuser.query(
    `insert into document_requests (tenant_id, title, details, due_on, asked_by, asker_name, changed_at)
     select $1, 'Öko-Zertifikat ' || n, 'Von jedem Lieferanten', '2030-01-02', 'x', 'x', timestamptz '2020-01-01' + (n * 37 % 100) * interval '1 day'
       from generate_series(1, 100) n`,
    [tenant],
  )
  const found = async (actor: Actor, q: string) => titlesFound(actor, q, 'documentRequests')
  const member = await aMember(portal, tenant, 'tenant_admin')
  for (const stranger of [owner, await aStaffMember(portal, 'customer_service', [here])])
    expect(await found(stranger, 'oko-zertifikat')).toBeUndefined()
  expect(await found(member, 'ko')).toBeUndefined()
  const newest = Array.from({ length: 100 }, (_, at) => at + 1)
    .toSorted((a, b) => ((b * 37) % 100) - ((a * 37) % 100))
    .slice(0, 5)
    .map((n) => `Öko-Zertifikat ${n}`)
  for (const actor of [member, await aStaffMember(portal, 'customer_service', [tenant]), administrator])
    for (const q of ['OKO-zert', 'jedem lieferanten']) expect([q, await found(actor, q)]).toEqual([q, newest])
  const hits = (await search(member, 'zertifikat 77')).map(({ hits }) => hits)
  expect(hits).toEqual([
    [
      {
        to: expect.stringMatching(/^\/document-requests\/\d+$/),
        title: 'Öko-Zertifikat 77',
        details: ['2030-01-02'],
      },
    ],
  ])
})

describe('payments', () => {
  const [mine, theirs] = ['PAY-0123ABCDEF', 'PAY-FEDCBA3210']
  let tenant: number
  let member: Actor
  beforeAll(async () => {
    tenant = await aTenant(portal)
    const other = await aTenant(portal)
    member = await aMember(portal, tenant, 'finance_manager')
    for (const [of, made] of [
      [tenant, mine],
      [other, theirs],
    ] as const) {
      await superuser.query(
        `insert into invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, currency, total_cents)
         select $1::int, 1, 'paid-' || $1::int || '-' || n, 'PAID-' || n, '2025-01-01', 'CAD', 100 from generate_series(1, 2) n`,
        [of],
      )
      await superuser.query(
        `insert into payments (tenant_id, source_id, source_key, payment_no, kind, invoice_no, payment_date, reference, currency, amount_cents)
         select $1::int, s, 'p-' || $1::int || no || n, no, 'payment', case when n > 0 then 'paid-' || $1::int || '-' || n end, day, said, currency, 50
           from (values (1, 'R-77', 1, '2025-02-01'::date, 'Chèque Éloi', 'CAD'), (1, 'R-77', 2, '2025-02-01', 'Chèque Éloi', 'CAD'),
                  (1, 'R-7701', 2, '2025-02-02', null, 'USD'), (1, '7', 0, '2025-02-03', 'WIRE', 'CAD'), (0, $2::text, 1, '2025-02-04', $2::text, 'CAD'))
                v (s, no, n, day, said, currency)`,
        [of, made],
      )
      await superuser.query(
        `with made as (insert into payment_orders (tenant_id, reference, wish, currency, amount_cents, recorded, bank_reference, received_on)
         values ($1::int, $2::text, $2::text || '-wish', 'CAD', 100, true, 'Virement 99-' || $1::int, '2025-02-04') returning tenant_id, id)
         insert into payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
         select m.tenant_id, m.id, 1, i.id, i.source_id, i.source_key, i.invoice_no, 100 from made m join invoices i using (tenant_id) limit 1`,
        [of, made],
      )
    }
  })
  const found = (actor: Actor, q: string) => hitsFound(actor, q, 'payments')
  const places = async (q: string) =>
    (await found(member, q))?.map(({ title, to, details }) => [
      ...[title, to.replace(/id:\d+/, 'id'), details.at(-1)],
    ])

  it('are for those who may see invoices, and nobody finds those of another client', async () => {
    const staff = await aStaffMember(portal, 'customer_service', [tenant])
    for (const actor of [owner, await aMember(portal, tenant, 'quality_manager'), staff])
      for (const q of ['R-77', mine, 'eloi', '7', 'virement 99'])
        expect([q, await found(actor, q)]).toEqual([q, undefined])
    for (const q of [theirs, theirs.slice(4)]) expect(await found(member, q)).toBeUndefined()
  })

  it('are found by number, reference and parts of these, and lead to the invoice that they settle', async () => {
    const both = [
      ['R-77', '/finance/invoices/id', 'PAID-1'],
      ['R-77', '/finance/invoices/id', 'PAID-2'],
    ]
    // In another currency than its invoice it is on account.
    const onAccount = ['R-7701', '/finance', '2025-02-02']
    for (const q of ['R-77', 'r 77']) expect([q, await places(q)]).toEqual([q, [...both, onAccount]])
    expect(await places('r-770')).toEqual([onAccount])
    expect(await places('7')).toEqual([['7', '/finance', 'WIRE']])
    for (const q of ['CHEQUE', 'cheque eloi', 'Chèque Éloi']) expect([q, await places(q)]).toEqual([q, both])
    const [{ to } = { to: '' }] = (await found(member, 'R-77')) ?? []
    const invoice = await member.get(`/api/v1${to.replace('/finance', '')}`)
    expect(invoice.body.payments.map(({ number }: Json) => number)).toContain('R-77')
  })

  it('that are made here are found once, by their reference and by the bank’s', async () => {
    const made = [[mine, `/finance?payment=${mine}`, `Virement 99-${tenant}`]]
    for (const q of [mine, mine.toLowerCase(), '0123abc', 'VIREMENT 99', `virement99${tenant}`])
      expect([q, await places(q)]).toEqual([q, made])
    expect((await member.get(`/api/v1/payments/${mine}`)).status).toBe(200)
    const ofAll = await found(administrator, 'virement 99')
    expect(ofAll?.map(({ title }) => title)).toEqual([theirs, mine])
  })

  it('of many with a word the newest are found, whole numbers before them', async () => {
    await superuser.query(
      `insert into payments (tenant_id, source_id, source_key, payment_no, kind, payment_date, reference, currency, amount_cents)
       select $1, 1, 'many-' || n, case n when 1 then 'SPARROW' else 'SPARROW-' || n end, 'payment', date '2020-01-01' + n,
              'FINCH', 'CAD', 50 from generate_series(1, 300) n`,
      [tenant],
    )
    const newest = [300, 299, 298, 297, 296].map((n) => `SPARROW-${n}`)
    for (const actor of [member, administrator]) {
      expect(await titlesFound(actor, 'sparrow', 'payments')).toEqual(['SPARROW', ...newest.slice(0, 4)])
      expect(await titlesFound(actor, 'finch', 'payments')).toEqual(newest)
    }
  })
})

describe('names of the sales', () => {
  let tenant: number
  let member: Actor
  beforeAll(async () => {
    tenant = await aTenant(portal)
    const other = await aTenant(portal)
    member = await aMember(portal, tenant, 'sales_analyst')
    const of = (line: Partial<TestLine>) =>
      aLine({ tenantId: tenant, itemNo: 'W-1', itemName: 'Wren Élixir', ...line })
    await portal.owner((tx) =>
      writeLines(tx, [
        of({ clientCode: 'ZA', customerName: 'Pharmacie Plover' }),
        of({ itemNo: 'W-2', itemName: 'Wren Balm', currency: 'USD', customerName: 'Plover Export' }),
        of({ itemNo: 'W-3', itemName: '' }),
        of({ tenantId: other, itemNo: 'W-4', itemName: 'Wren Secret', customerName: 'Plover Secret' }),
      ]),
    )
    await superuser.query(
      `insert into current_sales (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, source_key)
       select tenant_id, source_id, 2025, month, currency, i.id, customer_id, quantity, amount_cents, 'S', 'wren-' || i.id from sales_history,
         unnest(resolve_sales_items(array['W-1', 'W-5'], array['Wren Élixir', 'Wren Ointment'])) i (id)
        where tenant_id = $1 and currency = 'CAD' and item_id = (select item_id from sales_items where tenant_id = $1 and item_no = 'W-1')`,
      [tenant],
    )
  })
  const places = async (actor: Actor, q: string, group: SearchGroup = 'salesProducts') =>
    (await hitsFound(actor, q, group))?.map(({ title, to, details }) => [title, to, ...details])

  it('are for those who may see sales, and of nobody else’s', async () => {
    for (const actor of [owner, await aMember(portal, tenant, 'quality_manager')])
      for (const q of ['wren', 'W-1', 'plover'])
        for (const group of ['salesProducts', 'salesCustomers'] as const)
          expect([q, await places(actor, q, group)]).toEqual([q, undefined])
    expect(await places(member, 'secret')).toBeUndefined()
    expect(await places(member, 'W-4')).toBeUndefined()
  })

  it('lead to the screen, search and currency that show their figures', async () => {
    const elixir = ['Wren Élixir', '/sales?search=Wren+%C3%89lixir&currency=CAD', 'W-1']
    const balm = ['Wren Balm', '/sales?search=Wren+Balm&currency=USD', 'W-2']
    const ointment = ['Wren Ointment', '/current-sales?search=Wren+Ointment&currency=CAD', 'W-5']
    for (const actor of [member, await aStaffMember(portal, 'account_manager', [tenant])]) {
      expect(await places(actor, 'WREN')).toEqual([balm, ointment, elixir])
      expect(await places(actor, 'elixir')).toEqual([elixir])
    }
    // A number of a product that has no name, and a code of two letters.
    expect(await places(member, 'w-3')).toEqual([
      ['Unknown Product', '/sales?search=W-3&currency=CAD', 'W-3'],
    ])
    const pharmacy = ['Pharmacie Plover', '/sales?search=Pharmacie+Plover&currency=CAD', 'ZA']
    expect(await places(member, 'za', 'salesCustomers')).toEqual([pharmacy])
    expect((await places(member, 'plover', 'salesCustomers'))?.map(([title]) => title)).toEqual([
      ...['Pharmacie Plover', 'Plover Export'],
    ])
    for (const [, to = ''] of [elixir, balm, ointment, pharmacy]) {
      const path = to.replace('/sales', '/sales/history').replace('/current-sales', '/sales/current')
      expect([to, (await member.get(`/api/v1${path}`)).body.totals.lines]).toEqual([to, 1])
    }
    const ofAll = (await places(administrator, 'wren'))?.map(([title]) => title)
    expect(ofAll).toEqual(['Wren Balm', 'Wren Ointment', 'Wren Secret', 'Wren Élixir'])
  })
})

describe('people of the own company', () => {
  it('are found by whoever manages them, and by nobody of another company', async () => {
    const person = { name: 'Zoé Tremblay', memberships: [{ tenantId: here, role: 'viewer' }] }
    const { email } = await aPerson(portal, person)
    const stranger = await aMember(portal, await aTenant(portal), 'tenant_admin')
    for (const actor of [
      stranger,
      await aMember(portal, here, 'viewer'),
      await aStaffMember(portal, 'finance'),
    ])
      for (const q of ['zoe tremblay', email]) expect([q, await search(actor, q)]).toEqual([q, []])
    const hit = {
      to: `/members?${new URLSearchParams({ search: email })}`,
      title: 'Zoé Tremblay',
      details: [email],
    }
    for (const q of ['zoe trem', email.toUpperCase()])
      expect([q, await search(owner, q)]).toEqual([q, [{ group: 'members', hits: [hit], more: false }]])
    // Of everybody, by the page of each.
    expect((await search(administrator, 'zoe trem')).map(({ group }) => group)).toEqual(['people'])
  })
})

describe('what administrators look after', () => {
  it('is found by them alone', async () => {
    const texts = [
      { language: 'fr-CA', title: 'Relâche des goélands', text: 'Le quai est fermé.' },
      { language: 'en', title: 'Gulls on leave', text: 'The dock is closed.' },
    ]
    const announcement = {
      kind: 'information',
      texts,
      tenantIds: null,
      startsAt: '2025-01-02T00:00:00Z',
      endsAt: null,
    }
    expect((await administrator.post('/api/v1/admin/announcements', announcement)).status).toBe(200)
    expect(
      (await owner.post('/api/v1/feedback', { improvements: 'Des goélands, s’il vous plaît' })).status,
    ).toBe(200)
    await superuser.query(
      `insert into demo_requests (person_name, person_email, company, language) values ('Ada Goëland', 'ada@goeland.example', 'Nichoir', 'en')`,
    )
    for (const actor of [owner, await aStaffMember(portal, 'customer_service')])
      expect(await search(actor, 'goeland')).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await search(administrator, 'GOELAND')).toEqual([
      {
        group: 'announcements',
        hits: [
          {
            to: `/admin/announcements?${new URLSearchParams({ search: 'Gulls on leave' })}`,
            ...{ title: 'Gulls on leave', details: ['2025-01-01'] },
            names: { 'fr-CA': 'Relâche des goélands', en: 'Gulls on leave' },
          },
        ],
        more: false,
      },
      {
        group: 'feedback',
        hits: [
          {
            to: `/admin/feedback?${new URLSearchParams({ search: owner.email })}`,
            ...{ title: 'Test Person', details: [today, owner.email], tenantName: 'Quarry Lane' },
          },
        ],
        more: false,
      },
      {
        group: 'demoRequests',
        hits: [
          {
            to: '/admin/demo-requests?search=ada%40goeland.example',
            ...{ title: 'Ada Goëland', details: ['Nichoir', 'ada@goeland.example'] },
          },
        ],
        more: false,
      },
    ])
    // What a hit leads to shows it.
    for (const [at, path] of [
      [0, '/admin/announcements'],
      [1, '/admin/feedback'],
      [2, '/admin/demo-requests'],
    ] as const) {
      const to = (await search(administrator, 'goeland'))[at]?.hits[0]?.to ?? ''
      expect([to, (await administrator.get(`/api/v1${to}`)).body.items.length]).toEqual([to, 1])
      expect(to.startsWith(path)).toBe(true)
    }
  })

  it('a client is found by the whole code of upstream, by administrators alone', async () => {
    for (const actor of [owner, await aStaffMember(portal, 'customer_service', [here])])
      expect(await hitsFound(actor, 'QL', 'clients')).toBeUndefined()
    const hit = { to: `/admin/tenants/${here}`, title: 'Quarry Lane', details: ['QL'] }
    expect(await hitsFound(administrator, 'ql', 'clients')).toEqual([hit])
    expect(await hitsFound(administrator, 'Q', 'clients')).toBeUndefined()
    expect(await titlesFound(administrator, 'quarry', 'clients')).toEqual(['Quarry Lane'])
  })
})
