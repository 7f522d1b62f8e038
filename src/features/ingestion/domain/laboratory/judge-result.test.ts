import { describe, expect, it } from 'vitest'
import { judgeResult } from './judge-result.ts'
import type { Mark } from './laboratory-number.ts'

type Row = {
  result: string
  min?: string
  max?: string
  words?: string
  unit?: string
  stated?: string
  sent?: 'pass' | 'fail'
  mark?: Mark
}
const judged = ({ result, min, max, words, unit, stated, sent, mark = 'auto' }: Row) => {
  const cell = (text: string | undefined) => (text === undefined ? null : { text, mark })
  return judgeResult({
    result: { text: result, mark },
    ...{ min: cell(min), max: cell(max), specification: cell(words) },
    ...{ unit: unit ?? null, stated: stated ?? null, sent: sent ?? null },
  })
}
const verdict = (row: Row) => {
  const { verdict, because } = judged(row)
  return `${verdict}: ${because}`
}

const OPEN = 'unjudged: inconclusive'
const FITS = 'pass: within_limits'
const HIGH = 'fail: above_maximum'
const LOW = 'fail: below_minimum'
const AGREE = 'pass: words_agree'
const DIFFER = 'fail: words_differ'

describe('against a maximum', () => {
  it.each([
    ['0.5', '0.5', FITS],
    ['0.50000000000000000001', '0.5', HIGH],
    ['<0.5', '0.5', FITS],
    ['< 0.4', '0.5', FITS],
    ['<1', '0.5', OPEN],
    ['≤ 0.5', '0.5', FITS],
    ['<= 0,5', '0.5', FITS],
    ['NMT 5', '5', FITS],
    ['NMT 5', '4', OPEN],
    ['>1000', '1000', HIGH],
    ['> 999', '1000', OPEN],
    ['≥ 1000', '1000', OPEN],
    ['TNTC', '1000', HIGH],
    ['Indénombrables', '1000', HIGH],
    ['ND', '0.1', FITS],
    ['n.d.', '0.1', FITS],
    ['< LOQ', '0.5', FITS],
    ['<LOQ', '0.5', FITS],
    ['< LOQ (0.01)', '0.5', FITS],
    ['< LOQ (0.6)', '0.5', OPEN],
    ['ND (<0,01 ppm)', '0.5 ppm', FITS],
    ['Nicht nachweisbar', '10', FITS],
    ['5,1 %', '5', HIGH],
    ['4.5-5.5', '6', FITS],
    ['4,5 – 5,5', '5', OPEN],
    ['between 6 and 7', '5', HIGH],
    ['5', '< 5', HIGH],
    ['<5', '< 5', FITS],
    ['5', 'NMT 5', FITS],
    ['5', '5 max.', FITS],
    ['5', 'NLT 5', 'unjudged: limit_unreadable'],
    ['5', 'see note', 'unjudged: limit_unreadable'],
    ['Absent', 'Absent', AGREE],
    ['-2', '-1', FITS],
    ['soon', '5', 'unjudged: result_unreadable'],
    ['5 failed', '5', 'unjudged: result_unreadable'],
    ['12,34,56', '5', 'unjudged: result_unreadable'],
    ['Positive', '5', OPEN],
  ])('%s of at most %s: %s', (result, max, expected) => expect(verdict({ result, max })).toBe(expected))
})

describe('against a minimum', () => {
  it.each([
    ['9.9 x 10^9', '1E10', LOW],
    ['1,2 × 10¹⁰', '1E10', FITS],
    ['10^10', '1E10', FITS],
    ['2*10^10 UFC/g', '1E10 CFU/g', FITS],
    ['1 000 000', '999 999,5', FITS],
    ['NLT 90', '90', FITS],
    ['≥ 90', '91', OPEN],
    ['> 90', '90', FITS],
    ['>90', '> 90', FITS],
    ['90', '> 90', LOW],
    ['<90', '90', LOW],
    ['<95', '90', OPEN],
    ['ND', '0.1', LOW],
    ['< LOQ (0.01)', '5', LOW],
    ['TNTC', '5', OPEN],
    ['1E-3', '0.001', FITS],
  ])('%s of at least %s: %s', (result, min, expected) => expect(verdict({ result, min })).toBe(expected))
})

describe('against a range, and against the words of a specification', () => {
  it.each([
    ['100', '90 – 110 %', FITS],
    ['100', '90 to 110', FITS],
    ['89.9', 'zwischen 90 und 110', LOW],
    ['111', 'entre 90 et 110', HIGH],
    ['5,1', '5,0 ± 0,2', FITS],
    ['5,3', '5,0 ± 0,2', HIGH],
    ['100', 'NLT 90 and NMT 110', FITS],
    ['111', '≥ 90 ≤ 110', HIGH],
    ['9 ppm', '≤ 10 ppm', FITS],
    ['6', 'NMT 5', HIGH],
    ['6', 'höchstens 5', HIGH],
    ['6', 'no más de 5', HIGH],
    ['6', 'au plus 5', HIGH],
    ['6', 'not less than 7', LOW],
    ['6', '5', 'unjudged: limit_unreadable'],
    ['Absent in 25 g', 'absent in 25 g', AGREE],
    ['Absent', 'absent in 25 g', AGREE],
    ['Absent in 10 g', 'absent in 25 g', OPEN],
    ['Absent in 50 g', 'absent in 25 g', AGREE],
    ['non détecté dans 25 g', 'absence / 25 g', AGREE],
    ['Present', 'absent in 25 g', DIFFER],
    ['Détectées', 'absent in 25 g', DIFFER],
    ['TNTC', 'absent', DIFFER],
    ['3', 'absent', DIFFER],
    ['0', 'absent', AGREE],
    ['<10', 'absent', OPEN],
    ['Négatif', 'negative', AGREE],
    ['positiv', 'negativ', DIFFER],
    ['Positiva', 'positive', AGREE],
    ['Negative', 'positive', DIFFER],
    ['slightly darker', 'conforms', 'unjudged: result_unreadable'],
    ['3', 'conforms', OPEN],
    ['3', 'white powder', 'unjudged: limit_unreadable'],
  ])('%s of “%s”: %s', (result, words, expected) => expect(verdict({ result, words })).toBe(expected))

  it.each([
    ['Complies', AGREE],
    ['Conforme', AGREE],
    ['entspricht', AGREE],
    ['Cumple', AGREE],
    ['does not comply', DIFFER],
    ['Non conformes', DIFFER],
    ['Entspricht nicht', DIFFER],
    ['No cumple', DIFFER],
    ['non-compliant', DIFFER],
    ['OOS', DIFFER],
  ])('%s says it of itself: %s', (result, expected) => {
    expect([verdict({ result }), verdict({ result, words: 'white powder' })]).toEqual([expected, expected])
  })

  it('Min and Max together are a range, and judge before the words', () => {
    expect(verdict({ result: '100', min: '90', max: '110', words: 'NMT 5' })).toBe(FITS)
    expect(verdict({ result: '85-95', min: '90', max: '110' })).toBe(OPEN)
    expect(verdict({ result: '7' })).toBe('unjudged: no_limit')
  })
})

describe('two readings of a number', () => {
  it.each([
    ['1,250', 'auto', 'unjudged: two_readings'],
    ['1.250', 'auto', 'unjudged: two_readings'],
    ['1,250', ',', FITS],
    ['1,250', '.', HIGH],
    ['1.250', '.', FITS],
    ['0,250', 'auto', FITS],
    ['1,250.5', 'auto', HIGH],
    ['1,250 × 10^3', 'auto', 'unjudged: two_readings'],
    // What fits one reading is read so, whatever the setting says.
    ['1.5', ',', FITS],
  ] as const)('%s with %s: %s', (result, mark, expected) =>
    expect(verdict({ result, mark, max: '10' })).toBe(expected),
  )

  it('a limit has them as well, and Result Value stands in for the result', () => {
    expect(verdict({ result: '3', max: '1,250' })).toBe('unjudged: two_readings')
    expect(judged({ result: '1,250', stated: '1.25', max: '10' })).toMatchObject({
      ...{ verdict: 'pass', value: '1.25', comparator: '=' },
    })
    expect(verdict({ result: 'see chart', stated: '11', max: '10' })).toBe(HIGH)
    expect(verdict({ result: '9', stated: '11', max: '10' })).toBe(FITS)
  })
})

describe('units', () => {
  it.each([
    ['5 ppm', '10', 'ppm', FITS],
    ['5', '10 ppm', 'ppm', FITS],
    ['5 %', '10', undefined, FITS],
    ['5 mcg', '10 µg', undefined, FITS],
    ['5 mg/kg', '10 ppm', undefined, 'unjudged: unit_differs'],
    ['5 ppb', '10', 'ppm', 'unjudged: unit_differs'],
    ['5 %', '10 mg', 'mg', 'unjudged: unit_differs'],
    ['5 IE', '10 UI', undefined, FITS],
    ['5 gélules', '10', 'gélules', FITS],
  ] as const)('%s of at most %s in %s: %s', (result, max, unit, expected) =>
    expect(verdict({ result, max, ...(unit && { unit }) })).toBe(expected),
  )
})

describe('the laboratory’s own verdict', () => {
  it.each([
    [{ result: '6', max: '5', sent: 'fail' }, HIGH],
    [{ result: '6', max: '5', sent: 'pass' }, 'unjudged: laboratory_differs'],
    [{ result: '4', max: '5', sent: 'fail' }, 'unjudged: laboratory_differs'],
    [{ result: '<6', max: '5', sent: 'pass' }, OPEN],
    // Nothing of ours stands against it.
    [{ result: 'white powder', words: 'white powder', sent: 'pass' }, 'pass: laboratory'],
    [{ result: '7', sent: 'fail' }, 'fail: laboratory'],
  ] as const)('%j: %s', (row, expected) => expect(verdict(row)).toBe(expected))
})

it('names the limits that judged', () => {
  const limits = (row: Row) => judged(row).limits
  expect(limits({ result: '3', max: 'NMT 5,0 ppm', words: 'NMT 4' })).toEqual({
    ...{ min: null, max: '5', words: null },
  })
  expect(limits({ result: '3', max: '< 5' })).toEqual({ min: null, max: '< 5', words: null })
  expect(limits({ result: '3', words: '> 2 – 4 %' }).words).toBe('> 2 – 4 %')
  expect(limits({ result: '3', words: '90 – 110 %' })).toEqual({ min: '90', max: '110', words: '90 – 110 %' })
  expect(limits({ result: 'Absent', words: 'absent in 25 g' }).words).toBe('absent in 25 g')
  expect(judged({ result: '<0,5', max: '1' })).toMatchObject({ comparator: '<', value: '0.5' })
  expect(judged({ result: '4.5-5.5', max: '6' })).toMatchObject({ comparator: null, value: null })
  expect(judged({ result: '1E400', max: '6' }).because).toBe('result_unreadable')
})
