import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DateOrder, parseDate, parseDateOrMonth } from './date-text.ts'
import { parseInstant } from './instant-text.ts'

const date = (value: string | number, order: DateOrder | undefined = 'dmy') => {
  const parsed = parseDate(value, order)
  return parsed.ok ? parsed.date : parsed.code
}

describe('dates (C3)', () => {
  it.each([
    ['2023-07-04', '2023-07-04'],
    ['2023/7/4', '2023-07-04'],
    ['2023.07.04', '2023-07-04'],
    ['20230704', '2023-07-04'],
    ['2023-07-04T23:30:00-05:00', '2023-07-04'],
    ['2023-07-04 00:00:00', '2023-07-04'],
    ['04/07/2023', '2023-07-04'],
    ['4.7.2023', '2023-07-04'],
    ['04-07-23', '2023-07-04'],
    ['4/7/2023 0:00', '2023-07-04'],
    ['31/12/69', '2069-12-31'],
    ['31/12/70', '1970-12-31'],
    ['29/02/2024', '2024-02-29'],
    ['45111', '2023-07-04'],
    ['45111.75', '2023-07-04'],
    [45111, '2023-07-04'],
    ['73415', '2100-12-31'],
    ['  2023-07-04 ', '2023-07-04'],
    ['2026-05-01 13:22:58 +0100', '2026-05-01'],
    ['2026-05-01 13:22:58 UTC', '2026-05-01'],
    ['2026-05-01T13:22:58.123Z', '2026-05-01'],
    ['2026-05-01 1:22 PM', '2026-05-01'],
    ['2026-05-01T23:30:00-05:00', '2026-05-01'],
    ['5 May 2026', '2026-05-05'],
    ['May 1, 2026', '2026-05-01'],
    ['May 1st, 2026', '2026-05-01'],
    ['01-May-26', '2026-05-01'],
    ['1er mai 2026', '2026-05-01'],
    ['1. Mai 2026', '2026-05-01'],
    ['3. März 2026', '2026-03-03'],
    ['1 de mayo de 2026', '2026-05-01'],
    ['12 févr. 2026', '2026-02-12'],
    ['2026-Aug-09', '2026-08-09'],
    ['/Date(1777593600000)/', '2026-05-01'],
    ['20000', '1954-10-03'],
    ['80000', 'no_such_date'],
  ])('%j, day first, is %s', (text, expected) => expect(date(text)).toBe(expected))

  it.each([
    ['7/4/23', '2023-07-04'],
    ['07-04-2023', '2023-07-04'],
    ['12/31/2025', '2025-12-31'],
  ])('%j, month first, is %s', (text, expected) => expect(date(text, 'mdy')).toBe(expected))

  it.each([
    ['2025-02-30', 'no_such_date'],
    ['2023-02-29', 'no_such_date'],
    ['1900-02-29', 'no_such_date'],
    ['31/04/2025', 'no_such_date'],
    ['45/04/2025', 'no_such_date'],
    ['04/45/2025', 'no_such_date'],
    ['00/04/2025', 'no_such_date'],
    ['1899-12-31', 'no_such_date'],
    ['2101-01-01', 'no_such_date'],
    ['2023-07/04', 'not_a_date'],
    ['2023', 'not_a_date'],
    ['19999', 'not_a_date'],
    ['80001', 'not_a_date'],
    ['73416', 'no_such_date'],
    ['13 Floréal 2026', 'not_a_date'],
    ['31 February 2026', 'no_such_date'],
    ['2026-05-01 25:00', 'not_a_date'],
    ['2026-05-01 13:00 PM', 'not_a_date'],
    ['yesterday', 'not_a_date'],
    ['Date Not Captured', 'not_a_date'],
    ['', 'not_a_date'],
    [12, 'not_a_date'],
    [Number.NaN, 'not_a_date'],
  ])('%j is refused: %s', (text, code) => expect(date(text)).toBe(code))

  it('never turns a date round in silence', () => {
    expect(date('07/24/2023', 'dmy')).toBe('date_order')
    expect(date('24/07/2023', 'mdy')).toBe('date_order')
  })

  it('without an order reads only what is one day in both', () => {
    expect(parseDate('03/04/2023', undefined)).toMatchObject({ code: 'date_order_unclear' })
    expect(parseDate('13/04/2023', undefined)).toMatchObject({ date: '2023-04-13' })
    expect(parseDate('04/13/2023', undefined)).toMatchObject({ date: '2023-04-13' })
    expect(parseDate('04/04/2023', undefined)).toMatchObject({ date: '2023-04-04' })
    expect(date('26/04/03', 'ymd')).toBe('2026-04-03')
  })

  it.each([
    ['09/2028', '2028-09-30'],
    ['JAN 2028', '2028-01-31'],
    ['2028-02', '2028-02-29'],
    ['janv. 2028', '2028-01-31'],
    ['Dez 27', '2027-12-31'],
    ['13/2028', 'no_such_date'],
    ['2028-02-03', '2028-02-03'],
    ['soon', 'not_a_date'],
  ])('a date or month, %j, is %s', (text, expected) => {
    const parsed = parseDateOrMonth(text, undefined)
    expect(parsed.ok ? parsed.date : parsed.code).toBe(expected)
  })

  it('every day of the calendar reads back from each writing', () => {
    const days = fc.date({ min: new Date('1930-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom('/', '.', '-'), (day, mark) => {
        const iso = day.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-')
        expect(date(iso)).toBe(iso)
        expect(date([dayOfMonth, month, year].join(mark), 'dmy')).toBe(iso)
        expect(date([month, dayOfMonth, year].join(mark), 'mdy')).toBe(iso)
        const dayNumber = Math.floor(day.getTime() / 86_400_000) + 25_569
        if (dayNumber >= 20_000) expect(date(dayNumber)).toBe(iso)
      }),
    )
  })
})

describe('instants', () => {
  it.each([
    ['2025-08-31T12:00:00Z', '2025-08-31T12:00:00.000000Z'],
    ['2025-08-31T12:00:00.1234567+02:00', '2025-08-31T10:00:00.123456Z'],
    ['2025-12-31 20:30:00-05', '2026-01-01T01:30:00.000000Z'],
    ['2025-08-31T12:00Z', '2025-08-31T12:00:00.000000Z'],
  ])('%j is %s', (text, expected) => expect(parseInstant(text)).toEqual({ ok: true, instant: expected }))

  it.each([
    '2025-08-31T12:00:00',
    '2025-08-31',
    '2025-02-30T12:00:00Z',
    '2025-08-31T24:00:00Z',
    'now',
    1756641600,
  ])('%j is refused', (text) =>
    expect(parseInstant(text)).toMatchObject({ ok: false, code: 'not_an_instant' }),
  )
})
