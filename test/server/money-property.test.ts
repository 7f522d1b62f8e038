import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { sender } from '../support/ingest.ts'
import { draftLine, invoiceWriter, sayWhoWrites } from '../support/invoice-drafts.ts'
import { MoneyModel } from '../support/money-model.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TODAY = '2025-08-31'
let portal: TestPortal
let billing: Actor
let companies = 0
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  billing = await aStaffMember(portal, 'finance')
  await sayWhoWrites(portal)
})
afterAll(() => portal?.close())

const at = fc.integer({ min: 0, max: 3 })
const currency = fc.constantFrom('CAD', 'USD')
const cents = fc.integer({ min: 1, max: 12_000 })
const parts = fc.uniqueArray(fc.record({ at, cents }), {
  minLength: 1,
  maxLength: 3,
  selector: (part) => part.at,
})
const ACT = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('invoice' as const),
      at,
      currency,
      cents,
      age: fc.constantFrom(-5, 29, 30, 60, 61, 90),
    }),
  },
  fc.record({ act: fc.constant('creditNote' as const), at, currency, cents }),
  fc.record({
    act: fc.constantFrom('payment' as const, 'credit' as const, 'reversal' as const),
    at: fc.option(at),
    currency,
    cents,
    no: at,
  }),
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('announce' as const, 'record' as const), parts }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('receive' as const, 'cancel' as const, 'takeBack' as const),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('sent' as const), at, whole: fc.boolean() }) },
  fc.record({ act: fc.constantFrom('withdrawPayment' as const, 'withdrawInvoice' as const), at }),
)
type Act = typeof ACT extends fc.Arbitrary<infer One> ? One : never

const money = (value: number) => `${value < 0 ? '-' : ''}${(Math.abs(value) / 100).toFixed(2)}`
const dayBefore = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)

/** A company of two currencies whose acts the portal and the model both see. */
async function aCompany() {
  companies += 1
  const [code, source] = [`M${companies}`, `money ${companies}`]
  const tenantId = await aTenant(portal, { clientCodes: [code], source, currency: 'CAD' })
  const member = await aMember(portal, tenantId, 'finance_manager')
  const ingest = sender(portal.url, await aKey(portal, { source }))
  const model = new MoneyModel()
  const send = async (kind: string, row: Json) => {
    const { status, body, text } = await ingest(kind, [{ 'Client Code': code, ...row }])
    if (status !== 200 || body.rejected > 0) throw new Error(text)
  }
  const idOf = async (number: string) =>
    (await member.get(`/api/v1/invoices?search=${number}`)).body.items.find(
      (item: Json) => item.number === number,
    )?.id as number
  const sendPayment = async (
    no: string,
    row: { invoice: string | null; currency: string; cents: number },
    said: string,
    type = 'payment',
  ) => {
    await send('payments', {
      ...{ 'Payment No': no, 'Payment Date': '2025-08-20', Amount: money(row.cents), Currency: row.currency },
      ...{ Type: type, Reference: said, ...(row.invoice && { 'Invoice No': row.invoice }) },
    })
    // A credit settles as a payment does, and is never one that was made here.
    model.sent.set(no, { ...row, said: type === 'payment' ? said : '' })
  }
  return { tenantId, member, model, send, sendPayment, idOf }
}
type Company = Awaited<ReturnType<typeof aCompany>>

const invoiceAt = (n: number) => `MI-${n}`

/** What the portal may not accept, it refuses; what it accepts is written into the model. */
async function place(company: Company, act: 'announce' | 'record', wanted: { at: number; cents: number }[]) {
  const { model, member, tenantId, idOf } = company
  const named = wanted.map((part) => ({ invoice: invoiceAt(part.at), cents: part.cents }))
  if (named.some(({ invoice }) => !model.invoices.has(invoice))) return
  const ids = await Promise.all(named.map(({ invoice }) => idOf(invoice)))
  const wish = {
    wish: randomUUID(),
    parts: named.map((part, n) => ({ invoiceId: ids[n], amount: money(part.cents) })),
  }
  const bank = `WIRE ${randomUUID().slice(0, 8)}`
  const ask = () =>
    act === 'announce'
      ? member.post('/api/v1/payments', wish)
      : billing.post('/api/v1/admin/payments', { tenantId, on: '2025-08-15', bankReference: bank, ...wish })
  const { status, body } = await ask()
  const currencies = new Set(named.map(({ invoice }) => model.invoices.get(invoice)?.currency))
  const fits = currencies.size === 1 && named.every((part) => part.cents <= model.payable(part.invoice))
  expect(status === 200, JSON.stringify(body)).toBe(fits)
  if (!fits) return
  // The same wish again is the same payment.
  expect((await ask()).body.reference).toBe(body.reference)
  model.orders.push({
    reference: body.reference,
    bank: act === 'record' ? bank : null,
    currency: [...currencies][0] as string,
    parts: named,
    state: act === 'record' ? 'received' : 'announced',
  })
}

/** Of an order that was placed: what may be done follows from where it stands. */
async function move(company: Company, act: 'receive' | 'cancel' | 'takeBack', n: number) {
  const { model, member } = company
  const order = model.orders[n]
  if (!order) return
  const { reference, bank } = order
  const { status } = await (act === 'receive'
    ? billing.post(`/api/v1/admin/payments/${reference}/received`, { on: '2025-08-15' })
    : act === 'cancel'
      ? member.post(`/api/v1/payments/${reference}/cancel`, {})
      : billing.post(`/api/v1/admin/payments/${reference}/take-back`, { reason: 'Of somebody else' }))
  const met = model.isMet(order)
  const can =
    !met &&
    (act === 'receive'
      ? order.state !== 'received'
      : order.state === (act === 'cancel' ? 'announced' : 'received'))
  expect([act, status === 200]).toEqual([act, can])
  if (!can) return
  if (act === 'takeBack') order.state = bank === null ? 'announced' : 'gone'
  else order.state = act === 'receive' ? 'received' : 'gone'
  if (act === 'takeBack' && bank !== null) order.bank = null
}

async function perform(company: Company, one: Act) {
  const { model, send, sendPayment } = company
  switch (one.act) {
    case 'invoice':
    case 'creditNote': {
      const number = one.act === 'invoice' ? invoiceAt(one.at) : `MC-${one.at}`
      const total = one.act === 'invoice' ? one.cents : -one.cents
      const dueOn = dayBefore('age' in one ? one.age : 10)
      await send('invoices', {
        ...{ 'Invoice No': number, 'Invoice Date': '2025-01-01', 'Due Date': dueOn },
        ...{ Total: money(total), Currency: one.currency },
      })
      model.invoices.set(number, { currency: one.currency, cents: total, dueOn })
      return
    }
    case 'payment':
    case 'credit':
    case 'reversal': {
      const row = {
        invoice: one.at === null ? null : invoiceAt(one.at),
        currency: one.currency,
        cents: one.act === 'reversal' ? -one.cents : one.cents,
      }
      return sendPayment(`MP-${one.no}`, row, 'a transfer', one.act === 'credit' ? 'credit' : 'payment')
    }
    case 'announce':
    case 'record':
      return place(company, one.act, one.parts)
    case 'receive':
    case 'cancel':
    case 'takeBack':
      return move(company, one.act, one.at)
    case 'sent': {
      const order = model.orders[one.at]
      const [part] = order?.parts ?? []
      if (!order || !part) return
      const whole = order.parts.reduce((sum, { cents }) => sum + cents, 0)
      const said = order.bank?.toLowerCase() ?? `vir ${order.reference.toLowerCase()} merci`
      return sendPayment(
        `MS-${one.at}`,
        { invoice: part.invoice, currency: order.currency, cents: one.whole ? whole : part.cents },
        said,
      )
    }
    case 'withdrawPayment': {
      const no = [...model.sent.keys()][one.at]
      if (no === undefined) return
      await send('payments', { 'Payment No': no, _op: 'delete' })
      model.sent.delete(no)
      return
    }
    case 'withdrawInvoice': {
      const number = invoiceAt(one.at)
      if (!model.invoices.has(number)) return
      await send('invoices', { 'Invoice No': number, _op: 'delete' })
      model.invoices.delete(number)
    }
  }
}

async function compare({ model, member }: Company, done: string) {
  const { items } = (await member.get('/api/v1/invoices?limit=100&sort=number')).body
  const balances = Object.fromEntries(items.map((item: Json) => [item.number, [item.currency, item.balance]]))
  const expected = [...model.invoices].map(([number, invoice]) => [
    number,
    [invoice.currency, money(model.balance(number))],
  ])
  expect(balances, `balances after ${done}`).toEqual(Object.fromEntries(expected))
  for (const currency of model.currencies()) {
    const { receivables } = (await member.get(`/api/v1/finance?currency=${currency}`)).body
    const owed = Object.entries(model.owed(currency, TODAY)).map(([age, value]) => [age, money(value)])
    expect(receivables, `${currency} after ${done}`).toMatchObject(Object.fromEntries(owed))
  }
}

it('any sequence of invoices, credits, payments, reversals and cancellations leaves balances that are the sum of their parts', async () => {
  let [sequences, acts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(ACT, { minLength: 4, maxLength: 14 }), async (sequence) => {
      const company = await aCompany()
      const done: string[] = []
      for (const one of sequence) {
        await perform(company, one)
        done.push(JSON.stringify(one))
        await compare(company, done.join(' '))
      }
      sequences += 1
      acts += sequence.length
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 3) },
  )
  process.stdout.write(`${sequences} sequences of ${acts} acts\n`)
}, 3_000_000)

const WRITTEN = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('issue' as const), cents }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('credit' as const), at, cents }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      at,
      cents,
      above: fc.option(fc.integer({ min: 1, max: 3000 })),
    }),
  },
  fc.record({ act: fc.constantFrom('deposit' as const, 'refund' as const), cents }),
  fc.record({ act: fc.constant('takeBack' as const), at }),
)

type Written = { number: string; id: number; cents: number; credited: number; open: number }
type Made = {
  reference: string
  onAccount: number
  parts: { of: { open: number }; cents: number }[]
  stands: boolean
}

/** A company whose invoices are written here, and what it owes as somebody with a pencil would know it. */
async function aWrittenCompany() {
  const tenantId = await aTenant(portal, { currency: 'CAD' })
  const member = await aMember(portal, tenantId, 'finance_manager')
  const writer = invoiceWriter(billing)
  const invoices: Written[] = []
  const notes: { number: string; open: number }[] = []
  const made: Made[] = []
  const own = { onAccount: 0 }
  /** What the client could be given back: credit notes, what was paid twice, and what is on account. */
  const credit = () => {
    const over = [...invoices.map(({ open }) => -open), ...notes.map(({ open }) => open)]
    return over.filter((open) => open > 0).reduce((sum, open) => sum + open, own.onAccount)
  }
  const pay = async (fields: Json) => {
    const answer = await billing.post('/api/v1/admin/payments', {
      ...{ tenantId, wish: randomUUID(), on: '2025-08-15', bankReference: `Wire ${randomUUID()}` },
      ...fields,
    })
    return answer
  }
  const keep = (reference: string, onAccount: number, parts: Made['parts']) => {
    own.onAccount += onAccount
    for (const { of, cents: part } of parts) of.open -= part
    made.push({ reference, onAccount, parts, stands: true })
  }
  return { tenantId, member, writer, invoices, notes, made, own, credit, pay, keep }
}

async function write(
  company: Awaited<ReturnType<typeof aWrittenCompany>>,
  one: typeof WRITTEN extends fc.Arbitrary<infer One> ? One : never,
) {
  const { tenantId, writer, invoices, notes, made, own, credit, pay, keep } = company
  const lines = (value: number) => ({ lines: [draftLine({ unitPrice: money(value) })] })
  if (one.act === 'issue') {
    const { id, number } = await writer.issued(tenantId, lines(one.cents))
    invoices.push({ id, number, cents: one.cents, credited: 0, open: one.cents })
    return
  }
  if (one.act === 'credit') {
    const invoice = invoices[one.at]
    if (!invoice) return
    const { status, body } = await writer.credit(tenantId, invoice.number, money(one.cents))
    expect(status === 200, 'credits never exceed the invoice').toBe(
      one.cents <= invoice.cents - invoice.credited,
    )
    if (status !== 200) return
    const taken = Math.max(Math.min(invoice.open, one.cents), 0)
    invoice.credited += one.cents
    invoice.open -= taken
    notes.push({ number: body.number, open: one.cents - taken })
    return
  }
  if (one.act === 'pay') {
    const invoice = invoices[one.at]
    if (!invoice) return
    const parts = [{ invoiceId: invoice.id, amount: money(one.cents) }]
    const { status, body } = await pay({ parts, ...(one.above && { onAccount: money(one.above) }) })
    expect(status === 200, JSON.stringify(body)).toBe(one.cents <= invoice.open)
    if (status === 200) keep(body.reference, one.above ?? 0, [{ of: invoice, cents: one.cents }])
    return
  }
  if (one.act === 'takeBack') {
    const payment = made[one.at]
    if (!payment) return
    const answer = await billing.post(`/api/v1/admin/payments/${payment.reference}/take-back`, {
      reason: 'Of somebody else',
    })
    expect(answer.status === 200).toBe(payment.stands)
    if (!payment.stands) return
    payment.stands = false
    own.onAccount -= payment.onAccount
    for (const { of, cents: part } of payment.parts) of.open += part
    return
  }
  const { status, body } = await pay({ kind: one.act, onAccount: money(one.cents) })
  expect(status === 200, JSON.stringify(body)).toBe(one.act === 'deposit' || one.cents <= credit())
  if (status !== 200) return
  if (one.act === 'deposit') return keep(body.reference, one.cents, [])
  // What a refund gives back of credit notes and invoices opens these again.
  const parts = (body.parts as { invoice: string; amount: string }[]).map(({ invoice, amount }) => {
    const back = Math.round(Number(amount) * 100)
    const note = notes.find(({ number }) => number === invoice)
    if (note) return { of: note, cents: back }
    return { of: invoices.find(({ number }) => number === invoice) as Written, cents: -back }
  })
  keep(body.reference, -Math.round(Number(body.onAccount) * 100), parts)
}

it('any sequence of invoices, credit notes, over-payments, deposits and refunds written here adds up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(WRITTEN, { minLength: 6, maxLength: 20 }), async (sequence) => {
      const company = await aWrittenCompany()
      const { member, invoices, notes, credit } = company
      for (const [n, one] of sequence.entries()) {
        await write(company, one)
        const done = JSON.stringify(sequence.slice(0, n + 1))
        const { items } = (await member.get('/api/v1/invoices?limit=100')).body
        expect(Object.fromEntries(items.map((item: Json) => [item.number, item.balance])), done).toEqual(
          Object.fromEntries([
            ...invoices.map(({ number, open }) => [number, money(open)]),
            ...notes.map(({ number, open }) => [number, money(-open)]),
          ]),
        )
        if (invoices.length === 0) continue
        const owed = invoices.reduce((sum, { open }) => sum + Math.max(open, 0), 0) - credit()
        const { receivables } = (await member.get('/api/v1/finance')).body
        expect([receivables.total, receivables.credit], done).toEqual([money(owed), money(credit())])
        expect((await member.get('/api/v1/finance/credit')).body.sum, done).toBe(money(credit()))
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 5), seed: 1149_75 },
  )
}, 3_000_000)
