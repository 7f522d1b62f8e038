import type { LotResult } from '../../../lots/contract.ts'
import { compareExact, type ExactNumber, exactText } from '../exact-number.ts'
import type { Amount, Mark } from './laboratory-number.ts'
import { unitKey } from './laboratory-units.ts'
import { type End, type Figures, type LaboratoryText, readLaboratoryText } from './read-laboratory-text.ts'

/** A cell with the decimal mark that its source writes; a number of JSON has a dot. */
export type LaboratoryCell = { readonly text: string; readonly mark: Mark }

/** A row of results, as received. */
export type ReceivedResult = {
  readonly result: LaboratoryCell
  /** Result Value: read where Result cannot be. Exact decimal text. */
  readonly stated: string | null
  readonly min: LaboratoryCell | null
  readonly max: LaboratoryCell | null
  readonly specification: LaboratoryCell | null
  readonly unit: string | null
  /** The laboratory's own. */
  readonly sent: 'pass' | 'fail' | null
}

/** Why a verdict is what it is, or why there is none. */
export type Reason = LotResult['because']
export type Verdict = LotResult['verdict']

export type Limits = {
  readonly min: string | null
  readonly max: string | null
  readonly words: string | null
}
export type JudgedResult = {
  readonly comparator: LotResult['comparator']
  /** Exact decimal text; null where the result is no single figure. */
  readonly value: string | null
  readonly verdict: Verdict
  readonly because: Reason
  /** Those that judged, or would have. */
  readonly limits: Limits
}

type Finding = readonly [Verdict, Reason]
type Required = { readonly reading: LaboratoryText | null; readonly limits: Limits }

/** Reasons for which nothing was compared: the laboratory's own verdict stands, as the laboratory's. */
const NOTHING_COMPARED: ReadonlySet<Reason> = new Set(['no_limit', 'result_unreadable', 'limit_unreadable'])

/** The verdict on a result by its limits, and the laboratory's beside it: where they differ the result is open. */
export function judgeResult(row: ReceivedResult): JudgedResult {
  const found = resultOf(row)
  const required = requiredOf(row)
  const [verdict, because] = withLaboratory(judge(found, required.reading, row.unit), row.sent)
  const figure = found.is === 'figures' ? found : null
  return {
    comparator: figure?.comparator ?? null,
    value: figure?.value ? exactText(figure.value) : null,
    ...{ verdict, because, limits: required.limits },
  }
}

function withLaboratory(finding: Finding, sent: ReceivedResult['sent']): Finding {
  const [verdict, because] = finding
  if (sent === null || sent === verdict) return finding
  if (verdict !== 'unjudged') return ['unjudged', 'laboratory_differs']
  return NOTHING_COMPARED.has(because) ? [sent, 'laboratory'] : finding
}

function resultOf({ result, stated, unit }: ReceivedResult): LaboratoryText {
  const reading = readLaboratoryText(result.text, result.mark, unit)
  if (stated === null || (reading.is !== 'unreadable' && reading.is !== 'two_readings')) return reading
  return readLaboratoryText(stated, '.', unit)
}

const NO_LIMITS: Limits = { min: null, max: null, words: null }

/** Min and Max; where both are empty, the specification's words. */
function requiredOf({ min, max, specification, unit }: ReceivedResult): Required {
  if (!min && !max) {
    if (!specification) return { reading: null, limits: NO_LIMITS }
    const reading = readLaboratoryText(specification.text, specification.mark, unit)
    const figures = reading.is === 'figures' && reading.comparator !== '='
    return {
      reading: reading.is === 'figures' && !figures ? { is: 'unreadable' } : reading,
      limits: {
        min: figures ? textOf(reading.low, '>') : null,
        max: figures ? textOf(reading.high, '<') : null,
        words: specification.text,
      },
    }
  }
  const [low, high] = [limitOf(min, 'low', unit), limitOf(max, 'high', unit)]
  return {
    reading: joined(low, high),
    limits: { min: shown(min, low, 'low'), max: shown(max, high, 'high'), words: null },
  }
}

const textOf = (end: End | null, sign: '<' | '>') =>
  end && `${end.open ? `${sign} ` : ''}${exactText(end.value)}`

/** One of the two columns: a plain number is the limit itself, "NMT 5" and "< 5" only where they fit the column. */
function limitOf(
  cell: LaboratoryCell | null,
  side: 'low' | 'high',
  unit: string | null,
): LaboratoryText | null {
  if (!cell) return null
  const reading = readLaboratoryText(cell.text, cell.mark, unit)
  if (reading.is !== 'figures') return reading
  const end = reading[side]
  if (
    reading.comparator === null ||
    !end ||
    (reading.comparator !== '=' && reading[side === 'low' ? 'high' : 'low'])
  )
    return { is: 'unreadable' }
  return { ...reading, low: null, high: null, [side]: end }
}

function joined(low: LaboratoryText | null, high: LaboratoryText | null): LaboratoryText | null {
  if (!low || !high) return low ?? high
  if (low.is !== 'figures' || high.is !== 'figures')
    return [low, high].find(({ is }) => is === 'two_readings') ?? { is: 'unreadable' }
  if (low.unit !== null && high.unit !== null && unitKey(low.unit) !== unitKey(high.unit))
    return { is: 'unreadable' }
  return { ...high, low: low.low, comparator: null, value: null, unit: high.unit ?? low.unit }
}

function shown(cell: LaboratoryCell | null, reading: LaboratoryText | null, side: 'low' | 'high') {
  const end = reading?.is === 'figures' ? reading[side] : null
  return cell && (end && !end.open ? exactText(end.value) : cell.text)
}

function judge(found: LaboratoryText, required: LaboratoryText | null, unit: string | null): Finding {
  if (found.is === 'two_readings') return ['unjudged', 'two_readings']
  if (found.is === 'unreadable') return ['unjudged', 'result_unreadable']
  // These say how they stand to the specification, whatever it is.
  if (found.is === 'words' && found.meaning === 'complies') return ['pass', 'words_agree']
  if (found.is === 'words' && found.meaning === 'fails') return ['fail', 'words_differ']
  if (required === null) return ['unjudged', 'no_limit']
  if (required.is === 'two_readings') return ['unjudged', 'two_readings']
  if (required.is === 'unreadable') return ['unjudged', 'limit_unreadable']
  if (required.is === 'words')
    return found.is === 'words' ? judgeWords(found, required) : judgeFigureByWords(found, required.meaning)
  return found.is === 'words'
    ? judgeWordsByFigures(found.meaning, required)
    : judgeFigures(found, required, unit)
}

type Words = Extract<LaboratoryText, { is: 'words' }>

function judgeWords(found: Words, required: Words): Finding {
  if (required.meaning !== 'absent' && required.meaning !== 'present') return ['unjudged', 'limit_unreadable']
  const there = found.meaning !== 'absent'
  if (there !== (required.meaning === 'present')) return ['fail', 'words_differ']
  // Absent in 10 g says nothing of 25 g.
  return there || covers(found.of, required.of) ? ['pass', 'words_agree'] : ['unjudged', 'inconclusive']
}

const covers = (looked: Amount | null, asked: Amount | null) =>
  looked === null ||
  asked === null ||
  (unitKey(looked.unit ?? '') === unitKey(asked.unit ?? '') && compareExact(looked.value, asked.value) >= 0)

const ZERO: ExactNumber = { digits: 0n, scale: 0 }

/** A count beside "absent": 0 is absence, more than 0 is presence. */
function judgeFigureByWords({ low, high }: Figures, meaning: Words['meaning']): Finding {
  if (meaning !== 'absent') return ['unjudged', 'inconclusive']
  if (low && (compareExact(low.value, ZERO) > 0 || (low.open && compareExact(low.value, ZERO) === 0)))
    return ['fail', 'words_differ']
  return low && high && compareExact(high.value, ZERO) === 0
    ? ['pass', 'words_agree']
    : ['unjudged', 'inconclusive']
}

/** What was not found passes a maximum and fails a minimum; what could not be counted fails every maximum. */
function judgeWordsByFigures(meaning: Words['meaning'], { low, high }: Figures): Finding {
  if (meaning === 'absent') {
    if (low && compareExact(low.value, ZERO) > 0) return ['fail', 'below_minimum']
    return high ? ['pass', 'within_limits'] : ['unjudged', 'inconclusive']
  }
  if (meaning === 'uncountable' && high) return ['fail', 'above_maximum']
  return ['unjudged', 'inconclusive']
}

function judgeFigures(found: Figures, required: Figures, unit: string | null): Finding {
  const own = found.unit ?? unit
  const asked = required.unit ?? unit
  if (own !== null && asked !== null && unitKey(own) !== unitKey(asked)) return ['unjudged', 'unit_differs']
  const { low, high } = required
  if (low && found.high && outside(found.high, low, -1)) return ['fail', 'below_minimum']
  if (high && found.low && outside(found.low, high, 1)) return ['fail', 'above_maximum']
  const fits =
    (!low || (found.low && inside(found.low, low, 1))) &&
    (!high || (found.high && inside(found.high, high, -1)))
  return fits ? ['pass', 'within_limits'] : ['unjudged', 'inconclusive']
}

/** All that is at or beyond an end lies beyond the limit, in a direction. */
function outside(end: End, limit: End, direction: 1 | -1): boolean {
  const order = compareExact(end.value, limit.value) * direction
  return order > 0 || (order === 0 && (end.open || limit.open))
}

/** An end keeps within the limit. */
function inside(end: End, limit: End, direction: 1 | -1): boolean {
  const order = compareExact(end.value, limit.value) * direction
  return order > 0 || (order === 0 && (end.open || !limit.open))
}
