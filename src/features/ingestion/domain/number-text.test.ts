import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecimalMark } from './number-grammar.ts'
import { parseMoney, parsePrice, parseQuantity } from './number-text.ts'

const auto = { decimal: 'auto' } as const
const quantity = (value: string | number, decimal: DecimalMark = 'auto') => {
  const parsed = parseQuantity(value, { decimal })
  return parsed.ok ? parsed.thousandths / 1000 : parsed.code
}
const money = (value: string | number, decimal: DecimalMark = 'auto') => {
  const parsed = parseMoney(value, { decimal }, 'round')
  return parsed.ok ? parsed.cents / 100 : parsed.code
}

describe('quantities (C3)', () => {
  it.each([
    ['10', 10],
    ['0', 0],
    ['007', 7],
    ['1 234', 1234],
    ['1\u00a0234', 1234],
    ['1\u202f234\u202f567', 1234567],
    ["1'234.5", 1234.5],
    ['1\u2019234', 1234],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234,567', 1234.567],
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['0.500', 0.5],
    ['0,125', 0.125],
    ['1234.567', 1234.567],
    ['.5', 0.5],
    ['12.0000', 12],
    ['-2', -2],
    ['\u22122', -2],
    ['+2', 2],
    ['- 2', -2],
    ['2-', -2],
    ['(3)', -3],
    ['( 3 )', -3],
    ['  12 ', 12],
    ['5 units', 5],
    ['12 KG', 12],
    ['12KG', 12],
    ['12 pcs.', 12],
    ['KG 12', 12],
    ['24 gélules', 24],
    ['(5 units)', -5],
  ])('%j is %d', (text, expected) => expect(quantity(text)).toBe(expected))

  it.each([
    ['abc', 'not_a_number'],
    ['', 'not_a_number'],
    ['-', 'not_a_number'],
    ['n/a', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1E+3', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['12,34,56', 'bad_grouping'],
    ['1,23,456', 'bad_grouping'],
    ['1 23', 'bad_grouping'],
    ['1234,567,890', 'bad_grouping'],
    ['1,234 567', 'bad_grouping'],
    ['1.2.3', 'bad_grouping'],
    ['1,,234', 'bad_grouping'],
    ['0,123,456', 'bad_grouping'],
    ['--2', 'not_a_number'],
    ['-2-', 'not_a_number'],
    ['(-2)', 'not_a_number'],
    ['(2', 'not_a_number'],
    ['2)', 'not_a_number'],
    ['2+', 'not_a_number'],
    ['5.', 'not_a_number'],
    ['12%', 'not_a_number'],
    ['1-2', 'not_a_number'],
    ['1/2', 'not_a_number'],
    ['2025-07-04', 'not_a_number'],
    ['5k', 'unknown_unit'],
    ['2 dozen', 'unknown_unit'],
    ['12 CR', 'unknown_unit'],
    ['G12', 'unknown_unit'],
    ['5 foos', 'unknown_unit'],
    ['5 kg kg', 'not_a_number'],
    ['1.2345', 'too_many_decimals'],
    ['9007199254741', 'out_of_range'],
    ['\uff11\uff12', 'foreign_digits'],
    ['\u0661\u0662', 'foreign_digits'],
    ['1\u0662', 'foreign_digits'],
    ['1'.repeat(65), 'not_a_number'],
    ['1,200', 'number_mark_unclear'],
    ['1.200', 'number_mark_unclear'],
    ['-12.500 kg', 'number_mark_unclear'],
  ])('%j is refused: %s', (text, code) => expect(quantity(text)).toBe(code))

  it('obeys the setting where a number fits two readings, and reads the others as they are written', () => {
    expect(quantity('1.234', '.')).toBe(1.234)
    expect(quantity('1,234', '.')).toBe(1234)
    expect(quantity('1,234', ',')).toBe(1.234)
    expect(quantity('1.234', ',')).toBe(1234)
    expect(quantity('1.234.567', '.')).toBe(1234567)
    expect(quantity('12,5', '.')).toBe(12.5)
    expect(quantity('12.5', ',')).toBe(12.5)
    expect(quantity('0.500', ',')).toBe(0.5)
  })

  it('says that a currency beside a quantity was left aside', () => {
    expect(parseQuantity('5 $', auto)).toMatchObject({ thousandths: 5000, note: 'currency_ignored' })
  })

  it('takes JSON numbers as they are', () => {
    expect(quantity(1.234)).toBe(1.234)
    expect(quantity(1.234, ',')).toBe(1.234)
    expect(quantity(-5)).toBe(-5)
    expect(Object.is(quantity(-0), 0)).toBe(true)
    expect(quantity(Number.NaN)).toBe('not_a_number')
    expect(quantity(Number.POSITIVE_INFINITY)).toBe('not_a_number')
    expect(quantity(2 ** 53)).toBe('out_of_range')
    expect(quantity(1e21)).toBe('out_of_range')
    expect(quantity(1e-7)).toBe('too_many_decimals')
    expect(quantity(0.1 + 0.2)).toBe('too_many_decimals')
  })

  it('names the reason in one sentence', () => {
    expect(parseQuantity('1e3', auto)).toMatchObject({
      message: '"1e3" is not a number (powers of ten are not accepted).',
    })
    expect(parseQuantity('5 foos', auto)).toMatchObject({
      message: '"foos" in "5 foos" is neither a unit nor a currency.',
    })
  })
})

describe('money (C3)', () => {
  it.each([
    ['100.00', 100, undefined],
    ['$12,000.00', 12000, undefined],
    ['1 234,56 $', 1234.56, undefined],
    ['1\u202f234,56 €', 1234.56, 'EUR'],
    ['US$1,234.50', 1234.5, 'USD'],
    ['US$ 1,234.50', 1234.5, 'USD'],
    ['C$5', 5, 'CAD'],
    ['5 $ CA', 5, 'CAD'],
    ['5,00 $ US', 5, 'USD'],
    ['5,00 $US', 5, 'USD'],
    ['$5.00 USD', 5, 'USD'],
    ['CAD 5.00', 5, 'CAD'],
    ['CHF 1\u2019234.50', 1234.5, 'CHF'],
    ['-$5.00', -5, undefined],
    ['$-5.00', -5, undefined],
    ['($5.00)', -5, undefined],
    ['$(5.00)', -5, undefined],
    ['5.00- €', -5, 'EUR'],
    ['£.50', 0.5, 'GBP'],
    ['50 units', 50, undefined],
    ['12.3450', 12.35, undefined],
    ['-12.3450', -12.35, undefined],
    ['12.3449', 12.34, undefined],
    ['0.005', 0.01, undefined],
    ['-0.00', 0, undefined],
  ])('%j is %d in %s', (text, expected, currency) => {
    const parsed = parseMoney(text, { decimal: 'auto' }, 'round')
    expect(parsed).toMatchObject({ ok: true, text })
    expect(parsed.ok && parsed.cents / 100).toBe(expected)
    expect(parsed.ok ? parsed.currency : 'refused').toBe(currency)
  })

  it.each([
    ['$5 EUR', 'currency_conflict'],
    ['€5 USD', 'currency_conflict'],
    ['$$5', 'not_a_number'],
    ['TBD', 'not_a_number'],
    ['12.345', 'number_mark_unclear'],
    ['12,34,56', 'bad_grouping'],
    ['1e3', 'not_a_number'],
    ['99999999999999.99', 'out_of_range'],
  ])('%j is refused: %s', (text, code) => expect(money(text)).toBe(code))

  it('rounds a third decimal only where the column says so', () => {
    expect(parseMoney('1.2345', auto)).toMatchObject({ ok: false, code: 'too_many_decimals' })
    expect(parseMoney('1.2300', auto)).toMatchObject({ ok: true, cents: 123 })
    expect(money(12.345)).toBe(12.35)
    expect(money(-12.345)).toBe(-12.35)
  })
})

it.each([
  ['34.8', '34.8', undefined],
  ['$9.8', '9.8', undefined],
  ['14', '14', undefined],
  ['9,80 €', '9.80', 'EUR'],
  ['0.0333333', '0.033333', undefined],
  ['0.0000005', '0.000001', undefined],
  ['-0.25', '-0.25', undefined],
  ['1,234.5678', '1234.5678', undefined],
])('the unit price %j is %s', (text, price, currency) => {
  const parsed = parsePrice(text, auto)
  expect(parsed).toMatchObject({ ok: true, price })
  expect(parsed.ok && parsed.currency).toBe(currency)
})

describe('for every number', () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 })
  const written = fc.constantFrom(
    ['en-CA', 'CAD'],
    ['en-CA', 'USD'],
    ['fr-CA', 'CAD'],
    ['fr-CA', 'USD'],
    ['fr-FR', 'EUR'],
    ['de-DE', 'EUR'],
    ['de-CH', 'CHF'],
    ['en-GB', 'GBP'],
    ['es-ES', 'EUR'],
  )

  it("each locale's own writing reads back to the cent", () => {
    fc.assert(
      fc.property(
        cents,
        written,
        fc.constantFrom('standard', 'accounting'),
        (amount, [locale, currency], sign) => {
          const format = new Intl.NumberFormat(locale, {
            style: 'currency',
            currency,
            currencySign: sign as 'standard' | 'accounting',
          })
          const parsed = parseMoney(format.format(amount / 100), auto)
          expect(parsed).toMatchObject({ ok: true, cents: amount })
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('quantities read back to the thousandth once the file says its decimal mark', () => {
    const locales = fc.constantFrom(['en-US', '.'], ['fr-CA', ','], ['de-DE', ','], ['de-CH', '.'])
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), locales, (thousandths, [locale, decimal]) => {
        const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(thousandths / 1000)
        expect(parseQuantity(text, { decimal: decimal as '.' | ',' })).toMatchObject({
          ok: true,
          thousandths,
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('the sign forms agree', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (amount) => {
        const plain = (amount / 100).toFixed(2)
        for (const text of [
          `-${plain}`,
          `${plain}-`,
          `(${plain})`,
          `\u2212${plain}`,
          `-$${plain}`,
          `($${plain})`,
        ]) {
          expect(parseMoney(text, auto)).toMatchObject({ ok: true, cents: -amount })
        }
        expect(parseMoney(`+${plain}`, auto)).toMatchObject({ ok: true, cents: amount })
      }),
    )
  })

  it('the plain form and the grammar agree', () => {
    const text = fc.stringMatching(/^-?[0-9]{0,6}\.?[0-9]{0,5}$/)
    fc.assert(
      fc.property(text, fc.constantFrom<DecimalMark>('auto', '.', ','), (plain, decimal) => {
        // A unit behind the number keeps it off the short path.
        const short = parseQuantity(plain, { decimal })
        const long = parseQuantity(`${plain} kg`, { decimal })
        expect(short.ok ? short.thousandths : short.code).toBe(long.ok ? long.thousandths : long.code)
        const price = parsePrice(plain, { decimal })
        const longPrice = parsePrice(`${plain} kg`, { decimal })
        expect(price.ok ? price.price : price.code).toBe(longPrice.ok ? longPrice.price : longPrice.code)
      }),
      { numRuns: 3000 },
    )
  })

  it('no power of ten, no odd group, nothing with a word is ever a number', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,4}$/)
    const marks: fc.Arbitrary<DecimalMark> = fc.constantFrom('auto', '.', ',')
    fc.assert(
      fc.property(digits, digits, marks, (one, two, decimal) => {
        expect(parseQuantity(`${one}e${two}`, { decimal }).ok).toBe(false)
        expect(parseQuantity(`${one},34,56`, { decimal }).ok).toBe(false)
        expect(parseQuantity(`${one}abc${two}`, { decimal }).ok).toBe(false)
        expect(parseQuantity(`${one} ${two} abc`, { decimal }).ok).toBe(false)
      }),
    )
  })

  it('any text is either a safe integer or refused with a sentence', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[-+() 0-9.,'$€a-z\u00a0]{0,20}$/),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const parsed = parseMoney(text, { decimal: 'auto' }, 'round')
        if (parsed.ok) expect(Number.isSafeInteger(parsed.cents)).toBe(true)
        else expect(parsed.message).toMatch(/\.$/)
      }),
      { numRuns: 2000 },
    )
  })
})
