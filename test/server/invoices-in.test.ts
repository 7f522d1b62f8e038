import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aKey, anAdministrator, aTenant } from '../support/actors.ts'
import { counts, peek, sender, stagedRows } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(async () => {
  expect(await stagedRows(portal)).toBe(0)
  await portal.close()
})

const invoice = (no: string, fields: Record<string, unknown> = {}) => ({
  'Invoice No': no,
  'Invoice Date': '2025-03-01',
  'Client Code': 'A',
  Total: '100.00',
  ...fields,
})
const payment = (no: string, fields: Record<string, unknown> = {}) => ({
  'Payment No': no,
  'Payment Date': '2025-03-15',
  'Client Code': 'A',
  Amount: '40.00',
  ...fields,
})

let sources = 0
async function upstream() {
  const source = `invoices ${++sources}`
  const a = await aTenant(portal, { clientCodes: ['A'], source, currency: 'CAD' })
  const b = await aTenant(portal, { clientCodes: ['B'], source, currency: 'USD' })
  const send = sender(portal.url, await aKey(portal, { source }))
  const bringIn = async (kind: string, rows: unknown) => {
    const answer = await send(`${kind}?duplicates=last&confirm=true`, rows)
    if (answer.status !== 200) throw new Error(answer.text)
    return counts(answer.body)
  }
  const balances = async () =>
    (
      await peek<{ row: string }>(
        portal,
        `select concat_ws(' ', i.tenant_id, i.invoice_no, i.currency, i.total_cents, i.paid_cents, i.balance_cents) as row
           from portal.invoices i where i.source_id = (select id from auth.ingest_sources where name = $1)`,
        [source],
      )
    )
      .map(({ row }) => row)
      .sort()
  return { source, a, b, send, bringIn, balances }
}

describe('invoices, lines and payments from upstream', () => {
  it.each([
    ['before it', ['invoices', 'payments']],
    ['after it', ['payments', 'invoices']],
  ] as const)('pay in the currency of their invoice where they name none: it came %s', async (_, kinds) => {
    const { bringIn, balances, source, a } = await upstream()
    const rows = {
      invoices: [invoice('U-1', { Currency: 'USD' }), invoice('C-1')],
      payments: [
        payment('P-1', { 'Invoice No': 'U-1' }),
        payment('P-2', { 'Invoice No': 'C-1' }),
        payment('P-3'),
        payment('P-4', { 'Invoice No': 'U-1', Currency: 'EUR' }),
      ],
    }
    for (const kind of kinds) await bringIn(kind, rows[kind])
    const currencies = async () =>
      (
        await peek<{ row: string }>(
          portal,
          `select concat_ws(' ', payment_no, currency) as row from portal.payments
            where source_id = (select id from auth.ingest_sources where name = $1) order by payment_no`,
          [source],
        )
      ).map(({ row }) => row)
    expect(await currencies()).toEqual(['P-1 USD', 'P-2 CAD', 'P-3 CAD', 'P-4 EUR'])
    expect(await balances()).toEqual([`${a} C-1 CAD 10000 4000 6000`, `${a} U-1 USD 10000 4000 6000`])
    // They go with it: to another currency, and back to the company's when it is gone.
    await bringIn('invoices', [invoice('U-1', { Currency: 'GBP' })])
    expect(await currencies()).toEqual(['P-1 GBP', 'P-2 CAD', 'P-3 CAD', 'P-4 EUR'])
    expect(await balances()).toContain(`${a} U-1 GBP 10000 4000 6000`)
    await bringIn('invoices', [{ 'Invoice No': 'U-1', 'Client Code': 'A', _op: 'delete' }])
    expect(await currencies()).toEqual(['P-1 CAD', 'P-2 CAD', 'P-3 CAD', 'P-4 EUR'])
    expect(await bringIn('payments', rows.payments)).toEqual({ received: 4, unchanged: 4 })
  })

  it('pay in the currency of their invoice when both waited for their client', async () => {
    const source = `invoices ${++sources}`
    const send = sender(portal.url, await aKey(portal, { source }))
    await send('payments', [payment('P-1', { 'Invoice No': 'U-1' })])
    await send('invoices', [invoice('U-1', { Currency: 'USD' })])
    const a = await aTenant(portal, { currency: 'CAD' })
    const admin = await anAdministrator(portal)
    const [waiting] = (await admin.get('/api/v1/admin/unassigned')).body.items.filter(
      (one: { source: string }) => one.source === source,
    )
    expect(waiting, 'the client waits').toBeDefined()
    const { sourceId, clientCode, clientName, rows } = waiting
    const done = await admin.post('/api/v1/admin/unassigned/assign', {
      ...{ sourceId, clientCode, clientName, rows, tenantId: a },
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(
      await peek(portal, `select currency, paid_cents from portal.invoices where tenant_id = $1`, [a]),
    ).toEqual([{ currency: 'USD', paid_cents: 4000 }])
  })

  it('are kept with their taxes, in the currency of the row, else the tenant’s', async () => {
    const { bringIn, source, b } = await upstream()
    const csv = [
      'Invoice No,Invoice Date,Due Date,Client Code,PO No,Subtotal,Tax 1 Name,Tax 1,Tax 2 Name,Tax 2,Total',
      'I-1,01/03/2025,31/03/2025,B,PO-7,"1 000,00",TPS,"50,00",TVQ,"99,75","1 149,75 $"',
      'I-2,13/03/2025,,B,,,,,,,(20.00) EUR',
    ].join('\n')
    expect(await bringIn('invoices', csv)).toEqual({ received: 2, inserted: 2 })
    expect(
      await peek(
        portal,
        `select tenant_id, invoice_no, invoice_date::text as date, due_date::text as due, ages_from::text as ages, currency, subtotal_cents as subtotal, taxes,
                total_cents as total, balance_cents as balance
           from portal.invoices where source_id = (select id from auth.ingest_sources where name = $1) order by invoice_no`,
        [source],
      ),
    ).toEqual([
      {
        tenant_id: b,
        invoice_no: 'I-1',
        date: '2025-03-01',
        due: '2025-03-31',
        ages: '2025-03-31',
        currency: 'USD',
        subtotal: 100000,
        taxes: [
          { name: 'TPS', cents: 5000 },
          { name: 'TVQ', cents: 9975 },
        ],
        total: 114975,
        balance: 114975,
      },
      {
        tenant_id: b,
        invoice_no: 'I-2',
        date: '2025-03-13',
        due: null,
        ages: '2025-03-13',
        currency: 'EUR',
        subtotal: null,
        taxes: [],
        total: -2000,
        balance: -2000,
      },
    ])
  })

  it.each([
    ['invoices', { ...invoice('I-1'), Total: 'abc' }, 'Total'],
    ['invoices', { ...invoice('I-1'), Total: '' }, 'Total'],
    ['invoices', { ...invoice('I-1'), 'Invoice Date': '2025-02-30' }, 'Invoice Date'],
    ['invoices', { ...invoice('I-1'), 'Client Code': '' }, 'Client Name'],
    ['invoices', { ...invoice('I-1'), Total: '1.00 USD', Subtotal: '1.00 CAD' }, 'Total'],
    ['invoice-lines', { 'Invoice No': 'I-1', 'Line No': '1', Amount: '12,34,56' }, 'Amount'],
    ['invoice-lines', { 'Invoice No': 'I-1', Amount: '1.00' }, 'Line No'],
    ['payments', { ...payment('R-1'), Amount: '1e3' }, 'Amount'],
    ['payments', { ...payment('R-1'), Type: 'gift' }, 'Type'],
    ['payments', { ...payment('R-1'), 'Payment No': '' }, 'Payment No'],
  ])('a faulty row of %s is told by its field, and nothing of it is kept: %o', async (kind, row, field) => {
    const { send, balances } = await upstream()
    const { status, body } = await send(kind, [row])
    expect([status, body.rejected, body.errors[0].field]).toEqual([422, 1, field])
    expect(await balances()).toEqual([])
  })

  it('says where subtotal and taxes are not the total, and keeps what was given', async () => {
    const { send } = await upstream()
    const { body } = await send('invoices', [invoice('I-1', { Subtotal: '90.00', 'Tax 1': '5.00' })])
    expect([body.inserted, body.warnings[0].code]).toEqual([1, 'total_differs'])
  })

  it('lines wait for their invoice, and go where it goes', async () => {
    const { bringIn, source, a, b } = await upstream()
    const where = async () =>
      (
        await peek<{ at: number }>(
          portal,
          `select tenant_id as at from portal.invoice_lines where source_id = (select id from auth.ingest_sources where name = $1)
           union all select 0 from portal.unassigned_invoice_lines where source_id = (select id from auth.ingest_sources where name = $1)`,
          [source],
        )
      ).map(({ at }) => at)
    await bringIn('invoice-lines', [{ 'Invoice No': 'I-1', 'Line No': '1', Amount: '100.00' }])
    expect(await where()).toEqual([0])
    await bringIn('invoices', [invoice('I-1')])
    expect(await where()).toEqual([a])
    await bringIn('invoices', [invoice('I-1', { 'Client Code': 'B' })])
    expect(await where()).toEqual([b])
    await bringIn('invoices', [{ 'Invoice No': 'I-1', _op: 'delete' }])
    expect(await where()).toEqual([0])
  })

  it('a payment counts for the invoice of its own client and currency only', async () => {
    const { bringIn, balances, a, b } = await upstream()
    await bringIn('payments', [
      payment('R-1', { 'Invoice No': 'I-1' }),
      payment('R-2', { 'Invoice No': 'I-1', Amount: '10.00 USD' }),
      payment('R-3', { 'Invoice No': 'I-1', 'Client Code': 'B', Amount: '20.00 CAD' }),
      payment('R-4', { 'Invoice No': 'I-1', 'Line No': '1', Type: 'Credit', Amount: '5.00' }),
      payment('R-4', { 'Invoice No': 'I-2', 'Line No': '2', Amount: '7.00' }),
    ])
    await bringIn('invoices', [invoice('I-1'), invoice('I-2')])
    expect(await balances()).toEqual([`${a} I-1 CAD 10000 4500 5500`, `${a} I-2 CAD 10000 700 9300`])
    await bringIn('invoices', [invoice('I-1', { 'Client Code': 'B', Currency: 'CAD' })])
    expect(await balances()).toEqual([`${a} I-2 CAD 10000 700 9300`, `${b} I-1 CAD 10000 2000 8000`])
  })

  it('a client who is assigned brings invoices, payments and balances along, and takes them back', async () => {
    const { bringIn, balances, a } = await upstream()
    const admin = await anAdministrator(portal)
    const code = `U${sources}`
    await bringIn('payments', [payment('R-1', { 'Client Code': code, 'Invoice No': 'I-1' })])
    await bringIn('invoices', [invoice('I-1', { 'Client Code': code, 'Client Name': 'Unknown to all' })])
    await bringIn('invoice-lines', [{ 'Invoice No': 'I-1', 'Line No': '1', Amount: '100.00' }])
    const [client] = (await admin.get(`/api/v1/admin/unassigned?search=${code}`)).body.items
    expect(client.sums.map((sum: Record<string, unknown>) => [sum.kind, sum.rows, sum.amount])).toEqual([
      ['invoices', 1, '100.00'],
      ['payments', 1, '40.00'],
    ])
    const assigned = await admin.post('/api/v1/admin/unassigned/assign', {
      sourceId: client.sourceId,
      clientCode: code,
      clientName: null,
      tenantId: a,
      rows: client.rows,
    })
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
    expect(await balances()).toEqual([`${a} I-1 CAD 10000 4000 6000`])
    const undone = await admin.post(`/api/v1/admin/assignments/${assigned.body.id}/undo`, {})
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect(await balances()).toEqual([])
  })
})

type Sent =
  | { kind: 'invoices'; key: string; client: 'A' | 'B' | 'C'; cents: number; currency: string; gone: boolean }
  | {
      kind: 'payments'
      key: string
      client: 'A' | 'B' | 'C'
      cents: number
      currency: string
      invoice: string | null
      gone: boolean
    }

describe('any history of invoices and payments', () => {
  const common = {
    client: fc.constantFrom('A' as const, 'B' as const, 'C' as const), // C belongs to nobody
    currency: fc.constantFrom('CAD', 'USD'),
    cents: fc.integer({ min: -500, max: 5000 }),
    gone: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  }
  const key = (first: string, most: number) => fc.integer({ min: 1, max: most }).map((n) => `${first}-${n}`)
  const row: fc.Arbitrary<Sent> = fc.oneof(
    fc.record({ kind: fc.constant('invoices' as const), key: key('I', 2), ...common }),
    fc.record({
      kind: fc.constant('payments' as const),
      key: key('R', 5),
      invoice: fc.option(key('I', 2)),
      ...common,
    }),
  )

  it('leaves balances that are the sum of their parts, in one currency and of one client each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 8, maxLength: 25 }), async (sent) => {
        const { bringIn, balances, a, b } = await upstream()
        const known = new Map<string, Sent>()
        for (const batch of byKind(sent)) {
          await bringIn(batch[0]?.kind ?? 'invoices', batch.map(asUpstream))
          for (const one of batch) known.set(one.key, one)
        }
        const tenants = { A: a, B: b, C: 0 }
        const there = [...known.values()].filter(({ gone, client }) => !gone && client !== 'C')
        const expected = there
          .filter((one) => one.kind === 'invoices')
          .map((one) => {
            const paid = there
              .filter(
                (other) =>
                  other.kind === 'payments' &&
                  other.invoice === one.key &&
                  other.client === one.client &&
                  other.currency === one.currency,
              )
              .reduce((sum, { cents }) => sum + cents, 0)
            return `${tenants[one.client]} ${one.key} ${one.currency} ${one.cents} ${paid} ${one.cents - paid}`
          })
        expect(await balances()).toEqual(expected.sort())
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 15) },
    )
  }, 120_000)
})

/** Neighbours of the same kind go together. */
function byKind(sent: Sent[]): Sent[][] {
  const groups: Sent[][] = []
  for (const one of sent) {
    const last = groups.at(-1)
    if (last?.[0]?.kind === one.kind) last.push(one)
    else groups.push([one])
  }
  return groups
}

function asUpstream(one: Sent): Record<string, unknown> {
  const op = one.gone ? { _op: 'delete' } : {}
  const of = { 'Client Code': one.client, Currency: one.currency, ...op }
  const amount = (one.cents / 100).toFixed(2)
  return one.kind === 'invoices'
    ? invoice(one.key, { ...of, Total: amount })
    : payment(one.key, { ...of, Amount: amount, 'Invoice No': one.invoice })
}
