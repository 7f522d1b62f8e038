import { expect, test } from 'vitest'
import { createFormats, DASH } from './formats.ts'

const en = createFormats('en', 'America/Toronto')
const fr = createFormats('fr-CA', 'America/Toronto')
const de = createFormats('de', 'America/Toronto')
const es = createFormats('es', 'America/Toronto')
/** Intl writes no-break spaces; what matters here is where a space stands. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

test('money has two decimals in tables and none on cards', () => {
  expect(en.money('48200.00', 'CAD')).toBe('$48,200.00')
  expect(en.money('48200.00', 'USD')).toBe('US$48,200.00')
  expect(en.moneyWhole('48200.50', 'CAD')).toBe('$48,201')
  expect(plain(fr.money('1234.56', 'CAD'))).toBe('1 234,56 $')
  expect(plain(fr.moneyWhole('-1234.00', 'CAD'))).toBe('-1 234 $')
})

test('a unit price keeps the decimals that it has, and two at least', () => {
  expect(en.unitPrice('0.0125', 'CAD')).toBe('$0.0125')
  expect(en.unitPrice('99', 'CAD')).toBe('$99.00')
  expect(plain(fr.unitPrice('1234.5', 'CAD'))).toBe('1 234,50 $')
})

test('fourteen digits stay exact', () => {
  expect(en.money('99999999999999.99', 'CAD')).toBe('$99,999,999,999,999.99')
  expect(plain(fr.money('90071992547409.93', 'CAD'))).toBe('90 071 992 547 409,93 $')
})

test('growth carries its sign and one decimal', () => {
  expect(en.growth(12.44)).toBe('+12.4%')
  expect(en.growth(-5.6)).toBe('-5.6%')
  expect(en.growth(0)).toBe('0.0%')
  expect(plain(fr.growth(12.44))).toBe('+12,4 %')
})

test('what is missing reads as a dash', () => {
  expect(en.growth(null)).toBe(DASH)
  expect(en.quantity(Number.NaN)).toBe(DASH)
  expect(en.money(null, 'CAD')).toBe(DASH)
  expect(en.date(undefined)).toBe(DASH)
})

test('dates follow the language, calendar dates no timezone', () => {
  expect(fr.dateLong('2026-11-21')).toBe('21 novembre 2026')
  expect(en.dateLong('2026-01-01')).toBe('January 1, 2026')
  expect(en.time('2026-11-21T19:32:00Z')).toBe('14:32')
  expect(fr.month(2)).toBe('févr.')
  expect(en.month(12, 'long')).toBe('December')
})

test('data of today are named by their time, older ones with the date', () => {
  const now = Date.parse('2026-11-21T20:00:00Z')
  expect(en.asOf('2026-11-21T19:32:00Z', now)).toBe('14:32')
  expect(plain(en.asOf('2026-11-21T03:32:00Z', now))).toBe('Nov 20, 2026, 22:32')
  expect(fr.time('2026-11-20T19:32:00Z')).toBe('14\u00a0h\u00a032')
  expect(plain(fr.asOf('2026-11-20T19:32:00Z', now))).toBe('20 nov. 2026, 14 h 32')
})

test('quantities keep up to three decimals', () => {
  expect(en.quantity(1284300)).toBe('1,284,300')
  expect(plain(fr.quantity(1284.5))).toBe('1 284,5')
})

test('the size of a file, in the language', () => {
  expect(en.fileSize(1_234_567)).toBe('1.2 MB')
  expect(plain(fr.fileSize(40_000))).toBe('40 ko')
})

test('lengths of time are told in their own unit', () => {
  expect([1800, 7200, 93_600, 259_200].map((seconds) => plain(en.duration(seconds)))).toEqual([
    '30 minutes',
    '2 hours',
    '26 hours',
    '3 days',
  ])
  expect(plain(fr.duration(93_600))).toBe('26 heures')
})

test('German and Spanish write figures and dates as their readers do', () => {
  expect([de, es].map((one) => plain(one.money('12345.6', 'EUR')))).toEqual(['12.345,60 €', 'EUR 12,345.60'])
  expect([de, es].map((one) => plain(one.growth(12.44)))).toEqual(['+12,4 %', '+12.4%'])
  expect([de, es].map((one) => one.count(1234))).toEqual(['1.234', '1,234'])
  expect([de, es].map((one) => one.dateLong('2026-11-21'))).toEqual([
    '21. November 2026',
    '21 de noviembre de 2026',
  ])
  expect([de, es].map((one) => one.time('2026-11-21T19:32:00Z'))).toEqual(['14:32', '14:32'])
  expect([de, es].map((one) => plain(one.duration(259_200)))).toEqual(['3 Tage', '3 días'])
  expect(de.list(['a', 'b', 'c'])).toBe('a, b und c')
})
