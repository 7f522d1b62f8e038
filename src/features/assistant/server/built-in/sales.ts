import { FORMAT_TAGS } from '../../../../platform/contract/languages.ts'
import { isRunning, monthsOf, type Period } from '../../domain/periods.ts'
import type { Question } from '../../domain/understand.ts'
import type { Answer, Desk } from './desk.ts'

const LISTED = 5

const monthName = (desk: Desk, month: number) =>
  new Intl.DateTimeFormat(FORMAT_TAGS[desk.language], { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, month - 1, 1)),
  )

/** A change of so many per cent, with one decimal and its sign. */
export const percent = (desk: Desk, value: number): string =>
  new Intl.NumberFormat(FORMAT_TAGS[desk.language], {
    ...({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const),
  }).format(value / 100)

export const address = (path: string, filter: Record<string, string | number>) => {
  const query = new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return query ? `${path}?${query}` : path
}

/** How a period is said: "in March 2024", "in 2024", of the running one that it counts to date; or nothing. */
export function periodOf(desk: Desk, period: Period): string {
  const { say } = desk
  const { year, quarter, month } = period
  const kind = month !== undefined ? 'month' : quarter !== undefined ? 'quarter' : 'year'
  const values = {
    ...(month !== undefined && { month: monthName(desk, month) }),
    ...(quarter !== undefined && { quarter }),
    ...(year !== undefined && { year: String(year) }),
  }
  if (year === undefined) return kind === 'year' ? '' : say(`in_any_${kind}`, values)
  const said = say(`in_${kind}`, values)
  return isRunning(period, desk.today) ? say('to_date', { period: said }) : said
}

/** What is sought among the sales: a number, or what is left of the words. */
export const soughtIn = (q: Question): string => q.codes[0] ?? q.rest.trim()

/**
 * Of a period of which the history has no lines: declined, where the other dataset has some. It is never added to the history, so
 * nothing is told of it beside that.
 */
export async function onlyInCurrent(desk: Desk, period: Period): Promise<Answer | undefined> {
  const { year } = period
  if (year === undefined) return undefined
  const { from, to } = monthsOf(period)
  const { months } = await desk.reads.sales.current({ year })
  const isSold = months
    .slice(Number(from.slice(5)) - 1, Number(to.slice(5)))
    .some(({ quantity, revenue }) => quantity !== 0 || Number(revenue) !== 0)
  if (!isSold) return undefined
  const citation = { label: desk.say('label_current_sales'), href: address('/current-sales', { year }) }
  return { ...desk.declined('sales_only_current', { period: periodOf(desk, period) }), citations: [citation] }
}

/** How much was sold: in all, or in a period that is named, of a product or to a customer. */
export const salesOf = (desk: Desk, q: Question): Promise<Answer> =>
  q.periods[0]?.quarter ? salesOfQuarter(desk, q) : salesTotals(desk, q)

async function salesTotals(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const { year, month } = q.periods[0] ?? {}
  const period = { ...(year && { year }), ...(month && { month }) }
  const search = soughtIn(q)
  const filter = { ...period, ...(search && { search }) }
  const { totals, currency, otherCurrencies } = await desk.reads.sales.history(filter)
  const citation = { label: say('label_sales'), href: address('/sales', filter) }
  // The newest years may be in the other dataset alone.
  if (totals.lines === 0 && year !== undefined && !search) {
    const now = await desk.reads.sales.current(filter)
    if (now.currency !== null && now.totals.lines > 0)
      return desk.answered(
        say('sales_total', {
          period: periodOf(desk, period),
          of: '',
          amount: formats.money(now.totals.revenue, now.currency),
          quantity: formats.quantity(String(now.totals.quantity)),
          orders: now.totals.orders,
        }),
        [{ label: say('label_current_sales'), href: address('/current-sales', filter) }],
      )
  }
  if (currency === null || totals.lines === 0)
    return search
      ? { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
      : desk.answered(say('sales_none', { period: periodOf(desk, period) }), [citation])
  return desk.answered(
    desk.lines(
      say('sales_total', {
        period: periodOf(desk, period),
        of: search && say('quoted', { text: search }),
        amount: formats.money(totals.amount, currency),
        quantity: formats.quantity(String(totals.quantity)),
        orders: totals.orders,
      }),
      otherCurrencies.length > 0 && say('sales_other_currencies', { currencies: otherCurrencies.join(', ') }),
    ),
    [citation],
  )
}

async function salesOfQuarter(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const [period = {}] = q.periods
  const search = soughtIn(q)
  const filter = { ...(period as { quarter: 1 | 2 | 3 | 4 }), ...(search && { search }) }
  const { totals, currency } = await desk.reads.sales.analytics(filter)
  const citation = { label: say('label_analytics'), href: address('/sales-analytics', filter) }
  if (currency === null || totals.lines === 0) {
    if (search) return { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
    const elsewhere = await onlyInCurrent(desk, period)
    return elsewhere ?? desk.answered(say('sales_none', { period: periodOf(desk, period) }), [citation])
  }
  return desk.answered(
    say('sales_total', {
      period: periodOf(desk, period),
      of: search && say('quoted', { text: search }),
      amount: formats.money(totals.revenue, currency),
      quantity: formats.quantity(String(totals.quantity)),
      orders: totals.orders,
    }),
    [citation],
  )
}

/** The first of a list: products or customers, of a year, a quarter or all years; of nothing else there is such a list. */
export async function topSales(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const [period = {}, second] = q.periods
  if (second || period.month !== undefined) return desk.declined('top_periods')
  const filter = period as { year?: number; quarter?: 1 | 2 | 3 | 4 }
  const { topProducts, topCustomers, topMonths, currency } = await desk.reads.sales.analytics(filter)
  const citation = { label: say('label_analytics'), href: address('/sales-analytics', { ...filter }) }
  const customers = q.has('customer')
  if (customers && topMonths) return { ...desk.declined('one_customer'), citations: [citation] }
  const items = customers
    ? topCustomers.map((row) => ({ ...row, name: row.customer }))
    : topProducts.map((row) => ({ ...row, name: row.product }))
  if (currency === null || items.length === 0) {
    const elsewhere = await onlyInCurrent(desk, period)
    return elsewhere ?? desk.answered(say('sales_none', { period: periodOf(desk, period) }), [citation])
  }
  return desk.answered(
    desk.lines(
      say(customers ? 'top_customers' : 'top_products', { period: periodOf(desk, period) }),
      ...items.slice(0, LISTED).map(({ name, amount, quantity }) =>
        say('top_line', {
          name,
          amount: formats.money(amount, currency),
          quantity: formats.quantity(String(quantity)),
        }),
      ),
    ),
    [citation],
  )
}
