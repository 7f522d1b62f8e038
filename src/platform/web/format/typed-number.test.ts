import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTyped, writeTyped } from './typed-number.ts'

const LOCALES = ['en', 'fr-CA', 'de', 'es'] as const

it.each([
  ['100', ['100', '100', '100']],
  ['12.375', ['12.375', '12.375', '12375']],
  ['12,375', ['12375', '12.375', '12.375']],
  ['0.500', ['0.500', '0.500', null]],
  ['0,5', [null, '0.5', '0.5']],
  ['1 234,5', [null, '1234.5', '1234.5']],
  ['1 234.5', ['1234.5', '1234.5', null]],
  ['1,234.5', ['1234.5', null, null]],
  ['1.234,5', [null, null, '1234.5']],
  ['1.234.567', [null, null, '1234567']],
  ['12,34,56', [null, null, null]],
  ['-3', ['-3', '-3', '-3']],
  ['abc', [null, null, null]],
  ['', [null, null, null]],
  ['1e5', [null, null, null]],
])('reads %j in English, French and German as %j', (text, expected) => {
  expect((['en', 'fr-CA', 'de'] as const).map((locale) => readTyped(text, locale))).toEqual(expected)
})

it('reads what it wrote as the same number, in every language', () => {
  const number = fc.integer({ min: -999_999_999, max: 999_999_999 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(number, fc.constantFrom(...LOCALES), (value, locale) => {
      expect(Number(readTyped(writeTyped(value, locale), locale))).toBe(value)
    }),
  )
})
