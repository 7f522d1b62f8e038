import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { sender } from '../support/ingest.ts'
import { draftFor, draftLine, invoiceWriter, sayWhoWrites } from '../support/invoice-drafts.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let billing: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  billing = await aStaffMember(portal, 'finance')
  await sayWhoWrites(portal)
})
afterAll(() => portal?.close())

const aClient = async () => {
  const tenantId = await aTenant(portal, { currency: 'CAD' })
  const member = await aMember(portal, tenantId, 'finance_manager')
  const invoice = async (number: string) => (await member.get(`/api/v1/invoices/${number}`)).body.invoice
  const owed = async () => (await member.get('/api/v1/finance')).body.receivables
  const refund = (amount: string, fields: Json = {}) =>
    billing.post('/api/v1/admin/payments', {
      ...{ tenantId, wish: randomUUID(), kind: 'refund', on: '2025-08-20', onAccount: amount },
      bankReference: `Wire ${randomUUID()}`,
      ...fields,
    })
  return { tenantId, member, invoice, owed, refund, ...invoiceWriter(billing) }
}
const faultsOf = ({ body }: { body: Json }) =>
  (body.errors ?? []).map(({ path, message }: Json) => [path, message])
const GST = { name: 'GST', amount: '50.00' }

describe('a credit note that is written here', () => {
  it.each([
    ['nothing that it credits', { creditsNo: null }, 'creditsNo', 'Required.'],
    ['a day before its invoice', { date: '2025-07-31' }, 'date', 'Must not be before August 1, 2025.'],
    [
      'more than the invoice',
      { lines: [draftLine({ unitPrice: '99999.00' })] },
      'total',
      'can still be credited',
    ],
    [
      'more of a tax than the invoice has',
      { taxes: [{ name: 'GST', amount: '50.01' }] },
      'taxes.0.amount',
      'At most 50.00 of GST can still be credited.',
    ],
    [
      'a tax in two parts that are more together',
      {
        taxes: [
          { name: 'GST', amount: '50.00' },
          { name: 'GST', amount: '0.01' },
        ],
      },
      'taxes.1.amount',
      'At most 50.00 of GST can still be credited.',
    ],
    [
      'a tax that the invoice has not',
      { taxes: [{ name: 'QST', amount: '0.01' }] },
      'taxes.0.amount',
      'At most 0.00 of QST can still be credited.',
    ],
  ])('is refused with %s, at its field, and its draft is kept', async (_, fields, path, message) => {
    const { tenantId, issued, credit, begin, issue } = await aClient()
    const { number } = await issued(tenantId, {
      lines: [draftLine({ unitPrice: '1000' })],
      place: 'CA-AB',
      taxes: [GST],
    })
    const answer = await credit(tenantId, number, '1.00', fields)
    expect([answer.status, answer.body.code]).toEqual([422, 'invoice_incomplete'])
    expect(faultsOf(answer)).toContainEqual([path, expect.stringContaining(message)])
    // Nothing was taken: the next number is still the next.
    expect((await issued(tenantId)).number).toBe('P-000002')
    const note = await begin(tenantId, {
      kind: 'credit_note',
      creditsNo: number,
      dueDate: null,
      taxes: [GST],
    })
    expect((await issue(note.body.id)).status).toBe(200)
  })

  it('names an invoice of the same company and currency', async () => {
    const { tenantId, issued } = await aClient()
    const { number } = await issued(tenantId)
    const other = await aClient()
    for (const [at, fields] of [
      [other.tenantId, { creditsNo: number }],
      [tenantId, { creditsNo: 'P-999999' }],
      [tenantId, { creditsNo: number, currency: 'USD' }],
    ] as const) {
      const answer = await billing.post(
        '/api/v1/admin/invoice-drafts',
        draftFor(at, { kind: 'credit_note', ...fields }),
      )
      expect([answer.status, answer.body.code]).toEqual([422, 'nothing_to_credit'])
    }
  })

  it('above the approval limit asks once more who issues it', async () => {
    const { tenantId, issued, credit } = await aClient()
    const { number } = await issued(tenantId)
    const limit = (cents: number | null) =>
      portal.owner((tx) => tx.updateTable('installation').set({ credit_note_limit_cents: cents }).execute())
    await limit(40_00)
    try {
      await portal.owner((tx) =>
        sql`update auth.sessions set password_at = now() - interval '11 minutes' where user_id = ${billing.userId}`.execute(
          tx,
        ),
      )
      const above = await credit(tenantId, number, '40.01')
      expect([above.status, above.body.code]).toEqual([401, 'second_factor_required'])
      expect((await credit(tenantId, number, '40.00')).status).toBe(200)
      await limit(null)
      expect((await credit(tenantId, number, '60.00')).status).toBe(200)
    } finally {
      await limit(null)
    }
  })

  it('never credits more than the invoice, however many are issued at once', async () => {
    const { tenantId, issued, begin, issue, owed } = await aClient()
    const { number } = await issued(tenantId)
    const drafts = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        begin(tenantId, {
          ...{ kind: 'credit_note', creditsNo: number, dueDate: null },
          lines: [draftLine({ unitPrice: '40.00' })],
        }),
      ),
    )
    const answers = await Promise.all(drafts.map(({ body }) => issue(body.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422])
    expect(faultsOf(answers.find(({ status }) => status === 422) as { body: Json })).toEqual([
      ['total', `At most 20.00 of invoice ${number} can still be credited.`],
    ])
    expect((await owed()).total).toBe('20.00')
  })

  it('comes off its invoice as far as that is open; the rest is the client’s credit', async () => {
    const { tenantId, member, issued, credit, invoice, owed } = await aClient()
    const flat = (cents: number) => ({ lines: [draftLine({ unitPrice: (cents / 100).toFixed(2) })] })
    const money = (cents: number) => (cents === 0 ? '0.00' : (cents / 100).toFixed(2))
    let total = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 3 }),
        async (cents, paid, credits) => {
          const { id, number } = await issued(tenantId, flat(cents))
          let open = cents
          if (paid > 0 && paid <= cents) {
            const { status } = await billing.post('/api/v1/admin/payments', {
              ...{ tenantId, wish: randomUUID(), on: '2025-08-15', bankReference: `Wire ${randomUUID()}` },
              parts: [{ invoiceId: id, amount: money(paid) }],
            })
            expect(status).toBe(200)
            open -= paid
          }
          let left = cents
          total += open
          for (const one of credits) {
            const note = await credit(tenantId, number, money(one))
            expect(note.status === 200, JSON.stringify(note.body)).toBe(one <= left)
            if (note.status !== 200) continue
            left -= one
            total -= one
            const taken = Math.min(open, one)
            open -= taken
            expect(await invoice(note.body.number)).toMatchObject({
              ...{ kind: 'credit_note', total: money(-one), balance: money(taken - one) },
              state: taken < one ? 'credit_open' : 'credit_applied',
            })
          }
          expect((await invoice(number)).balance).toBe(money(open))
          expect((await owed()).total).toBe(money(total))
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 4), seed: 20251127 },
    )
    const { body } = await member.get('/api/v1/finance/statement?from=2025-01-01&to=2025-12-31&format=csv')
    expect(String(body)).not.toMatch(/,Credit,P-/)
    expect(String(body).trim().split(/\r?\n/).at(-1)).toContain((await owed()).total)
  })

  it('is open, applied or refunded, never paid: on lists, in counts, files and from the assistant', async () => {
    const { tenantId, member, issued, credit, invoice, refund } = await aClient()
    const { id, number } = await issued(tenantId)
    await billing.post('/api/v1/admin/payments', {
      ...{ tenantId, wish: randomUUID(), on: '2025-08-15', bankReference: 'Wire 4711' },
      parts: [{ invoiceId: id, amount: '90.00' }],
    })
    const applied = (await credit(tenantId, number, '10.00')).body.number
    const open = (await credit(tenantId, number, '20.00')).body.number
    const given = (await credit(tenantId, number, '30.00')).body.number
    // Money goes back for the oldest credit first: all of one, and a part of the other.
    expect((await refund('25.00')).status).toBe(200)
    expect((await invoice(open)).state).toBe('credit_refunded')
    expect(await invoice(given)).toMatchObject({ state: 'credit_open', balance: '-25.00' })
    const page = (await member.get('/api/v1/invoices?state=credit_note&sort=number')).body
    expect(page.items.map(({ number, state }: Json) => [number, state])).toEqual([
      [applied, 'credit_applied'],
      [open, 'credit_refunded'],
      [given, 'credit_open'],
    ])
    expect(page.counts).toMatchObject({
      ...{ all: 4, paid: 1, credit_open: 1, credit_applied: 1, credit_refunded: 1 },
    })
    expect(page.total).toBe(3)
    const file = String((await member.get('/api/v1/invoices/export?state=credit_note&format=csv')).body)
    expect(file).not.toMatch(/\d,Paid,/)
    for (const state of ['open', 'applied', 'refunded']) expect(file).toContain(`Credit note ${state}`)
  })

  it('of upstream is as open or applied as its rows say, and refunded where money was sent back', async () => {
    const tenantId = await aTenant(portal, { clientCodes: ['CN'], source: 'credit notes', currency: 'CAD' })
    const send = sender(portal.url, await aKey(portal, { source: 'credit notes' }))
    const day = { 'Client Code': 'CN', 'Invoice Date': '2025-08-01' }
    await send('invoices', [
      { 'Invoice No': 'C-1', Total: '-10.00', ...day },
      { 'Invoice No': 'C-2', Total: '-10.00', ...day },
      { 'Invoice No': 'C-3', Total: '-10.00', ...day },
    ])
    const paid = { 'Client Code': 'CN', 'Payment Date': '2025-08-02', Amount: '-10.00' }
    await send('payments', [
      { 'Payment No': 'R-1', 'Invoice No': 'C-2', Type: 'credit', ...paid },
      { 'Payment No': 'R-2', 'Invoice No': 'C-3', Type: 'payment', ...paid },
    ])
    const member = await aMember(portal, tenantId, 'finance_manager')
    const { items } = (await member.get('/api/v1/invoices?sort=number')).body
    expect(items.map(({ state }: Json) => state)).toEqual([
      'credit_open',
      'credit_applied',
      'credit_refunded',
    ])
  })
})
