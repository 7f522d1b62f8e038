import type { TestLine } from './sales-lines.ts'
import {
  amount as amountOf,
  customerOf,
  customersOf,
  found,
  groups,
  invoicesOf,
  money,
  productOf,
  quantity as quantityOf,
  ranked as rankedBy,
  sum,
} from './sales-oracle.ts'

/** What the Sales Analytics screen must show, added up line by line. */

export type AnalyticsFilter = { search?: string; year?: number; quarter?: number; currency?: string }
export type Calendar = { currentYear: number; throughMonth: number; until: number }

/** Half away from zero, like numeric in SQL, to a tenth of a per cent. */
const growthOf = (before: bigint, now: bigint) => {
  if (before === 0n) return 0
  const [part, whole] = [1000n * (now - before), before]
  const abs = (n: bigint) => (n < 0n ? -n : n)
  const rounded = Number((2n * abs(part) + abs(whole)) / (2n * abs(whole)))
  return ((part < 0n !== whole < 0n ? -rounded : rounded) || 0) / 10
}
const trendOf = (before: bigint, now: bigint): 'growth' | 'stable' | 'decline' | 'new' => {
  if (before === 0n) return now === 0n ? 'stable' : 'new'
  const [part, whole] = before < 0n ? [-(now - before), -before] : [now - before, before]
  return 100n * part > 5n * whole ? 'growth' : 100n * part < -5n * whole ? 'decline' : 'stable'
}
const average = (cents: bigint, count: number) => {
  if (count === 0) return '0.00'
  const abs = cents < 0n ? -cents : cents
  const rounded = (2n * abs + BigInt(count)) / (2n * BigInt(count))
  return money(cents < 0n ? -rounded : rounded)
}

function againstOf(before: readonly TestLine[], now: readonly TestLine[]) {
  const change = (key: 'quantity' | 'amountCents') => ({
    growth: growthOf(sum(before, key), sum(now, key)),
    trend: trendOf(sum(before, key), sum(now, key)),
  })
  return {
    quantity: { previous: quantityOf(before), current: quantityOf(now), ...change('quantity') },
    revenue: { previous: amountOf(before), current: amountOf(now), ...change('amountCents') },
  }
}

const ranked = (lines: readonly TestLine[], name: (line: TestLine) => string) =>
  rankedBy(lines, name, 'amountCents')

/** `lines` are those that the asker may see; `oneTenant`: a member's. Without trend, data version and time. */
export function expectedAnalytics(
  lines: readonly TestLine[],
  filter: AnalyticsFilter,
  { currentYear, throughMonth, until }: Calendar,
  home: string,
  oneTenant: boolean,
) {
  const counts = new Map<string, number>()
  for (const { currency } of lines) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const present = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([one]) => one)
  const currency = filter.currency ?? (present.includes(home) ? home : (present[0] ?? null))
  const own = lines.filter((line) => line.currency === currency)
  const codes = new Set(lines.map((line) => line.clientCode).filter((code) => code !== ''))
  const one =
    oneTenant && (codes.size === 1 || (codes.size === 0 && new Set(lines.map(customerOf)).size <= 1))
  const matching = own.filter(
    (line) =>
      found(line, filter.search) &&
      (filter.quarter === undefined || Math.ceil(line.month / 3) === filter.quarter),
  )
  const chosen = matching.filter((line) => filter.year === undefined || line.year === filter.year)
  const grown = filter.year ?? currentYear
  const through = grown < currentYear ? 12 : grown === currentYear ? throughMonth : 0
  const months = Array.from({ length: 12 }, (_, at) => at + 1).filter(
    (month) => month <= through && (filter.quarter === undefined || Math.ceil(month / 3) === filter.quarter),
  )
  const compared = (quarter?: number) => {
    const of = (year: number) =>
      matching.filter(
        (line) =>
          line.year === year &&
          months.includes(line.month) &&
          (quarter === undefined || Math.ceil(line.month / 3) === quarter),
      )
    return againstOf(of(grown - 1), of(grown))
  }
  const orders = invoicesOf(chosen)
  const counted = customersOf(chosen)
  const customers = one ? Math.min(1, counted) : counted
  const comparison = compared()
  return {
    currency,
    otherCurrencies: present.filter((other) => other !== currency).sort(),
    totals: {
      quantity: quantityOf(chosen),
      revenue: amountOf(chosen),
      lines: chosen.length,
      customers,
      products: new Set(chosen.map(productOf)).size,
      orders,
      averagePerLine: average(sum(chosen, 'amountCents'), chosen.length),
      averagePerOrder: average(sum(chosen, 'amountCents'), orders),
      ordersPerCustomer: Number(average(100n * BigInt(orders), customers)),
      quantityGrowth: comparison.quantity.growth,
      revenueGrowth: comparison.revenue.growth,
    },
    comparison: { years: [grown - 1, grown] as [number, number], months, ...comparison },
    quarters: [1, 2, 3, 4].map((quarter) => {
      const of = chosen.filter((line) => Math.ceil(line.month / 3) === quarter)
      return {
        quarter,
        quantity: quantityOf(of),
        amount: amountOf(of),
        lines: of.length,
        orders: invoicesOf(of),
        comparison: months.includes(3 * quarter - 2) ? compared(quarter) : null,
      }
    }),
    topProducts: ranked(chosen, productOf)
      .slice(0, 10)
      .map(([product, of]) => ({
        key: product,
        product,
        quantity: quantityOf(of),
        amount: amountOf(of),
      })),
    topCustomers: one
      ? []
      : ranked(chosen, customerOf)
          .slice(0, 10)
          .map(([customer, of]) => ({
            key: customer,
            customer,
            quantity: quantityOf(of),
            amount: amountOf(of),
          })),
    topMonths: one
      ? ranked(chosen, (line) => `${line.year}-${String(line.month).padStart(2, '0')}`)
          .slice(0, 10)
          .map(([month, of]) => ({
            year: Number(month.slice(0, 4)),
            month: Number(month.slice(5)),
            quantity: quantityOf(of),
            amount: amountOf(of),
          }))
      : null,
    calendar: { currentYear, throughMonth },
    laterLines: chosen.filter((line) => line.year * 100 + line.month > until).length,
    yearsAvailable: [...new Set(own.map((line) => line.year))].sort((a, b) => b - a),
  }
}

const beside = (previous: number, current: number) => ({
  previous,
  current,
  growth: growthOf(BigInt(previous), BigInt(current)),
  trend: trendOf(BigInt(previous), BigInt(current)),
})

/** Months in one line of numbers: year * 12 + month - 1. */
type Period = readonly [first: number, last: number]

/** The current year to date, and the same months of the year before. */
export function yearsToDate({ currentYear, throughMonth }: Pick<Calendar, 'currentYear' | 'throughMonth'>) {
  const first = currentYear * 12
  const last = first + throughMonth - 1
  return { toDate: [first, last] as Period, before: [first - 12, last - 12] as Period }
}

/** Two periods side by side over lines of one currency that a search found. */
export function expectedComparison(lines: readonly TestLine[], now: Period, before: Period, one: boolean) {
  const within = ([first, last]: Period) =>
    lines.filter((line) => {
      const month = line.year * 12 + line.month - 1
      return month >= first && month <= last
    })
  const [previous, current] = [within(before), within(now)]
  const list = (name: (line: TestLine) => string) => {
    const [ofPrevious, ofCurrent] = [groups(previous, name), groups(current, name)]
    const names = [...new Set([...ofPrevious.keys(), ...ofCurrent.keys()])]
    const rows = names.map((key) => {
      const [b, n] = [ofPrevious.get(key) ?? [], ofCurrent.get(key) ?? []]
      const [most] = [sum(b, 'amountCents'), sum(n, 'amountCents')].sort((x, y) => (x < y ? 1 : -1))
      return { key, b, n, most: most as bigint }
    })
    rows.sort((x, y) => Number(y.most - x.most) || Buffer.compare(Buffer.from(x.key), Buffer.from(y.key)))
    const rest = rows.slice(20)
    return {
      items: rows.slice(0, 20).map(({ key, b, n }) => ({ key, name: key, figures: againstOf(b, n) })),
      others: rest.length,
      rest: againstOf(
        rest.flatMap(({ b }) => b),
        rest.flatMap(({ n }) => n),
      ),
    }
  }
  const count = (of: (side: readonly TestLine[]) => number) => beside(of(previous), of(current))
  return {
    totals: {
      figures: againstOf(previous, current),
      lines: count((side) => side.length),
      orders: count(invoicesOf),
      customers: count((side) => (one ? Math.min(1, customersOf(side)) : customersOf(side))),
      products: count((side) => new Set(side.map(productOf)).size),
    },
    products: list(productOf),
    customers: one ? null : list(customerOf),
  }
}
