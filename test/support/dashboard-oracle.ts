import type { Dashboard } from '../../src/features/dashboard/contract.ts'
import { ORDER_STATUSES } from '../../src/features/orders/contract.ts'
import type { TestOrder } from './orders.ts'
import type { TestLine } from './sales-lines.ts'
import { money } from './sales-oracle.ts'

/** What the dashboard must show, added up row by row, without a word of SQL. */

type Row = TestOrder & { id: number }
const statusOf = ({ ord_stat }: TestOrder) => (ord_stat ?? '').trim().toLowerCase()
/** These data are written in English. */
const meaningOf = (row: TestOrder) => ORDER_STATUSES.find((status) => status === statusOf(row)) ?? null
const centsOf = (orders: TestOrder[]) =>
  orders.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents ?? 0), 0n)
const in_ = <T extends { currency?: string }>(rows: T[], currency: string) =>
  rows.filter((row) => (row.currency ?? 'CAD') === currency)
const byNumber = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' })

function shownCurrency(rows: { currency?: string }[], home: string, asked?: string): string {
  const counts = new Map<string, number>()
  for (const { currency = 'CAD' } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const used = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([one]) => one)
  return asked ?? (used.includes(home) ? home : (used[0] ?? home))
}

const others = <T extends { currency?: string }>(rows: T[], shown: string): [string, T[]][] =>
  [...new Set(rows.map(({ currency = 'CAD' }) => currency))]
    .filter((one) => one !== shown)
    .sort()
    .map((one) => [one, in_(rows, one)])

export function expectedOrders(rows: Row[], home: string, asked?: string): Partial<Dashboard> {
  const shown = shownCurrency(rows, home, asked)
  const other = rows.filter((row) => meaningOf(row) === null)
  const figure = (...statuses: string[]) =>
    figureOf(statuses.length === 0 ? rows : rows.filter((row) => statuses.includes(statusOf(row))))
  const figureOf = (of: Row[]) => {
    return {
      count: of.length,
      amount: money(centsOf(in_(of, shown))),
      currency: shown,
      others: others(of, shown).map(([currency, some]) => ({
        currency,
        count: some.length,
        amount: money(centsOf(some)),
      })),
    }
  }
  const total = centsOf(in_(rows, shown))
  const share = (percent: bigint) => (total * percent + (total < 0n ? -50n : 50n)) / 100n
  const recent = rows
    .toSorted((a, b) => {
      if (a.ord_no == null || b.ord_no == null)
        return Number(a.ord_no == null) - Number(b.ord_no == null) || b.id - a.id
      return byNumber.compare(b.ord_no, a.ord_no) || b.id - a.id
    })
    .slice(0, 20)
  return {
    cards: {
      totalOrders: figure(),
      inProgressOrders: figure('blend', 'cts', 'in progress'),
      notStartedOrders: figure('not started'),
      ...(other.length > 0 && { otherOrders: figureOf(other) }),
    },
    receivables: {
      basis: 'estimate',
      currency: shown,
      total: money(total),
      under30: money(share(60n)),
      under60: money(share(25n)),
      over60: money(total - share(60n) - share(25n)),
    },
    recentOrders: recent.map((row) => ({
      id: row.id,
      primary: row.primary_no ?? null,
      ordNo: row.ord_no ?? null,
      clientName: row.client_name ?? null,
      ordStat: row.ord_stat ?? null,
      status: meaningOf(row),
      montantTotal: row.montant_total ?? null,
      amount: money(BigInt(row.amount_cents ?? 0)),
      currency: row.currency ?? 'CAD',
    })),
    issues: rows.filter((row) => ['cancelled', 'not started'].includes(statusOf(row))).length,
  }
}

export type Calendar = { years: [number, number]; throughMonth: number }

/** D1 for everybody's lines: `day` is ISO. */
export function calendarOf(everybody: TestLine[], day: string): Calendar {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const newest = Math.max(
    ...everybody.map((line) => line.year * 100 + line.month).filter((one) => one <= year * 100 + month),
  )
  const [currentYear, newestMonth] = [Math.floor(newest / 100), newest % 100]
  const lastDay = new Date(Date.UTC(currentYear, newestMonth, 0)).toISOString().slice(0, 10)
  return {
    years: [currentYear - 1, currentYear],
    throughMonth: day < lastDay ? newestMonth - 1 : newestMonth,
  }
}

const sum = (lines: TestLine[], key: 'quantity' | 'amountCents') =>
  lines.reduce((total, line) => total + BigInt(line[key]), 0n)
const units = (lines: TestLine[]) => Number(sum(lines, 'quantity')) / 1000

function changeOf(before: bigint, now: bigint) {
  if (before === 0n) return { growth: 0, trend: now === 0n ? 'stable' : 'new' }
  const abs = (n: bigint) => (n < 0n ? -n : n)
  const top = 1000n * (now - before)
  const size = (2n * abs(top) + abs(before)) / (2n * abs(before))
  const exact = (100 * Number(now - before)) / Number(before)
  return {
    growth: Number(top < 0n === before < 0n ? size : -size) / 10 + 0,
    trend: exact > 5 ? 'growth' : exact < -5 ? 'decline' : 'stable',
  }
}

export function expectedSales(
  lines: TestLine[],
  calendar: Calendar,
  day: string,
  home: string,
  asked?: string,
): Dashboard['cards'] {
  const shown = shownCurrency(lines, home, asked)
  const own = in_(lines, shown)
  const until = Number(day.slice(0, 4)) * 100 + Number(day.slice(5, 7))
  const [before, now] = calendar.years
  const some = (year: number, most: number, least = 1) =>
    own.filter(
      (l) => l.year === year && l.month >= least && l.month <= most && l.year * 100 + l.month <= until,
    )
  const [a, b] = [some(before, calendar.throughMonth), some(now, calendar.throughMonth)]
  const monthly = (of: TestLine[]) => ({ quantity: units(of), amount: money(sum(of, 'amountCents')) })
  return {
    totalQuantity: {
      ...monthly(own),
      currency: shown,
      others: others(lines, shown).map(([currency, of]) => ({ currency, ...monthly(of) })),
    },
    ytdEvolution: {
      ...calendar,
      currency: shown,
      quantity: {
        previous: units(a),
        current: units(b),
        ...changeOf(sum(a, 'quantity'), sum(b, 'quantity')),
      },
      revenue: {
        previous: monthly(a).amount,
        current: monthly(b).amount,
        ...changeOf(sum(a, 'amountCents'), sum(b, 'amountCents')),
      },
      months: Array.from({ length: 12 }, (_, at) => {
        const current = some(now, at + 1, at + 1)
        return {
          month: at + 1,
          previous: monthly(some(before, at + 1, at + 1)),
          current: at + 1 <= calendar.throughMonth || current.length > 0 ? monthly(current) : null,
        }
      }),
      laterLines: own.filter((l) => l.year * 100 + l.month > until).length,
      otherDataset: null,
    },
  } as Dashboard['cards']
}
