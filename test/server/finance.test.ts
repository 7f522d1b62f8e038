import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TODAY = '2025-08-31'
const ago = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
})
afterAll(() => portal?.close())

let sources = 0
/** A tenant with invoices, lines and payments of its own, and its finance manager. */
async function aDebtor(rows: { invoices?: Json[]; lines?: Json[]; payments?: Json[]; orders?: Json[] }) {
  const source = `finance ${++sources}`
  const tenantId = await aTenant(portal, { clientCodes: ['A'], source, currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source }))
  for (const [kind, of] of [
    ['orders', rows.orders],
    ['invoices', rows.invoices],
    ['invoice-lines', rows.lines],
    ['payments', rows.payments],
  ] as const) {
    if (!of) continue
    const { body, text } = await send(kind, of)
    expect(body.rejected, text).toBe(0)
  }
  return Object.assign(await aMember(portal, tenantId, 'finance_manager'), { tenantId, send })
}

const invoice = (no: string, fields: Json = {}) => ({
  'Invoice No': no,
  'Invoice Date': ago(10),
  'Client Code': 'A',
  Total: '100.00',
  ...fields,
})
const payment = (no: string, fields: Json = {}) => ({
  'Payment No': no,
  'Payment Date': ago(5),
  'Client Code': 'A',
  Amount: '40.00',
  ...fields,
})
const owed = async (actor: Actor, query = '') => {
  const { receivables } = (await actor.get(`/api/v1/finance${query}`)).body
  return [receivables.total, receivables.under30, receivables.under60, receivables.over60, receivables.credit]
}
const numbers = async (actor: Actor, query: string) =>
  (await actor.get(`/api/v1/invoices?${query}`)).body.items.map((item: Json) => item.number)

describe('who may see what is owed', () => {
  const PATHS = [
    '/finance',
    '/invoices',
    '/invoices/I-1',
    '/invoices/export',
    '/finance/statement?from=2025-01-01&to=2025-12-31',
  ]

  it('is refused to visitors, to roles without invoices, and where the module is hidden', async () => {
    const actor = await aDebtor({ invoices: [invoice('I-1')] })
    const viewer = await aMember(portal, actor.tenantId, 'viewer')
    const service = await aStaffMember(portal, 'customer_service')
    for (const path of PATHS) {
      expect((await createClient(portal.url).get(`/api/v1${path}`)).status).toBe(401)
      for (const other of [viewer, service])
        expect((await other.get(`/api/v1${path}`)).body.code, path).toBe('permission_denied')
      expect((await actor.get(`/api/v1${path}`)).status, path).toBe(200)
    }
    await peek(portal, `insert into portal.tenant_module_visibility values ($1, 'finance', false)`, [
      actor.tenantId,
    ])
    for (const path of PATHS) expect((await actor.get(`/api/v1${path}`)).body.code).toBe('module_hidden')
    const { receivables } = (await actor.get('/api/v1/dashboard')).body
    expect(receivables).toBeNull()
  })

  it('is another tenant’s as if it were nobody’s; staff and administrators see what they may', async () => {
    const actor = await aDebtor({ invoices: [invoice('MINE')] })
    const other = await aDebtor({ invoices: [invoice('THEIRS'), invoice('BOTH')] })
    await actor.send('invoices', [invoice('BOTH')])
    const [foreign, none] = [
      await actor.get('/api/v1/invoices/THEIRS'),
      await actor.get('/api/v1/invoices/X'),
    ]
    expect([foreign.status, foreign.body.title, foreign.body.detail]).toEqual([
      none.status,
      none.body.title,
      none.body.detail,
    ])
    expect(none.status).toBe(404)
    expect(await numbers(actor, 'sort=number')).toEqual(['BOTH', 'MINE'])
    const billing = await aStaffMember(portal, 'finance', [other.tenantId])
    expect(await numbers(billing, 'sort=number')).toEqual(['BOTH', 'THEIRS'])
    const admin = await anAdministrator(portal)
    const several = await admin.get('/api/v1/invoices/BOTH')
    expect([several.status, several.body.code, several.body.ids.length]).toEqual([409, 'ambiguous', 2])
    for (const id of several.body.ids)
      expect((await admin.get(`/api/v1/invoices/id:${id}`)).body.invoice.number).toBe('BOTH')
  })
})

describe('what is owed', () => {
  // Days since the due date, and where the balance of 100.00 then counts; 0: due today.
  it.each([
    [-20, 'under30'],
    [0, 'under30'],
    [29, 'under30'],
    [30, 'under60'],
    [60, 'under60'],
    [61, 'over60'],
    [400, 'over60'],
  ] as const)('%i days past the due date is %s', async (days, bucket) => {
    const actor = await aDebtor({
      invoices: [invoice('I-1', { 'Invoice Date': ago(days + 30), 'Due Date': ago(days) })],
    })
    const { receivables } = (await actor.get('/api/v1/finance')).body
    expect([receivables.basis, receivables.total, receivables[bucket]]).toEqual([
      'invoices',
      '100.00',
      '100.00',
    ])
  })

  it('ages by the invoice date where there is no due date', async () => {
    const actor = await aDebtor({ invoices: [invoice('I-1', { 'Invoice Date': ago(45) })] })
    expect(await owed(actor)).toEqual(['100.00', '0.00', '100.00', '0.00', '0.00'])
  })

  it('takes what is on account, and credit notes, off the oldest debts first', async () => {
    const rows = [
      invoice('OLD', { 'Invoice Date': ago(90) }),
      invoice('MIDDLE', { 'Invoice Date': ago(45) }),
      invoice('YOUNG'),
    ]
    const actor = await aDebtor({
      invoices: [...rows, invoice('CREDIT', { Total: '-30.00' })],
      payments: [
        payment('R-1', { Amount: '100.00' }),
        payment('R-2', { 'Invoice No': 'YOUNG', Amount: '25.00' }),
      ],
    })
    // 100 on account and 30 of a credit note settle OLD and 30 of MIDDLE.
    expect(await owed(actor)).toEqual(['145.00', '75.00', '70.00', '0.00', '130.00'])
    // More than is owed: a balance below 0.
    await actor.send('payments', [payment('R-3', { Amount: '300.00' })])
    expect(await owed(actor)).toEqual(['-155.00', '-155.00', '0.00', '0.00', '430.00'])
  })

  it('is per currency, the others named; a currency never pays for another', async () => {
    const actor = await aDebtor({
      invoices: [invoice('C'), invoice('U', { Total: '50.00 USD' })],
      payments: [payment('R-1', { Amount: '20.00 USD', 'Invoice No': 'C' })],
    })
    const { body } = await actor.get('/api/v1/finance')
    expect([body.currency, body.receivables.total, body.others]).toEqual([
      'CAD',
      '100.00',
      [{ currency: 'USD', total: '30.00' }],
    ])
    expect(await owed(actor, '?currency=USD')).toEqual(['30.00', '30.00', '0.00', '0.00', '20.00'])
    expect(await owed(actor, '?currency=EUR')).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00'])
  })

  it('adds up: the ages are all invoices less all payments, whatever comes', async () => {
    const cents = fc.integer({ min: -5000, max: 20_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ cents, age: fc.integer({ min: -20, max: 120 }) }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.record({ cents, of: fc.option(fc.integer({ min: 0, max: 9 })) }), { maxLength: 8 }),
        async (invoices, payments) => {
          const amount = (of: number) => (of / 100).toFixed(2)
          const actor = await aDebtor({
            invoices: invoices.map((one, at) =>
              invoice(`I-${at}`, { Total: amount(one.cents), 'Invoice Date': ago(one.age) }),
            ),
            payments: payments.map((one, at) =>
              payment(`R-${at}`, {
                Amount: amount(one.cents),
                'Invoice No': one.of === null ? null : `I-${one.of}`,
              }),
            ),
          })
          const sum = (of: { cents: number }[]) => of.reduce((all, one) => all + one.cents, 0)
          const isUpcoming = (one: { age: number } | undefined) => one !== undefined && one.age < 0
          const dated = invoices.filter((one) => !isUpcoming(one))
          const counted = payments.filter((one) => one.of === null || !isUpcoming(invoices[one.of]))
          const [total, ...ages] = (await owed(actor))
            .slice(0, 4)
            .map((text) => Math.round(Number(text) * 100))
          expect(total).toBe(sum(dated) - sum(counted))
          expect(ages.reduce((all, one) => all + one, 0)).toBe(total)
          // Only the youngest takes what is left over.
          expect(ages.slice(1).every((one) => one >= 0)).toBe(true)
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 8) },
    )
  }, 60_000)

  it('is the estimate from orders for who has no invoices, and comes from invoices with the first', async () => {
    const actor = await aDebtor({
      orders: [{ Primary: 'P-1', 'Client Code': 'A', 'Montant Total': '1000.00', 'Ord Stat': 'Blend' }],
    })
    const { body } = await actor.get('/api/v1/finance')
    expect(body.receivables).toMatchObject({ basis: 'estimate', total: '1000.00', under30: '600.00' })
    expect(body.orders.inProgressOrders).toEqual({ count: 1, amount: '1000.00', others: [] })
    const receivables = async (who: Actor) => (await who.get('/api/v1/dashboard')).body.receivables
    expect((await receivables(actor)).basis).toBe('estimate')
    await actor.send('invoices', [invoice('I-1')])
    expect((await actor.get('/api/v1/finance')).body.receivables).toMatchObject({
      basis: 'invoices',
      total: '100.00',
    })
    expect(await receivables(actor)).toEqual({
      basis: 'invoices',
      currency: 'CAD',
      total: '100.00',
      under30: '100.00',
      under60: '0.00',
      over60: '0.00',
    })
    // Withheld from who may not see invoices, and then no estimate stands in its place.
    expect(await receivables(await aMember(portal, actor.tenantId, 'viewer'))).toBeNull()
  })
})

describe('invoices', () => {
  const rows = [
    invoice('I-1', { 'Due Date': ago(-20), 'PO No': 'PO-77', 'Ord No': 'SO-1' }),
    invoice('I-2', {
      'Invoice Date': ago(50),
      'Due Date': ago(20),
      Total: '250.00',
      'Client Name': 'Épicerie du Nord',
    }),
    invoice('I-3', { 'Invoice Date': ago(70), Total: '30.00' }),
    invoice('I-4', { 'Invoice Date': ago(-5), 'Due Date': ago(-35), Total: '1.00' }),
    invoice('I-10', { 'Invoice Date': ago(80), Total: '21.00 USD' }),
  ]
  let actor: Awaited<ReturnType<typeof aDebtor>>
  beforeAll(async () => {
    actor = await aDebtor({
      invoices: [
        ...rows,
        invoice('FULL', {
          'Invoice Date': ago(300),
          Subtotal: '10.00',
          'Tax 1 Name': 'TPS',
          'Tax 1': '0.50',
          'Tax 2 Name': 'TVQ',
          'Tax 2': '1.00',
          Total: '11.50',
        }),
      ],
      lines: [
        { 'Invoice No': 'FULL', 'Line No': 2, Description: 'Second', Amount: '4.00' },
        {
          'Invoice No': 'FULL',
          'Line No': 1,
          Description: 'First',
          Quantity: 1.5,
          Unit: 'KG',
          'Unit Price': '4.00',
          Amount: '6.00',
        },
      ],
      payments: [
        payment('R-1', { 'Invoice No': 'FULL', Amount: '10.00', 'Payment Date': ago(250) }),
        payment('NC-1', {
          'Invoice No': 'FULL',
          Amount: '1.50',
          Type: 'credit',
          'Payment Date': ago(200),
        }),
        payment('R-3', { 'Invoice No': 'I-3', Amount: '10.00' }),
      ],
    })
  })

  it('say where they stand, and how many stand so', async () => {
    const { items, counts, total } = (await actor.get('/api/v1/invoices?sort=number')).body
    expect(items.map((item: Json) => [item.number, item.state, item.daysOverdue, item.balance])).toEqual([
      ['FULL', 'paid', 0, '0.00'],
      ['I-1', 'pending', 0, '100.00'],
      ['I-2', 'overdue', 20, '250.00'],
      ['I-3', 'overdue', 70, '20.00'],
      ['I-4', 'upcoming', 0, '1.00'],
      ['I-10', 'overdue', 80, '21.00'],
    ])
    expect([total, counts]).toMatchObject([6, { paid: 1, pending: 1, upcoming: 1, overdue: 3, all: 6 }])
  })

  it.each([
    ['state=overdue&sort=-balance', ['I-2', 'I-10', 'I-3']],
    ['currency=USD', ['I-10']],
    [`from=${ago(60)}&to=${ago(10)}&sort=date`, ['I-2', 'I-1']],
    ['search=po-77', ['I-1']],
    ['search=so-1', ['I-1']],
    ['search=epicerie', ['I-2']],
    ['search=i-1&sort=number', ['I-1', 'I-10']],
    ['ordNo=SO-1', ['I-1']],
    ['search=%25', []],
    ['sort=-number', ['I-10', 'I-4', 'I-3', 'I-2', 'I-1', 'FULL']],
    ['', ['I-4', 'I-1', 'I-2', 'I-3', 'I-10', 'FULL']],
  ])('are found by %s', async (query, found) => {
    expect(await numbers(actor, query)).toEqual(found)
  })

  it('come page by page, each once, and as a file in the asker’s language', async () => {
    for (const sort of ['-date', 'dueDate', '-dueDate', 'total', 'poNo', 'clientName']) {
      const all = await numbers(actor, `sort=${sort}`)
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body }: { body: Json } = await actor.get(
          `/api/v1/invoices?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...body.items.map((item: Json) => item.number))
        cursor = body.nextCursor
      }
      expect(seen).toEqual(all)
    }
    const { body } = await actor.get('/api/v1/invoices/export?state=overdue&sort=number', {
      headers: { 'accept-language': 'fr-CA' },
    })
    const [head, ...lines] = parse(body as unknown as string, { bom: true }) as string[][]
    expect([head?.[0], head?.[3]]).toEqual(['No de facture', 'État'])
    expect(lines.map((line) => [line[0], line[3]])).toEqual([
      ['I-2', 'En retard'],
      ['I-3', 'En retard'],
      ['I-10', 'En retard'],
    ])
  })

  it('stand in a statement of any period with what was owed before, after each and at its end', async () => {
    const statement = async (from: number, to: number, more = '') => {
      const { body } = await actor.get(
        `/api/v1/finance/statement?from=${ago(from)}&to=${ago(to)}&format=csv${more}`,
      )
      const [, ...lines] = parse(body as unknown as string, { bom: true }) as string[][]
      return lines.map(([day, kind, number, , , charge, credit, balance]) =>
        [day, kind, number, charge, credit, balance].join(' '),
      )
    }
    expect(await statement(260, 10)).toEqual([
      `${ago(260)} Opening balance    11.50`,
      `${ago(250)} Payment R-1  10.00 1.50`,
      `${ago(200)} Credit NC-1  1.50 0.00`,
      `${ago(70)} Invoice I-3 30.00  30.00`,
      `${ago(50)} Invoice I-2 250.00  280.00`,
      `${ago(10)} Invoice I-1 100.00  380.00`,
      `${ago(10)} Closing balance    380.00`,
    ])
    // To today: what the screen says is owed. I-4 is dated later.
    const { receivables } = (await actor.get('/api/v1/finance')).body
    expect(await statement(3650, 0)).toContain(`${TODAY} Closing balance    ${receivables.total}`)
    expect((await statement(3650, -400)).at(-1)).toContain((Number(receivables.total) + 1).toFixed(2))
    expect((await statement(3650, -400, '&currency=USD')).at(-1)).toContain('21.00')
    expect(await statement(3650, -400, '&currency=EUR')).toEqual([])
    const wrong = await actor.get(`/api/v1/finance/statement?from=${ago(1)}&to=${ago(2)}`)
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'to'])
    const audited = await peek(
      portal,
      `select new from portal.audit_log where tenant_id = $1 and action = 'statement.exported' order by seq limit 1`,
      [actor.tenantId],
    )
    expect(audited).toMatchObject([{ new: { from: ago(260), to: ago(10), currency: 'CAD', rows: 7 } }])
  })

  it('open with lines in their order, taxes as given, payments and credits', async () => {
    const { body } = await actor.get('/api/v1/invoices/FULL')
    expect(body).toMatchObject({
      invoice: { number: 'FULL', total: '11.50', paid: '11.50', balance: '0.00', state: 'paid' },
      subtotal: '10.00',
      taxes: [
        { name: 'TPS', amount: '0.50' },
        { name: 'TVQ', amount: '1.00' },
      ],
      lines: [
        { lineNo: '1', description: 'First', quantity: 1.5, unit: 'KG', unitPrice: '4', amount: '6.00' },
        { lineNo: '2', description: 'Second', quantity: null, unitPrice: null, amount: '4.00' },
      ],
      lineCount: 2,
      payments: [
        { number: 'R-1', kind: 'payment', amount: '10.00' },
        { number: 'NC-1', kind: 'credit', amount: '1.50' },
      ],
    })
  })

  it('know whether the order that they name is there, so that nothing leads to none', async () => {
    const debtor = await aDebtor({
      invoices: [invoice('O-1', { 'Ord No': 'SO-9' }), invoice('O-2', { 'Ord No': 'SO-10' }), invoice('O-3')],
      orders: [{ Primary: 'P-9', 'Ord No': 'SO-9', 'Client Code': 'A' }],
    })
    const has = async (no: string) => (await debtor.get(`/api/v1/invoices/${no}`)).body.hasOrder
    expect([await has('O-1'), await has('O-2'), await has('O-3')]).toEqual([true, false, false])
  })
})
