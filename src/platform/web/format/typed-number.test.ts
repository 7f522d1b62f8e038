import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMAT_TAGS } from '../../contract/languages.ts'
import { type Bounds, readTyped, readWithin, writeTyped } from './typed-number.ts'

const LOCALES = ['en', 'fr-CA', 'de', 'es'] as const
const one = (value: string | null) => [value, value, value, value]

describe('a number as it is typed', () => {
  it.each(
    [
      // Where the language decides.
      ['1,234', ['1234', '1.234', '1.234', '1234']],
      ['12,375', ['12375', '12.375', '12.375', '12375']],
      ['1.234', ['1.234', '1.234', '1234', '1.234']],
      ['-1.234', ['-1.234', '-1.234', '-1234', '-1.234']],
      // What can be one number only.
      ['100', one('100')],
      ['13,51', one('13.51')],
      ['13.51', one('13.51')],
      ['5000,5', one('5000.5')],
      ['1,50', one('1.50')],
      ['1234,567', one('1234.567')],
      ['0.500', one('0.500')],
      ['0,500', one('0.500')],
      ['4 000,25', one('4000.25')],
      ['4\u00a0000,250', one('4000.250')],
      ['4\u202f000.25', one('4000.25')],
      ['1 234,567', one('1234.567')],
      ["4'000.25", one('4000.25')],
      ['4’000’000', one('4000000')],
      ['1,234.56', one('1234.56')],
      ['1.234,56', one('1234.56')],
      ['1,234,567', one('1234567')],
      ['1.234.567', one('1234567')],
      ['1.234.567,891', one('1234567.891')],
      ['.5', one('0.5')],
      ['007,1', one('7.1')],
      [' 12 ', one('12')],
      ['-3', one('-3')],
      ['\u22123,5', one('-3.5')],
      ['-0', one('0')],
      // What is none.
      ...[
        '1,2,3',
        '12,34,5',
        '12,34,56',
        '1.2.3',
        '1,234.567.8',
        '1,234,5',
        '12.3456,7',
        '1 23',
        '12 34',
        '1 2,5',
      ],
      ...[
        '5.',
        '5,',
        '.',
        ',',
        '-',
        '1 234 5',
        "1'23",
        "1 234'567",
        '1 234.567 8',
        '12,345 678',
        '0,123,456',
      ],
      ...['abc', '', ' ', '1e5', '--1', '1-', '٣', '1..5', '1,.5', '$5', '5 kg'],
    ].map((row) => (typeof row === 'string' ? [row, one(null)] : row) as [string, (string | null)[]]),
  )('%j in the four languages is %j', (text, expected) => {
    expect(LOCALES.map((locale) => readTyped(text, locale))).toEqual(expected)
  })

  const figures = fc.record({
    thousandths: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
    locale: fc.constantFrom(...LOCALES),
    least: fc.integer({ min: 0, max: 3 }),
    grouping: fc.boolean(),
  })

  it('is read back as whatever the formats of its language make of it', () => {
    fc.assert(
      fc.property(figures, ({ thousandths, locale, least, grouping }) => {
        const value = thousandths / 1000
        const options = { minimumFractionDigits: least, maximumFractionDigits: 3, useGrouping: grouping }
        for (const tag of [FORMAT_TAGS[locale], locale === 'es' ? 'es-MX' : locale]) {
          const written = new Intl.NumberFormat(tag, options).format(value)
          expect(Number(readTyped(written, locale)), written).toBe(value || 0)
        }
      }),
    )
  })

  it('is read back as what a field was filled with', () => {
    fc.assert(
      fc.property(figures, ({ thousandths, locale }) => {
        const value = thousandths / 1000
        expect(Number(readTyped(writeTyped(value, locale), locale))).toBe(value || 0)
      }),
    )
  })

  it('is a decimal of the wire or nothing, whatever is typed', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,' -\u202f") }))
    fc.assert(
      fc.property(text, fc.constantFrom(...LOCALES), (typed, locale) => {
        const read = readTyped(typed, locale)
        if (read !== null) expect(read).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
      }),
    )
  })
})

describe('what a field takes', () => {
  const amount: Bounds = { decimals: 2, above: 0, most: 99_999 }
  it.each<[string, Bounds, object]>([
    ['1,50', amount, { decimal: '1.50' }],
    ['1,500', amount, { decimal: '1500' }],
    ['1.500', amount, { what: 'decimals' }],
    ['', amount, { what: 'missing' }],
    ['1,2,3', amount, { what: 'none' }],
    ['0', amount, { what: 'above' }],
    ['0.00', amount, { what: 'above' }],
    ['-5', amount, { what: 'above' }],
    ['100,000', amount, { what: 'most' }],
    ['1.5', { decimals: 0, least: 1, most: 520 }, { what: 'decimals' }],
    ['0', { decimals: 0, least: 1, most: 520 }, { what: 'least' }],
  ])('%j within %j in English is %j', (text, bounds, expected) => {
    expect(readWithin(text, bounds, 'en')).toEqual(expected)
  })

  it('is said as too many decimals where a French comma before three digits begins a fraction', () => {
    expect(readWithin('1,500', amount, 'fr-CA')).toEqual({ what: 'decimals' })
  })
})
