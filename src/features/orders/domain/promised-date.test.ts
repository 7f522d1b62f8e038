import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promisedHistory } from './promised-date.ts'

const [A, B, C] = ['2026-03-01', '2026-03-06', '2026-03-10'] as const
/** The dates that stood one after the other, as changes. */
const through = (...dates: (string | null)[]) =>
  dates.slice(1).map((date, index) => ({ old: dates[index] ?? null, new: date, at: '2026-01-01T00:00:00Z' }))

describe('the history of a promised date', () => {
  it.each([
    ['never promised', [null], { first: null, current: null, moves: 0, days: null }],
    ['promised from the start', [A], { first: A, current: A, moves: 0, days: 0 }],
    ['promised later', [null, A], { first: A, current: A, moves: 0, days: 0 }],
    ['moved once', [A, B], { first: A, current: B, moves: 1, days: 5 }],
    ['moved twice', [A, B, C], { first: A, current: C, moves: 2, days: 9 }],
    ['moved back', [B, A], { first: B, current: A, moves: 1, days: -5 }],
    ['moved and back again', [A, B, A], { first: A, current: A, moves: 2, days: 0 }],
    ['taken back', [A, null], { first: A, current: null, moves: 0, days: null }],
    ['taken back and given again', [A, null, A], { first: A, current: A, moves: 0, days: 0 }],
    ['taken back and another given', [A, null, B], { first: A, current: B, moves: 1, days: 5 }],
    [
      'over a change of clocks',
      ['2026-03-01', '2026-04-01'],
      { first: A, current: '2026-04-01', moves: 1, days: 31 },
    ],
  ])('%s', (_what, dates, expected) => {
    expect(promisedHistory(through(...dates), dates.at(-1) ?? null)).toMatchObject(expected)
  })

  it('moves as many days as its moves do together', () => {
    const day = fc
      .integer({ min: 0, max: 400 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 8 }), (dates) => {
        const history = promisedHistory(through(...dates), dates.at(-1) as string)
        const span = (Date.parse(dates.at(-1) as string) - Date.parse(dates[0] as string)) / 86_400_000
        expect(history.days).toBe(span)
        expect(history.moves).toBe(dates.filter((date, at) => at > 0 && date !== dates[at - 1]).length)
      }),
    )
  })
})
