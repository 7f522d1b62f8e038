import type { SalesHistory } from '../../src/features/sales/contract.ts'
import { containsTyped } from '../../src/platform/domain/search-term.ts'
import type { TestLine } from './sales-lines.ts'

/** What the screens must show, added up line by line: slow, plain, and without a word of SQL. */

export const productOf = ({ itemNo, itemName, shown }: TestLine): string => {
  if (shown) return shown.product
  if (/^81061-BOI-90017-[0-9]{2}$/.test(itemNo.trim())) return 'Packaging Materials'
  if (/advanced gut health/i.test(itemName)) return 'AGH'
  return itemName.trim() || 'Unknown Product'
}
export const customerOf = ({ customerName, shown }: TestLine): string =>
  shown?.customer ?? (customerName.trim() || 'Unknown Client')

/** How many they are: a client code is one, under whichever names, and a line without a code is its name's. */
export const customersOf = (lines: readonly TestLine[]): number =>
  new Set(
    lines
      .filter((line) => customerOf(line) !== 'Unknown Client')
      .map((line) => line.clientCode || `name ${customerOf(line)}`),
  ).size

export function found(line: TestLine, search: string | undefined): boolean {
  if (!search?.trim()) return true
  const shown = [productOf(line), customerOf(line)].filter((name) => !/^Unknown (Product|Client)$/.test(name))
  return [line.itemNo, line.itemName, line.customerName, ...shown].some((text) => containsTyped(text, search))
}

export type OracleFilter = { search?: string; year?: number; month?: number; currency?: string }

export const money = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Half away from zero, like numeric in SQL. */
export function divide(value: bigint, by: bigint): bigint {
  const abs = (n: bigint) => (n < 0n ? -n : n)
  const rounded = (2n * abs(value) + abs(by)) / (2n * abs(by))
  return value < 0n !== by < 0n ? -rounded : rounded
}

type Lines = readonly TestLine[]
export const sum = (lines: Lines, key: 'quantity' | 'amountCents') =>
  lines.reduce((total, line) => total + BigInt(line[key]), 0n)
export const quantity = (lines: Lines) => Number(sum(lines, 'quantity')) / 1000
export const amount = (lines: Lines) => money(sum(lines, 'amountCents'))
export const groups = <K>(lines: Lines, key: (line: TestLine) => K) => {
  const map = new Map<K, TestLine[]>()
  for (const line of lines) {
    const name = key(line)
    const of = map.get(name)
    if (of) of.push(line)
    else map.set(name, [line])
  }
  return map
}
/** Lines by name: the largest sum first, those of the same in the order of their names. */
export const ranked = (lines: Lines, name: (line: TestLine) => string, by: 'quantity' | 'amountCents') =>
  [...groups(lines, name)]
    .map(([key, of]) => ({ key, of, total: sum(of, by) }))
    .sort((a, b) => Number(b.total - a.total) || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    .map(({ key, of }): [string, TestLine[]] => [key, of])
export const invoicesOf = (lines: Lines) =>
  new Set(lines.map((line) => line.invoiceNo).filter((no) => no !== '')).size

/** The currency that a screen shows, and the others that there are. */
export function currencyShown(lines: Lines, filter: OracleFilter, home: string) {
  const currencies = [...groups(lines, (l) => l.currency)].sort(
    (a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1),
  )
  const present = currencies.map(([currency]) => currency)
  const currency = filter.currency ?? (present.includes(home) ? home : (present[0] ?? null))
  return { currency, others: present.filter((one) => one !== currency).sort() }
}

/** `currentYear` of the calendar; `lines` are those that the asker may see. */
export function expectedHistory(
  lines: Lines,
  filter: OracleFilter,
  home: string,
  currentYear: number,
): Omit<SalesHistory, 'dataVersion' | 'asOf'> {
  const { currency, others } = currencyShown(lines, filter, home)
  const own = lines.filter((line) => line.currency === currency)
  const matching = own.filter(
    (line) => found(line, filter.search) && (filter.month === undefined || line.month === filter.month),
  )
  const chosen = matching.filter((line) => filter.year === undefined || line.year === filter.year)
  const window = Array.from({ length: 6 }, (_, at) => currentYear - 6 + at)
  const inWindow = matching.filter((line) => window.includes(line.year))
  const orders = invoicesOf(chosen)
  const average = (count: number) =>
    money(count === 0 ? 0n : divide(sum(chosen, 'amountCents'), BigInt(count)))
  return {
    currency,
    otherCurrencies: others,
    totals: {
      quantity: quantity(chosen),
      amount: amount(chosen),
      lines: chosen.length,
      orders,
      averagePerLine: average(chosen.length),
      averagePerOrder: average(orders),
    },
    years: [...groups(matching, (l) => l.year)]
      .sort((a, b) => a[0] - b[0])
      .map(([year, of]) => ({ year, quantity: quantity(of), amount: amount(of) })),
    months: Array.from({ length: 12 }, (_, at) => {
      const of = chosen.filter((line) => line.month === at + 1)
      return { month: at + 1, quantity: quantity(of), amount: amount(of) }
    }),
    topProducts: ranked(chosen, productOf, 'quantity')
      .slice(0, 10)
      .map(([product, of]) => ({ key: product, product, quantity: quantity(of), amount: amount(of) })),
    evolution: {
      years: window,
      products: ranked(inWindow, productOf, 'quantity')
        .slice(0, 20)
        .map(([product, of]) => {
          const sums = window.map((year) =>
            sum(
              of.filter((line) => line.year === year),
              'quantity',
            ),
          )
          return {
            key: product,
            product,
            quantities: sums.map((one) => Number(one) / 1000),
            changes: sums.map((one, at) => {
              const before = sums[at - 1] ?? 0n
              return before === 0n ? null : Number(divide(1000n * (one - before), before)) / 10
            }),
            total: quantity(of),
          }
        }),
    },
    yearsAvailable: [...new Set(own.map((line) => line.year))].sort((a, b) => b - a),
  }
}
