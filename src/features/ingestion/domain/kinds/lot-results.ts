import { type JudgedResult, judgeResult, type LaboratoryCell } from '../laboratory/judge-result.ts'
import { readLaboratoryText } from '../laboratory/read-laboratory-text.ts'
import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind, KEY_SEPARATOR } from './kind.ts'
import { lotKey } from './lots.ts'

export type LotResultFields = {
  lotNo: string
  /** Empty while it is not known. */
  itemNo: string
  test: string
  sample: string
  method: string | null
  specification: string | null
  min: ReceivedLimit
  max: ReceivedLimit
  /** As received. */
  result: string
  /** The plain number that it is, or Result Value; exact decimal text. */
  number: string | null
  unit: string | null
  /** The laboratory's own. */
  sentVerdict: 'pass' | 'fail' | null
  testedOn: string | null
  laboratory: string | null
  /** The day, and the sample where it is told, of the result that this one takes the place of. */
  replaces: string | null
  replacesSample: string | null
  reason: string | null
  /** Sample or Replaces was sent. */
  named: boolean
  judged: JudgedResult
}

/** A plain number as its digits, anything else as received: "NMT 5". */
type ReceivedLimit = { number: string | null; text: string | null }

const VERDICTS: Readonly<Record<string, 'pass' | 'fail'>> = {
  pass: 'pass',
  passed: 'pass',
  conforms: 'pass',
  fail: 'fail',
  failed: 'fail',
  'out of specification': 'fail',
}

/** Of a row that names none: there is one. */
const ONLY_SAMPLE = '1'
const PLAIN = /^[-+−]?[0-9.,'’\s]+%?$/

/** What one test of a sample of a lot found on a day; natural key: Lot No, Item No, Test, Sample and Tested On. */
export const lotResults = defineKind({
  kind: 'lot-results',
  source: [
    column('Lot No', 'identifier', 'required'),
    column('Test', 'identifier', 'required'),
    textColumn('Method', 100),
    textColumn('Specification', 200),
    textColumn('Min', 64),
    textColumn('Max', 64),
    textColumn('Result', 100, 'required'),
    column('Result Value', 'decimal'),
    textColumn('Unit', 30),
    textColumn('Verdict', 30),
    column('Tested On', 'date'),
  ],
  further: [
    column('Item No', 'identifier'),
    column('Sample', 'identifier'),
    textColumn('Laboratory', 100),
    column('Replaces', 'identifier'),
    textColumn('Reason', 500),
  ],
  key: (cells) => {
    const [lot, test] = [lotKey(cells), cells.text('Test')]
    if (lot === null || test === null) return null
    return [lot, test, cells.text('Sample') ?? ONLY_SAMPLE, cells.date('Tested On') ?? ''].join(KEY_SEPARATOR)
  },
  read: (cells): LotResultFields => {
    const [min, max, unit] = [cells.marked('Min'), cells.marked('Max'), cells.text('Unit')]
    const [lowest, highest] = [
      limit(min, unit, cells.decimalOrWords('Min')),
      limit(max, unit, cells.decimalOrWords('Max')),
    ]
    if (lowest.number !== null && highest.number !== null && Number(lowest.number) > Number(highest.number))
      cells.error('Max', 'out_of_range', 'Max is less than Min.')
    const result = cells.marked('Result') ?? { text: '', mark: 'auto' as const }
    const stated = cells.decimal('Result Value')
    const sentVerdict = cells.word('Verdict', VERDICTS, 'unknown_verdict')
    const sample = cells.text('Sample')
    const testedOn = cells.date('Tested On')
    const replaces = cells.dateAnd('Replaces', '#')
    if (replaces !== null && (testedOn === null || replaces.date > testedOn))
      cells.error('Replaces', 'out_of_range', 'Replaces needs a Tested On, on its day or later.')
    else if (replaces?.date === testedOn && (replaces?.behind ?? sample) === sample && replaces !== null)
      cells.error('Replaces', 'out_of_range', 'Replaces names the result itself.')
    return {
      lotNo: cells.text('Lot No') ?? '',
      itemNo: cells.text('Item No') ?? '',
      test: cells.text('Test') ?? '',
      sample: sample ?? ONLY_SAMPLE,
      method: cells.text('Method'),
      specification: cells.text('Specification'),
      min: lowest,
      max: highest,
      result: result.text,
      number: stated ?? (isTwofold(result) ? null : cells.decimalOrWords('Result')),
      ...{ unit, sentVerdict, testedOn },
      laboratory: cells.text('Laboratory'),
      replaces: replaces?.date ?? null,
      replacesSample: replaces?.behind ?? null,
      reason: cells.text('Reason'),
      named: sample !== null || replaces !== null,
      judged: judgeResult({
        ...{ result, stated, min, max, unit, sent: sentVerdict },
        specification: cells.marked('Specification'),
      }),
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

const isTwofold = ({ text, mark }: LaboratoryCell) =>
  readLaboratoryText(text, mark, null).is === 'two_readings'

/** Its unit is left out where it says nothing: a per cent sign, or the row's own. */
function limit(cell: LaboratoryCell | null, unit: string | null, number: string | null): ReceivedLimit {
  if (cell === null) return { number: null, text: null }
  const bare = unit !== null && cell.text.endsWith(unit) ? cell.text.slice(0, -unit.length) : cell.text
  const plain = number !== null && PLAIN.test(bare.trim()) && !isTwofold(cell)
  return plain ? { number, text: null } : { number: null, text: cell.text }
}
