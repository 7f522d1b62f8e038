import { isRunning, monthsOf, type Period } from '../../domain/periods.ts'
import type { Question } from '../../domain/understand.ts'
import type { Answer, Desk } from './desk.ts'
import { address, onlyInCurrent, percent, periodOf, soughtIn } from './sales.ts'

type Whole = Period & { year: number }
const isWhole = (period: Period | undefined): period is Whole => period?.year !== undefined
const isYear = (period: Period, year: number) =>
  period.year === year && period.quarter === undefined && period.month === undefined

/**
 * One period against another: what was sold in each, and the change. Of one alone the growth is that against the same months a
 * year before; without any, or of this year, what the screens compare: the months that are over with those of last year.
 */
export async function compareSales(desk: Desk, q: Question): Promise<Answer> {
  const [first, second] = q.periods
  const search = soughtIn(q)
  if (!first) return growth(desk, await toDate(desk, search), search)
  const thisYear = Number(desk.today.slice(0, 4))
  const isOfYears = [first, second].every(
    (period) => !period || isYear(period, thisYear) || isYear(period, thisYear - 1),
  )
  // "Compared with last year" is this one; "growth of last year" is not.
  if (isOfYears && q.has('growth', 'compare') && (second || q.has('compare') || isYear(first, thisYear))) {
    const found = await toDate(desk, search)
    if (found.years[1] === thisYear) return growth(desk, found, search)
    return ofTwo(desk, { year: thisYear }, { year: thisYear - 1 }, search)
  }
  if (!second && q.has('compare')) return desk.declined('compare_what')
  const other = second ?? (isWhole(first) ? { ...first, year: first.year - 1 } : undefined)
  if (!isWhole(first) || !isWhole(other)) return desk.declined('compare_what')
  const isOrdered = monthsOf(first).from >= monthsOf(other).from
  return isOrdered ? ofTwo(desk, first, other, search) : ofTwo(desk, other, first, search)
}

async function ofTwo(desk: Desk, later: Whole, earlier: Whole, search: string): Promise<Answer> {
  const { say, formats } = desk
  const [months, before] = [monthsOf(later), monthsOf(earlier)]
  const filter = {
    ...{ from: months.from, to: months.to, againstFrom: before.from, againstTo: before.to },
    ...(search && { search }),
  }
  const { totals, currency, beyond } = await desk.reads.sales.comparison(filter)
  const { figures, lines, orders } = totals
  const citation = { label: say('label_analytics'), href: address('/sales-analytics', filter) }
  if (search && lines.current + lines.previous === 0)
    return { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
  for (const [side, period] of [
    ['current', later],
    ['previous', earlier],
  ] as const) {
    const elsewhere = !search && lines[side] === 0 ? await onlyInCurrent(desk, period) : undefined
    if (elsewhere) return elsewhere
  }
  const told = (side: 'current' | 'previous', period: Period) =>
    currency === null || lines[side] === 0
      ? say('sales_none', { period: periodOf(desk, period) })
      : say('sales_total', {
          period: periodOf(desk, period),
          of: search && say('quoted', { text: search }),
          amount: formats.money(figures.revenue[side], currency),
          quantity: formats.quantity(String(figures.quantity[side])),
          orders: orders[side],
        })
  const isOver = !beyond && ![later, earlier].some((period) => isRunning(period, desk.today))
  const change = say('sales_change', {
    amount: percent(desk, figures.revenue.growth),
    quantity: percent(desk, figures.quantity.growth),
  })
  return desk.answered(
    desk.lines(
      told('current', later),
      told('previous', earlier),
      !isOver && say('sales_no_change'),
      isOver && lines.current > 0 && lines.previous > 0 && change,
    ),
    [citation],
  )
}

/** The current year of the reports and the one before, over the months that are over (D1): of the dataset that has sales. */
async function toDate(desk: Desk, search: string) {
  const filter = { ...(search && { search }) }
  const { ytd, currency, totals } = await desk.reads.sales.current(filter)
  if (totals.lines > 0)
    return {
      ...{ years: ytd.years, months: ytd.throughMonth, revenue: ytd.revenue, quantity: ytd.quantity },
      ...{
        currency,
        citation: { label: desk.say('label_current_sales'), href: address('/current-sales', filter) },
      },
    }
  const history = await desk.reads.sales.analytics(filter)
  const { years, months, revenue, quantity } = history.comparison
  return {
    ...{ years, months: months.length, revenue, quantity },
    currency: history.totals.lines > 0 ? history.currency : null,
    citation: { label: desk.say('label_analytics'), href: address('/sales-analytics', filter) },
  }
}

async function growth(
  desk: Desk,
  found: Awaited<ReturnType<typeof toDate>>,
  search: string,
): Promise<Answer> {
  const { say, formats } = desk
  const { years, months, revenue, quantity, currency, citation } = found
  if (currency === null)
    return search
      ? { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
      : desk.answered(say('sales_none', { period: '' }), [citation])
  // No month of the year is over.
  if (months === 0) return ofTwo(desk, { year: years[1] }, { year: years[0] }, search)
  const text = say('growth', {
    of: search && say('quoted', { text: search }),
    previousYear: String(years[0]),
    currentYear: String(years[1]),
    months,
    amount: formats.money(revenue.current, currency),
    before: formats.money(revenue.previous, currency),
    change: percent(desk, revenue.growth),
    quantity: formats.quantity(String(quantity.current)),
    quantityBefore: formats.quantity(String(quantity.previous)),
    quantityChange: percent(desk, quantity.growth),
  })
  return desk.answered(text, [citation])
}

/** What a provider asks for by its name. */
export const salesGrowth = async (desk: Desk): Promise<Answer> => growth(desk, await toDate(desk, ''), '')
