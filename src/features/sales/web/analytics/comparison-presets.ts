import { monthNumber, monthText } from '../../domain/months.ts'
import type { ComparedPeriods } from './analytics-figure.ts'

type Calendar = { currentYear: number; throughMonth: number }

const pair = (from: number, to: number, back: number): Required<ComparedPeriods> => ({
  from: monthText(from),
  to: monthText(to),
  againstFrom: monthText(from - back),
  againstTo: monthText(to - back),
})

/** Pairs of periods that end with the newest month that is over. */
export function presets({ currentYear, throughMonth }: Calendar) {
  const newest = monthNumber({ year: currentYear, month: 1 }) + throughMonth - 1
  return {
    lastTwelve: pair(newest - 11, newest, 12),
    lastThree: pair(newest - 2, newest, 3),
    lastThreeOfYear: pair(newest - 2, newest, 12),
  }
}

/** Which of these pairs it is; undefined: none. */
export const presetOf = (
  periods: Required<ComparedPeriods>,
  all: ReturnType<typeof presets>,
): string | undefined => {
  const same = (one: Required<ComparedPeriods>) =>
    one.from === periods.from &&
    one.to === periods.to &&
    one.againstFrom === periods.againstFrom &&
    one.againstTo === periods.againstTo
  return Object.entries(all).find(([, one]) => same(one))?.[0]
}
