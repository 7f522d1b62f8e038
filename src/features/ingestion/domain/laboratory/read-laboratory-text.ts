import { addExact, compareExact, type ExactNumber } from '../exact-number.ts'
import { type Comparator, comparatorOf } from './comparators.ts'
import { type Amount, type Mark, readAmount } from './laboratory-number.ts'
import { unitKey } from './laboratory-units.ts'
import { meaningOf, plainWords, type WordMeaning } from './laboratory-words.ts'

/** An end of what a value may be; `open`: the end itself is outside. */
export type End = { readonly value: ExactNumber; readonly open: boolean }

export type LaboratoryText =
  /** Between two ends, of which one may be missing. A plain number has one value at both. */
  | {
      readonly is: 'figures'
      readonly low: End | null
      readonly high: End | null
      readonly comparator: Comparator | '=' | null
      readonly value: ExactNumber | null
      readonly unit: string | null
    }
  /** `of`: the amount that was looked into, "25 g". */
  | { readonly is: 'words'; readonly meaning: WordMeaning; readonly of: Amount | null }
  | { readonly is: 'two_readings' }
  | { readonly is: 'unreadable' }

export type Figures = Extract<LaboratoryText, { is: 'figures' }>

const UNREADABLE = { is: 'unreadable' } as const
const TWO_READINGS = { is: 'two_readings' } as const

/** A limit of quantification or of detection, in the four languages. */
const OWN_LIMIT =
  '(?:loq|lod|lq|ld|ql|dl|rl|mdl|lc|bg|ng|limit of quantification|limit of quantitation|limit of detection|detection limit|quantification limit|quantitation limit|reporting limit|limite de quantification|limite de detection|nachweisgrenze|bestimmungsgrenze|limite de cuantificacion|limite de deteccion)'
const BELOW =
  '(?:<=?|≤|below|under|less than|bdl|inferieure? a|en dessous de|unter|kleiner als|unterhalb|por debajo de(?:l)?|menor que|menor a|inferior a)'
const BELOW_OWN_LIMIT = new RegExp(`^${BELOW} ?(?:the |la |der |die |el )?${OWN_LIMIT}$`)
const STATED = new RegExp(`^(?:${OWN_LIMIT}|${BELOW} ?(?:${OWN_LIMIT})?)? ?[=:]? ?<? ?(?=[0-9])`)
/** What stands between an outcome and the amount that it is of: "absent in 25 g", "absent/25 g". */
const AMOUNT_OF =
  /^(.*?)\s*\(?\s*(?:\/|\b(?:in|per|dans|par|sur|pour|pro|je|auf|en|por)\b)\s*([0-9][^()]*?)\s*\)?$/iu
const RANGE_MARKS = /\s*(?:\.\.\.?|…|[-–—−]|\b(?:to|bis|a|hasta|and|et|und|y)\b|(?<=\s)à(?=\s))\s*/giu
const RANGE_BEGINS = /^(?:between|entre|zwischen|from|von|desde|de)\s+(?=[-+−.,0-9])/iu
const TOLERANCE = /^(.*?)\s*(?:±|\+\/-|\+-)\s*(.*)$/u

/**
 * A result, or a limit, as a laboratory writes it: a figure with its comparing sign, a range, what is below a limit of
 * quantification, or a word of the trade. `unit` is the row's own. What fits none of these is unreadable, never guessed.
 */
export function readLaboratoryText(received: string, mark: Mark, unit: string | null): LaboratoryText {
  const text = received.normalize('NFC').trim()
  return (
    readWords(text, mark, unit) ??
    readOneFigure(text, mark, unit) ??
    readRange(text, mark, unit) ??
    UNREADABLE
  )
}

function readWords(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  const meaning = meaningOf(text)
  if (meaning) return { is: 'words', meaning, of: null }
  if (BELOW_OWN_LIMIT.test(plainWords(text))) return { is: 'words', meaning: 'absent', of: null }
  return readStatedLimit(text, mark, unit) ?? readAmountOf(text, mark, unit)
}

/** "ND (< 0.01)", "< LOQ (0.01 ppm)": below what is stated. */
function readStatedLimit(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  const parts =
    /^([^(=:]*?)\s*[(=:]\s*([^()]*[0-9][^()]*)\)?$/u.exec(text) ?? /^(\D*?)\s+([0-9][^()]*)$/u.exec(text)
  if (!parts) return null
  const [, before = '', stated = ''] = parts
  const words = plainWords(before)
  if (!BELOW_OWN_LIMIT.test(words) && meaningOf(before) !== 'absent') return null
  const opening = STATED.exec(plainWords(stated.slice(0, stated.search(/[0-9]/) + 1)))
  if (!opening) return null
  return below(readAmount(stated.slice(stated.search(/[0-9]|[.,][0-9]/)), mark, unit))
}

const below = (amount: ReturnType<typeof readAmount>): LaboratoryText | null =>
  amount === null || amount === 'two_readings'
    ? amount && TWO_READINGS
    : {
        ...{ is: 'figures', low: null, high: { value: amount.value, open: true } },
        ...{ comparator: '<', value: amount.value, unit: amount.unit },
      }

function readAmountOf(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  const parts = AMOUNT_OF.exec(text)
  const meaning = parts ? meaningOf(parts[1] as string) : null
  if (!parts || !meaning) return null
  const of = readAmount(parts[2] as string, mark, unit)
  return of === null || of === 'two_readings' ? null : { is: 'words', meaning, of }
}

function readOneFigure(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  const { comparator, rest } = comparatorOf(text)
  const amount = readAmount(rest, mark, unit)
  if (amount === null) return null
  if (amount === 'two_readings') return TWO_READINGS
  const { value } = amount
  const end = { value, open: comparator === '<' || comparator === '>' }
  return {
    is: 'figures',
    low: comparator === '<' || comparator === '≤' ? null : end,
    high: comparator === '>' || comparator === '≥' ? null : end,
    comparator: comparator ?? '=',
    value,
    unit: amount.unit,
  }
}

function readRange(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  const bare = text.replace(RANGE_BEGINS, '')
  const tolerance = TOLERANCE.exec(bare)
  if (tolerance) {
    const [middle, width] = [tolerance[1], tolerance[2]].map((part) => readAmount(part as string, mark, unit))
    if (middle === 'two_readings' || width === 'two_readings') return TWO_READINGS
    if (!middle || !width) return null
    return between(
      { ...middle, value: addExact(middle.value, width.value, -1n) },
      { ...width, value: addExact(middle.value, width.value, 1n) },
    )
  }
  for (const found of bare.matchAll(RANGE_MARKS)) {
    const sides = [bare.slice(0, found.index), bare.slice(found.index + found[0].length)]
    const [low, high] = sides.map((side) => readAmount(side.trim(), mark, unit))
    if (!low || !high) continue
    return low === 'two_readings' || high === 'two_readings' ? TWO_READINGS : between(low, high)
  }
  return readTwoLimits(text, mark, unit)
}

/** "NLT 90 and NMT 110", "≥ 90 ≤ 110". */
function readTwoLimits(text: string, mark: Mark, unit: string | null): LaboratoryText | null {
  for (const found of text.matchAll(/\s*(?:;|,\s|\b(?:and|et|und|y)\b)\s*|\s+(?=[<>≤≥])/giu)) {
    const sides = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    const [one, other] = sides.map((side) => readOneFigure(side.trim(), mark, unit))
    if (one?.is !== 'figures' || other?.is !== 'figures') continue
    const low = one.low && !one.high ? one : other.low && !other.high ? other : null
    const high = one.high && !one.low ? one : other.high && !other.low ? other : null
    if (!low || !high || low === high || !sameUnit(low, high)) continue
    return { ...low, high: high.high, comparator: null, value: null, unit: low.unit ?? high.unit }
  }
  return null
}

const sameUnit = (a: { unit: string | null }, b: { unit: string | null }) =>
  a.unit === null || b.unit === null || unitKey(a.unit) === unitKey(b.unit)

function between(low: Amount, high: Amount): LaboratoryText {
  if (!sameUnit(low, high) || compareExact(low.value, high.value) > 0) return UNREADABLE
  return {
    ...{ is: 'figures', comparator: null, value: null, unit: high.unit ?? low.unit },
    ...{ low: { value: low.value, open: false }, high: { value: high.value, open: false } },
  }
}
