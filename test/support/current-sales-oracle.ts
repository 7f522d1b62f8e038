import type { CurrentSales } from '../../src/features/sales/contract.ts'
import { containsTyped } from '../../src/platform/domain/search-term.ts'
import type { TestLine } from './sales-lines.ts'
import {
  amount,
  currencyShown,
  divide,
  found,
  groups,
  invoicesOf,
  money,
  type OracleFilter,
  productOf,
  quantity,
  ranked,
  sum,
} from './sales-oracle.ts'

/** What Current Sales must show, added up line by line. `invoiceNo` of a line is its SO. */

const sold = (lines: TestLine[]) => ({ quantity: quantity(lines), revenue: amount(lines) })

/** Also in the order numbers, which sales history's search does not look into. */
export const foundInCurrent = (line: TestLine, search: string | undefined) =>
  found(line, search) || containsTyped(line.invoiceNo, search ?? '')

function compare(before: bigint, now: bigint) {
  if (before === 0n) return { growth: 0, trend: now === 0n ? ('stable' as const) : ('new' as const) }
  // The sign of the divisor turns the comparison.
  const change = (now - before) * 100n * (before < 0n ? -1n : 1n)
  const limit = 5n * (before < 0n ? -before : before)
  return {
    growth: Number(divide(1000n * (now - before), before)) / 10,
    trend:
      change > limit ? ('growth' as const) : change < -limit ? ('decline' as const) : ('stable' as const),
  }
}

/** The name of most lines of a code, the unknown ones last. */
const nameOf = (lines: TestLine[]) =>
  [...groups(lines, productOf)].sort(
    (a, b) =>
      Number(a[0] === 'Unknown Product') - Number(b[0] === 'Unknown Product') ||
      b[1].length - a[1].length ||
      Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])),
  )[0]?.[0] as string

type Calendar = { year: number; throughMonth: number; day: string }

/** What follows from the lines of this dataset alone. */
export type ExpectedCurrent = Omit<CurrentSales, 'dataVersion' | 'asOf' | 'ytd'> & {
  ytd: Omit<CurrentSales['ytd'], 'otherDataset'>
}

/** `lines` are those that the asker may see. */
export function expectedCurrent(
  lines: readonly TestLine[],
  filter: OracleFilter,
  home: string,
  { year, throughMonth, day }: Calendar,
): ExpectedCurrent {
  const { currency, others } = currencyShown(lines, filter, home)
  const own = lines.filter((line) => line.currency === currency)
  const matching = own.filter(
    (line) =>
      foundInCurrent(line, filter.search) && (filter.month === undefined || line.month === filter.month),
  )
  const chosen = matching.filter((line) => filter.year === undefined || line.year === filter.year)
  const isPast = (line: TestLine) => line.year * 100 + line.month <= Number(day.slice(0, 7).replace('-', ''))
  const of = (y: number) => matching.filter((line) => line.year === y && line.month <= throughMonth)
  const [before, now] = [of(year - 1), of(year)]
  const orders = invoicesOf(chosen)
  const average = (count: number) =>
    money(count === 0 ? 0n : divide(sum(chosen, 'amountCents'), BigInt(count)))
  const months = Array.from({ length: 12 }, (_, at) => at + 1)
  const withCode = [...before, ...now].filter((line) => line.itemNo !== '')
  const ytd = (key: 'quantity' | 'amountCents') => compare(sum(before, key), sum(now, key))
  return {
    currency,
    otherCurrencies: others,
    totals: {
      ...sold(chosen),
      lines: chosen.length,
      orders,
      averagePerLine: average(chosen.length),
      averagePerOrder: average(orders),
    },
    ytd: {
      years: [year - 1, year],
      throughMonth,
      quantity: { previous: quantity(before), current: quantity(now), ...ytd('quantity') },
      revenue: { previous: amount(before), current: amount(now), ...ytd('amountCents') },
      months: months.map((month) => {
        const at = (y: number) => matching.filter((line) => line.year === y && line.month === month)
        const current = at(year).filter(isPast)
        return {
          month,
          previous: sold(at(year - 1)),
          current: month <= throughMonth || current.length > 0 ? sold(current) : null,
        }
      }),
      laterLines: matching.filter((line) => !isPast(line)).length,
    },
    months: months.map((month) => ({ month, ...sold(chosen.filter((line) => line.month === month)) })),
    topProducts: ranked(chosen, productOf, 'amountCents')
      .slice(0, 10)
      .map(([product, all]) => ({ key: product, product, ...sold(all) })),
    comparison: ranked(withCode, (line) => line.itemNo, 'amountCents')
      .slice(0, 15)
      .map(([code, all]) => {
        const [previous, current] = [year - 1, year].map((y) => all.filter((line) => line.year === y)) as [
          TestLine[],
          TestLine[],
        ]
        const quantities = compare(sum(previous, 'quantity'), sum(current, 'quantity'))
        const revenues = compare(sum(previous, 'amountCents'), sum(current, 'amountCents'))
        return {
          code,
          product: nameOf(all),
          previous: sold(previous),
          current: sold(current),
          quantityGrowth: quantities.growth,
          quantityTrend: quantities.trend,
          revenueGrowth: revenues.growth,
          trend: revenues.trend,
        }
      }),
    yearsAvailable: [...new Set(own.map((line) => line.year))].sort((a, b) => b - a),
  }
}
