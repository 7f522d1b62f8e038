import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { type Books, type Document, debtOn, type Entry } from '../support/debt-model.ts'
import { sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { takePaper } from '../support/read-paper.ts'

const TODAY = '2025-08-31'
const dayAt = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
const money = (cents: number) => `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`

let portal: TestPortal
let companies = 0
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  const admin = await anAdministrator(portal)
  const { version } = (await admin.get('/api/v1/admin/company')).body
  await admin.send('PATCH', '/api/v1/admin/company', {
    version,
    legalName: 'Maker',
    address: '1 Mill Street',
  })
})
afterAll(() => portal?.close())

/** A company whose books upstream sends. */
async function aCompany({ documents, entries }: Books): Promise<Actor> {
  companies += 1
  const [code, source] = [`D${companies}`, `debt ${companies}`]
  const tenantId = await aTenant(portal, { clientCodes: [code], source, currency: 'CAD' })
  const send = sender(portal.url, await aKey(portal, { source }))
  const batches: [string, Json[]][] = [
    ['invoices', documents.map((one) => invoiceRow(one, code))],
    ['payments', entries.map((one) => paymentRow(one, code))],
  ]
  for (const [kind, rows] of batches) {
    if (rows.length === 0) continue
    const { body, text } = await send(kind, rows)
    expect(body.rejected, text).toBe(0)
  }
  return aMember(portal, tenantId, 'finance_manager')
}
const invoiceRow = ({ no, cents, dated, due }: Document, code: string) => ({
  ...{ 'Invoice No': no, 'Client Code': code, 'Invoice Date': dayAt(dated), Total: money(cents) },
  ...(due !== null && { 'Due Date': dayAt(due) }),
})
const paymentRow = ({ no, cents, dated, of }: Entry, code: string) => ({
  ...{ 'Payment No': no, 'Client Code': code, 'Payment Date': dayAt(dated), Amount: money(cents) },
  ...(of !== null && { 'Invoice No': of }),
})

const owed = async (actor: Actor) => (await actor.get('/api/v1/finance')).body.receivables as Json
const list = async (actor: Actor, query = '') => (await actor.get(`/api/v1/invoices?${query}`)).body as Json
const CAD = { total: '0.00', balance: '0.00', upcoming: '0.00', upcomingInvoices: 0 }
const sumOf = (page: Json): Json => page.sums.find((one: Json) => one.currency === 'CAD') ?? CAD
const closing = async (actor: Actor, day: number) => {
  const { body } = await actor.get(
    `/api/v1/finance/statement?from=2020-01-01&to=${dayAt(day)}&currency=CAD&format=csv`,
  )
  const rows = parse(body as unknown as string, { bom: true }) as string[][]
  return rows.length > 1 ? rows.at(-1)?.[7] : '0.00'
}

describe('what is dated later than today', () => {
  const invoice = (no: string, dated: number, due: number | null = dated + 30): Document => ({
    no,
    cents: 10_000,
    dated,
    due,
  })
  const payment = (no: string, dated: number, of: string | null): Entry => ({ no, cents: 4000, dated, of })

  it('is an invoice in no total, but upcoming, and opened by that figure', async () => {
    const actor = await aCompany({
      documents: [invoice('NOW', 0), invoice('NEXT', 1), invoice('LATER', 40)],
      entries: [],
    })
    expect(await owed(actor)).toMatchObject({
      ...{ total: '100.00', open: '100.00', openInvoices: 1, under30: '100.00' },
      ...{ upcoming: '200.00', upcomingInvoices: 2 },
    })
    const { items, sums } = await list(actor, 'state=upcoming&sort=number')
    expect(items.map((item: Json) => item.number)).toEqual(['LATER', 'NEXT'])
    expect(sums).toEqual([
      { currency: 'CAD', total: '0.00', balance: '0.00', upcoming: '200.00', upcomingInvoices: 2 },
    ])
    expect((await actor.get('/api/v1/dashboard')).body.receivables.total).toBe('100.00')
    expect([await closing(actor, 0), await closing(actor, 1)]).toEqual(['100.00', '200.00'])
  })

  // The day of a payment of 40.00 of an invoice of 100.00, and its balance today.
  it.each([
    [-1, '60.00'],
    [0, '60.00'],
    [1, '100.00'],
    [90, '100.00'],
  ] as const)('is a payment that lowers no balance until its day: %i days', async (dated, balance) => {
    const actor = await aCompany({ documents: [invoice('I-1', -5)], entries: [payment('R-1', dated, 'I-1')] })
    const { items } = await list(actor)
    const announced =
      dated > 0 ? [{ kind: 'dated', reference: 'R-1', date: dayAt(dated), amount: '40.00' }] : []
    expect(items).toMatchObject([{ balance, announced }])
    expect((await owed(actor)).total).toBe(balance)
    expect((await actor.get('/api/v1/invoices/I-1')).body.invoice.balance).toBe(balance)
    expect([await closing(actor, 0), await closing(actor, 90)]).toEqual([balance, '60.00'])
  })

  it('is a payment on account and a credit note that count from their day', async () => {
    const actor = await aCompany({
      documents: [invoice('I-1', -5), { no: 'C-1', cents: -3000, dated: 2, due: null }],
      entries: [payment('R-1', 3, null)],
    })
    expect(await owed(actor)).toMatchObject({ total: '100.00', credit: '0.00', upcoming: '0.00' })
    expect([await closing(actor, 0), await closing(actor, 2), await closing(actor, 3)]).toEqual([
      '100.00',
      '70.00',
      '30.00',
    ])
  })

  it('keeps what was paid of it in advance, which is no credit for older debts', async () => {
    const actor = await aCompany({
      documents: [invoice('OLD', -90), invoice('NEXT', 5)],
      entries: [payment('R-1', -1, 'NEXT')],
    })
    expect(await owed(actor)).toMatchObject({ total: '100.00', credit: '0.00', upcoming: '60.00' })
    expect([await closing(actor, 0), await closing(actor, 5)]).toEqual(['100.00', '160.00'])
  })
})

const dated = fc.integer({ min: -120, max: 20 })
const cents = fc.integer({ min: 1, max: 20_000 })
const BOOKS = fc.record({
  documents: fc
    .array(
      fc.record({
        cents,
        sign: fc.constantFrom(1, 1, 1, -1),
        dated,
        due: fc.option(fc.integer({ min: 0, max: 60 })),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) =>
      all.map((one, at) => ({
        ...{ no: `I-${at}`, cents: one.sign * one.cents, dated: one.dated },
        due: one.due === null ? null : one.dated + one.due,
      })),
    ),
  // More than is open, deposits (of no invoice) and refunds (below 0) among them.
  entries: fc
    .array(
      fc.record({
        cents,
        sign: fc.constantFrom(1, 1, 1, -1),
        dated,
        of: fc.option(fc.integer({ min: 0, max: 9 })),
      }),
      { maxLength: 10 },
    )
    .map((all) =>
      all.map((one, at) => ({
        ...{ no: `R-${at}`, cents: one.sign * one.cents, dated: one.dated },
        of: one.of === null ? null : `I-${one.of}`,
      })),
    ),
})

it('any invoices, credits, payments, deposits and refunds are one debt on card, lists, ages, parts, statement and paper', async () => {
  await fc.assert(
    fc.asyncProperty(BOOKS, async (books) => {
      const actor = await aCompany(books)
      const model = debtOn(books, 0)
      const shown = (figures: Record<string, number>) =>
        Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, money(value)]))
      expect(await owed(actor)).toMatchObject({
        ...shown({ total: model.total, open: model.open, credit: model.credit, upcoming: model.upcoming }),
        ...{ upcomingInvoices: model.upcomingInvoices, ...shown(model.ages), ...shown(model.parts) },
      })
      expect((await actor.get('/api/v1/dashboard')).body.receivables).toMatchObject({
        ...shown({ total: model.total, ...model.ages }),
      })
      const { items } = await list(actor, 'limit=100')
      expect(Object.fromEntries(items.map((item: Json) => [item.number, item.balance]))).toEqual(
        shown(Object.fromEntries(model.balances)),
      )
      const credit = (await actor.get('/api/v1/finance/credit?currency=CAD&limit=1000')).body
      expect([
        credit.sum,
        credit.items.reduce((sum: number, one: Json) => sum + Number(one.amount), 0),
      ]).toEqual([money(model.credit), expect.closeTo(model.credit / 100, 2)])
      expect(sumOf(await list(actor, 'state=open')).balance).toBe(money(model.open))
      expect(sumOf(await list(actor, 'state=upcoming')).upcoming).toBe(money(model.upcoming))
      for (const [part, sum] of Object.entries({ ...model.parts, ...model.grossAges }))
        expect([part, sumOf(await list(actor, `part=${part}`)).balance]).toEqual([part, money(sum)])
      for (const day of [-200, -40, -1, 0, 1, 30])
        expect([day, await closing(actor, day)]).toEqual([day, money(debtOn(books, day).total)])
      const paper = await takePaper(
        portal,
        actor,
        `/api/v1/finance/statement/pdf?from=2020-01-01&to=${TODAY}&currency=CAD`,
      )
      const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' })
      expect(paper.pages.join('')).toContain(
        `Balance due on Aug 31, 2025| |${dollars.format(model.total / 100)}`,
      )
    }),
    { seed: 1806, numRuns: Number(process.env.PROPERTY_RUNS ?? 6) },
  )
}, 300_000)
