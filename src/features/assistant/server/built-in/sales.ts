import type { Question } from '../../domain/understand.ts'
import type { Answer, Desk } from './desk.ts'

const LISTED = 5

const monthName = (desk: Desk, month: number) =>
  new Intl.DateTimeFormat(desk.language === 'en' ? 'en-CA' : desk.language, {
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(2024, month - 1, 1)))

const address = (path: string, filter: Record<string, string | number>) => {
  const query = new URLSearchParams(
    Object.entries(filter).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return query ? `${path}?${query}` : path
}

/** How a period is said: "March 2024", "2024", or nothing. */
function periodOf(desk: Desk, { year, month }: { year?: number; month?: number }): string {
  if (month !== undefined && year !== undefined)
    return desk.say('in_month', { month: monthName(desk, month), year: String(year) })
  if (month !== undefined) return desk.say('in_any_month', { month: monthName(desk, month) })
  return year === undefined ? '' : desk.say('in_year', { year: String(year) })
}

/** How much was sold: in all, in a year or a month, of a product or to a customer. */
export async function salesTotals(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const period = { ...(q.year && { year: q.year }), ...(q.month && { month: q.month }) }
  const search = q.codes[0] ?? q.rest.trim()
  const filter = { ...period, ...(search && { search }) }
  const { totals, currency, otherCurrencies } = await desk.reads.sales.history(filter)
  const citation = { label: say('label_sales'), href: address('/sales', filter) }
  // The newest years may be in the other dataset alone.
  if (totals.lines === 0 && q.year !== undefined && !search) {
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
        of: search ? `“${search}”` : '',
        amount: formats.money(totals.amount, currency),
        quantity: formats.quantity(String(totals.quantity)),
        orders: totals.orders,
      }),
      otherCurrencies.length > 0 && say('sales_other_currencies', { currencies: otherCurrencies.join(', ') }),
    ),
    [citation],
  )
}

export async function salesOfQuarter(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const quarter = q.quarter ?? 1
  const filter = { ...(q.year && { year: q.year }), quarter: quarter as 1 | 2 | 3 | 4 }
  const { totals, currency } = await desk.reads.sales.analytics(filter)
  const citation = { label: say('label_analytics'), href: address('/sales-analytics', filter) }
  const period = say('in_quarter', { quarter, year: q.year ? String(q.year) : '' }).trim()
  if (currency === null || totals.lines === 0) return desk.answered(say('sales_none', { period }), [citation])
  return desk.answered(
    say('sales_total', {
      period,
      of: '',
      amount: formats.money(totals.revenue, currency),
      quantity: formats.quantity(String(totals.quantity)),
      orders: totals.orders,
    }),
    [citation],
  )
}

/** The first of a list: products or customers. */
export async function topSales(desk: Desk, q: Question): Promise<Answer> {
  const { say, formats } = desk
  const filter = { ...(q.year && { year: q.year }) }
  const { topProducts, topCustomers, topMonths, currency } = await desk.reads.sales.analytics(filter)
  const citation = { label: say('label_analytics'), href: address('/sales-analytics', filter) }
  const customers = q.has('customer')
  if (customers && topMonths) return { ...desk.declined('one_customer'), citations: [citation] }
  const items = customers
    ? topCustomers.map((row) => ({ ...row, name: row.customer }))
    : topProducts.map((row) => ({ ...row, name: row.product }))
  if (currency === null || items.length === 0)
    return desk.answered(say('sales_none', { period: periodOf(desk, filter) }), [citation])
  return desk.answered(
    desk.lines(
      say(customers ? 'top_customers' : 'top_products', { period: periodOf(desk, filter) }),
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

/** This year against the one before, over the months that are over. */
export async function growth(desk: Desk): Promise<Answer> {
  const { say, formats } = desk
  const { ytd, currency } = await desk.reads.sales.current({})
  const citation = { label: say('label_current_sales'), href: '/current-sales' }
  if (currency === null) return desk.answered(say('sales_none', { period: '' }), [citation])
  const percent = (value: number) => `${value > 0 ? '+' : ''}${formats.quantity(String(value))} %`
  return desk.answered(
    say('growth', {
      previousYear: String(ytd.years[0]),
      currentYear: String(ytd.years[1]),
      months: ytd.throughMonth,
      amount: formats.money(ytd.revenue.current, currency),
      before: formats.money(ytd.revenue.previous, currency),
      change: percent(ytd.revenue.growth),
      quantity: formats.quantity(String(ytd.quantity.current)),
      quantityBefore: formats.quantity(String(ytd.quantity.previous)),
      quantityChange: percent(ytd.quantity.growth),
    }),
    [citation],
  )
}
