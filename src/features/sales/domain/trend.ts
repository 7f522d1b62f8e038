import type { SalesTrend } from '../contract.ts'
import { averageOf } from './exact.ts'
import { CONFIDENCE, forecast, type Prediction } from './forecast.ts'
import { monthNumber, monthOf, quarterOf, type YearMonth } from './months.ts'
import { seasonality } from './seasonality.ts'

export type MonthSum = YearMonth & { quantity: number; amount: string }

export type TrendAsk = {
  year?: number | undefined
  quarter?: number | undefined
  /** The newest month that is over, 0 for none of that year (D1). */
  calendar: { currentYear: number; throughMonth: number }
  /** ISO date of the reports. */
  today: string
}

/** A wrong year in one line must not make a thousand years of empty months. */
const MOST_MONTHS = 240
const MOST_LATER = 24

/** Money as the wire has it, from arithmetic that is no longer exact. */
const money = (value: number) => value.toFixed(2).replace(/^-0\.00$/, '0.00')
const units = (value: number) => Number(value.toFixed(3)) + 0

/** Every month from the first with sales, without gaps, and how many of them are over. */
function withoutGaps(sums: readonly MonthSum[], end: number): { months: MonthSum[]; over: number } {
  const numbers = sums.map(monthNumber).filter((number) => number <= end + MOST_LATER)
  if (numbers.length === 0) return { months: [], over: 0 }
  const first = Math.max(Math.min(...numbers), end + 1 - MOST_MONTHS)
  // A client that sold nothing of late: these months are zero, not unknown.
  const last = Math.max(...numbers, end)
  const known = new Map(sums.map((sum) => [monthNumber(sum), sum]))
  const months = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => known.get(first + at) ?? { ...monthOf(first + at), quantity: 0, amount: '0.00' },
  )
  return { months, over: Math.max(0, end - first + 1) }
}

/** Of whole thousandths, so that an average is that of its months to the last figure however many went before. */
function averages(values: readonly number[], over: number, decimals: 2 | 3): (number | null)[] {
  const whole = values.map((value) => Math.round(1000 * value))
  let sum = 0
  return whole.map((value, at) => {
    sum += value - (whole[at - over] ?? 0)
    return at < over - 1 ? null : averageOf(sum / 1000, over, decimals)
  })
}

const shown = <T>(prediction: Prediction, over: readonly YearMonth[], write: (value: number) => T) => {
  const next = monthNumber(over.at(-1) as YearMonth) + 1
  const [from, to] = [over.at(-prediction.fitted), over.at(-1)] as [YearMonth, YearMonth]
  const plain = ({ year, month }: YearMonth) => ({ year, month })
  return {
    method: prediction.method,
    months: prediction.months.map(({ value, low, high }, step) => ({
      ...monthOf(next + step),
      value: write(value),
      low: write(low),
      high: write(high),
    })),
    confidence: CONFIDENCE,
    window: { from: plain(from), to: plain(to), months: prediction.fitted },
    backTest: {
      origins: prediction.origins,
      error: prediction.error,
      naiveError: prediction.naiveError,
    },
  }
}

/** The trend as it is shown: gaps closed, averages, season and forecast from the months that are over, then the filter. */
export function trendOf(sums: readonly MonthSum[], ask: TrendAsk): SalesTrend {
  const { currentYear, throughMonth } = ask.calendar
  const end = monthNumber({ year: currentYear, month: 1 }) + throughMonth - 1
  const running = monthNumber({ year: Number(ask.today.slice(0, 4)), month: Number(ask.today.slice(5, 7)) })
  const { months, over } = withoutGaps(sums, end)
  const past = months.slice(0, over)
  const quantities = past.map(({ quantity }) => quantity)
  const amounts = past.map(({ amount }) => Number(amount))
  const averageOver = over >= 24 ? 12 : 3
  const quantityAverages = averages(quantities, averageOver, 3)
  const amountAverages = averages(amounts, averageOver, 2)
  const season = seasonality(quantities, months[0]?.month ?? 1)
  const amountSeason = seasonality(amounts, months[0]?.month ?? 1)
  const whole = ask.year === undefined && ask.quarter === undefined
  const [quantity, amount] = whole ? [forecast(quantities), forecast(amounts)] : [null, null]
  return {
    months: months
      .map((month, at) => {
        const [ofQuantity, ofAmount] = [quantityAverages[at] ?? null, amountAverages[at] ?? null]
        const state =
          at < over
            ? ('over' as const)
            : monthNumber(month) <= running
              ? ('to_date' as const)
              : ('later' as const)
        const average =
          ofQuantity === null || ofAmount === null
            ? null
            : { quantity: units(ofQuantity), amount: money(ofAmount) }
        return { ...month, state, average }
      })
      .filter(
        ({ year, month }) =>
          (ask.year === undefined || year === ask.year) &&
          (ask.quarter === undefined || quarterOf(month) === ask.quarter),
      ),
    averageOver,
    seasonality:
      season?.map((of, at) => ({ month: at + 1, quantity: of, amount: amountSeason?.[at] ?? null })) ?? null,
    forecast:
      quantity && amount
        ? { quantity: shown(quantity, past, units), amount: shown(amount, past, money) }
        : null,
    monthsOver: over,
  }
}
