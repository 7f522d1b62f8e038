import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'

export type LotResultFields = {
  lotNo: string
  test: string
  method: string | null
  specification: string | null
  /** Exact decimal texts. */
  min: string | null
  max: string | null
  /** As received. */
  result: string
  value: string | null
  unit: string | null
  verdict: 'pass' | 'fail' | null
  testedOn: string | null
}

const VERDICTS: Readonly<Record<string, 'pass' | 'fail'>> = {
  pass: 'pass',
  passed: 'pass',
  conforms: 'pass',
  fail: 'fail',
  failed: 'fail',
  'out of specification': 'fail',
}

/** What one test of a lot found; natural key: Lot No and Test. */
export const lotResults = defineKind({
  kind: 'lot-results',
  source: [
    column('Lot No', 'identifier', 'required'),
    column('Test', 'identifier', 'required'),
    textColumn('Method', 100),
    textColumn('Specification', 200),
    column('Min', 'decimal'),
    column('Max', 'decimal'),
    textColumn('Result', 100, 'required'),
    column('Result Value', 'decimal'),
    textColumn('Unit', 30),
    textColumn('Verdict', 30),
    column('Tested On', 'date'),
  ],
  key: (cells) => {
    const [lotNo, test] = [cells.text('Lot No'), cells.text('Test')]
    return lotNo === null || test === null ? null : `${lotNo}${KEY_SEPARATOR}${test}`
  },
  read: (cells): LotResultFields => {
    const [min, max] = [cells.decimal('Min'), cells.decimal('Max')]
    if (min !== null && max !== null && Number(min) > Number(max))
      cells.error('Max', 'out_of_range', 'Max is less than Min.')
    return {
      lotNo: cells.text('Lot No') ?? '',
      test: cells.text('Test') ?? '',
      method: cells.text('Method'),
      specification: cells.text('Specification'),
      min,
      max,
      result: cells.text('Result') ?? '',
      // "3.9 %" is a number, "< 10" and "Conforms" are not; one beside the words counts.
      value: cells.decimal('Result Value') ?? cells.decimalOrWords('Result'),
      unit: cells.text('Unit'),
      verdict: cells.word('Verdict', VERDICTS, 'unknown_verdict'),
      testedOn: cells.date('Tested On'),
    }
  },
  names: {
    'Lot No': names.LOT,
    Test: names.TEST,
    Method: names.METHOD,
    Specification: names.SPECIFICATION,
    Result: names.RESULT,
    Unit: names.UNIT,
    'Tested On': names.TESTED_ON,
  },
  example: [
    {
      'Lot No': 'L25174B',
      Test: 'Water activity',
      Method: 'ISO 18787',
      Specification: '≤ 0.20',
      Max: '0.20',
      Result: '0.14',
      Verdict: 'pass',
      'Tested On': '2025-06-30',
    },
    {
      'Lot No': 'L25174B',
      Test: 'Yeast and mould',
      Method: 'ISO 21527-2',
      Specification: '≤ 100 CFU/g',
      Max: 100,
      Result: '< 10',
      Unit: 'CFU/g',
      Verdict: 'pass',
    },
  ],
})
