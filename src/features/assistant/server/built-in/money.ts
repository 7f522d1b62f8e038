import { moneyText } from '../../../../platform/domain/money-text.ts'
import type { AskedState, Invoice } from '../../../finance/contract.ts'
import type { Question } from '../../domain/understand.ts'
import { type Answer, type Desk, sameNumber } from './desk.ts'

const LISTED = 5

const citeInvoice = (desk: Desk, invoice: Pick<Invoice, 'id' | 'number'>) => ({
  label: desk.say('label_invoice', { number: invoice.number }),
  href: `/finance/invoices/${desk.address(invoice.number, invoice.id)}`,
})

export async function invoicesOf(desk: Desk, code: string): Promise<Invoice[]> {
  const { items } = await desk.reads.finance.invoices({ search: code, limit: 50 })
  return items.filter(({ number }) => sameNumber(number, code))
}

export async function aboutInvoice(desk: Desk, invoice: Invoice): Promise<Answer> {
  const { say, formats, day } = desk
  const { payments } = await desk.reads.finance.invoice({ number: `id:${invoice.id}` })
  const money = (amount: string) => formats.money(amount, invoice.currency)
  const isCredit = invoice.kind === 'credit_note'
  return desk.answered(
    desk.lines(
      isCredit
        ? say('credit_note_is', { number: invoice.number, state: say(`invoice_${invoice.state}`) })
        : say('invoice_is', { number: invoice.number, state: say(`invoice_${invoice.state}`) }),
      say(isCredit ? 'credit_note_total' : 'invoice_total', {
        total: money(invoice.total),
        paid: money(invoice.paid),
        balance: money(invoice.balance),
      }),
      say('invoice_date', { date: day(invoice.date) }),
      invoice.dueDate && say('invoice_due', { date: day(invoice.dueDate) }),
      invoice.daysOverdue > 0 && say('invoice_late', { days: invoice.daysOverdue }),
      invoice.ordNo && say('invoice_order', { number: invoice.ordNo }),
      ...payments
        .slice(-LISTED)
        .map(({ kind, date, amount }) => say(`invoice_${kind}`, { date: day(date), amount: money(amount) })),
    ),
    [citeInvoice(desk, invoice)],
  )
}

const lineOf = (desk: Desk, invoice: Invoice) =>
  desk.say('invoice_short', {
    number: invoice.number,
    state: desk.say(`invoice_${invoice.state}`),
    balance: desk.formats.money(invoice.balance, invoice.currency),
    due: desk.day(invoice.dueDate),
  })

function stateOf(q: Question): Exclude<AskedState, 'credit_note'> | undefined {
  if (q.has('overdue')) return 'overdue'
  if (q.has('upcoming')) return 'upcoming'
  if (q.words.some((word) => /^(paid|payee?s?|bezahlte?n?|pagad[ao]s?)$/.test(word))) return 'paid'
  if (q.status === 'pending') return 'pending'
  // What is not paid is not only what is not due yet.
  if (q.has('issued', 'active', 'balance')) return 'open'
  return undefined
}

/** Invoices of an order, of a state, or all of them. */
export async function someInvoices(desk: Desk, q: Question, ordNo?: string): Promise<Answer> {
  const { say } = desk
  const asked = stateOf(q)
  if (asked === 'open' && !ordNo) return unpaidInvoices(desk)
  const state = asked === 'open' ? undefined : asked
  const filter = { ...(state && { state }), ...(ordNo && { ordNo }) }
  const page = await desk.reads.finance.invoices({ ...filter, limit: LISTED })
  const total = page.total ?? 0
  const query = new URLSearchParams({ ...(state && { state }), ...(ordNo && { search: ordNo }) }).toString()
  const listed = page.items.map((invoice) => lineOf(desk, invoice))
  return desk.answered(
    desk.lines(
      ordNo
        ? say('invoices_of_order', { count: total, number: ordNo })
        : state
          ? say('invoices_of', { count: total, what: say(`invoice_${state}`) })
          : say('invoices_all', {
              count: total,
              paid: page.counts?.paid ?? 0,
              pending: page.counts?.pending ?? 0,
              upcoming: page.counts?.upcoming ?? 0,
              overdue: page.counts?.overdue ?? 0,
            }),
      ...listed,
    ),
    [
      { label: say('label_invoices', { count: total }), href: query ? `/finance?${query}` : '/finance' },
      ...page.items.map((invoice) => citeInvoice(desk, invoice)),
    ],
  )
}

/** What is to be paid, due or not: the screen has a list of each, and none of both. */
async function unpaidInvoices(desk: Desk): Promise<Answer> {
  const { say } = desk
  const { items, counts } = await desk.reads.finance.invoices({ state: 'open', limit: LISTED })
  const { pending = 0, overdue = 0 } = counts ?? {}
  const citeState = (state: 'overdue' | 'pending', count: number) => ({
    label: `${say('label_invoices', { count })}, ${say(`invoice_${state}`)}`,
    href: `/finance?state=${state}`,
  })
  return desk.answered(
    desk.lines(say('invoices_open', { pending, overdue }), ...items.map((invoice) => lineOf(desk, invoice))),
    [
      citeState('overdue', overdue),
      citeState('pending', pending),
      ...items.map((invoice) => citeInvoice(desk, invoice)),
    ],
  )
}

export async function balance(desk: Desk): Promise<Answer> {
  const { say, formats } = desk
  const { receivables, currency, others } = await desk.reads.finance.overview({})
  const money = (amount: string) => formats.money(amount, currency)
  return desk.answered(
    desk.lines(
      say(receivables.basis === 'estimate' ? 'balance_estimate' : 'balance', {
        total: money(receivables.total),
      }),
      say('balance_ages', {
        under30: money(receivables.under30),
        under60: money(receivables.under60),
        over60: money(receivables.over60),
      }),
      Number(receivables.credit) !== 0 &&
        say('balance_credit', { amount: money(`-${receivables.credit}`.replace('--', '')) }),
      receivables.basis === 'invoices' &&
        say('balance_overdue', { amount: money(receivables.overdue), count: receivables.overdueInvoices }),
      receivables.upcomingInvoices > 0 &&
        say('balance_upcoming', {
          amount: money(receivables.upcoming),
          count: receivables.upcomingInvoices,
        }),
      ...others.map((other) => say('balance_other', { total: formats.money(other.total, other.currency) })),
    ),
    [{ label: say('label_finance'), href: '/finance' }],
  )
}

const [PAGE, PAGES] = [1000, 5]

/** Invoices that are overdue by more than so many days, the oldest due dates first; so many are looked through, or none is told. */
export async function lateInvoices(desk: Desk, days: number): Promise<Answer> {
  const { say, formats } = desk
  const overdue: Invoice[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES; pages++) {
    const page = await desk.reads.finance.invoices({
      ...({ state: 'overdue', sort: 'dueDate', limit: PAGE } as const),
      ...(cursor && { cursor }),
    })
    overdue.push(...page.items)
    cursor = page.nextCursor ?? undefined
    if (!cursor) break
  }
  if (cursor) return desk.declined('beyond')
  const late = overdue.filter(({ daysOverdue }) => daysOverdue > days)
  const cents = new Map<string, bigint>()
  for (const { currency, balance } of late)
    cents.set(currency, (cents.get(currency) ?? 0n) + BigInt(balance.replace('.', '')))
  const amounts = [...cents].map(([currency, sum]) => formats.money(moneyText(sum), currency))
  return desk.answered(
    desk.lines(
      say('invoices_late', { count: late.length, days }),
      late.length > 0 && say('invoices_late_open', { amounts: formats.list(amounts) }),
      ...late.slice(0, LISTED).map((invoice) => lineOf(desk, invoice)),
    ),
    [
      {
        label: say('label_invoices', { count: overdue.length }),
        href: '/finance?state=overdue&sort=dueDate',
      },
      ...late.slice(0, LISTED).map((invoice) => citeInvoice(desk, invoice)),
    ],
  )
}
