import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDateOrder, needsDateOrder } from './date-order.ts'
import { parseDate } from './date-text.ts'
import { parseInstant } from './instant-text.ts'

const date = (value: string | number, order: 'dmy' | 'mdy' = 'dmy') => {
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
    ['73416', 'not_a_date'],
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

  it('every day of the calendar reads back from each writing', () => {
    const days = fc.date({ min: new Date('1930-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom('/', '.', '-'), (day, mark) => {
        const iso = day.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split('-')
        expect(date(iso)).toBe(iso)
        expect(date([dayOfMonth, month, year].join(mark), 'dmy')).toBe(iso)
        expect(date([month, dayOfMonth, year].join(mark), 'mdy')).toBe(iso)
        expect(date(Math.floor(day.getTime() / 86_400_000) + 25_569)).toBe(iso)
      }),
    )
  })
})

describe('the order of day and month, once per file (C3)', () => {
  it('a value over 12 decides, and against every vote', () => {
    const order = createDateOrder('dmy')
    for (let row = 0; row < 10; row++) order.observe('04/07/2023', 2023, 7)
    expect(order.settled()).toBeUndefined()
    order.observe('07/24/2023', 2023, 7)
    expect(order.settled()).toEqual({ order: 'mdy', reason: 'value' })
    order.observe('24/07/2023')
    expect(order.decide()).toEqual({ order: 'mdy', reason: 'value' })
  })

  it('else agreement with Year and Month', () => {
    const order = createDateOrder('dmy')
    order.observe('7/4/23', 2023, 7)
    order.observe('8/5/23', 2023, 8)
    order.observe('5/8/23', 2023, 8)
    order.observe('5/5/23', 2023, 5)
    expect(order.decide()).toEqual({ order: 'mdy', reason: 'year_month' })
  })

  it('else the setting, day first unless said otherwise', () => {
    expect(createDateOrder().decide()).toEqual({ order: 'dmy', reason: 'setting' })
    const order = createDateOrder('mdy')
    order.observe('04/07/2023')
    order.observe('2023-12-31')
    order.observe('04/07/2023', 2021, 4)
    order.observe('45/07/2023', 2023, 7)
    expect(order.decide()).toEqual({ order: 'mdy', reason: 'setting' })
  })

  it.each([
    ['04/07/2023', true],
    ['04/04/2023', false],
    ['24/07/2023', false],
    ['2023-07-04', false],
    ['45111', false],
    ['', false],
  ])('%j waits for the decision: %s', (text, waits) => expect(needsDateOrder(text)).toBe(waits))
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
