import { type ExactNumber, exactNumber } from '../exact-number.ts'
import { isLaboratoryUnit, unitKey } from './laboratory-units.ts'

/** What stands before the decimals, where a source's setting tells it. */
export type Mark = 'auto' | '.' | ','

export type Amount = { readonly value: ExactNumber; readonly unit: string | null }
/** `two_readings`: "1,250" is a thousand and more, or one and a quarter. */
export type AmountRead = Amount | 'two_readings' | null

const SPACES = ' \\u00a0\\u2007\\u2009\\u202f'
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const MANTISSA = new RegExp(
  `^([-+−]?)\\s*((?:[0-9]|[.,][0-9])[0-9.,'’]*(?:[${SPACES}][0-9]{3}(?![0-9])[0-9.,]*)*)`,
)
const POWER = new RegExp(
  `^(?:[eE]([-+−]?[0-9]{1,3})(?![0-9])|\\s*[x×*·]\\s*10\\s*(?:\\^\\s*\\(?([-+−]?[0-9]{1,3})\\)?|([⁻⁺]?[${SUPERSCRIPTS}]{1,3})))`,
)
const BARE_POWER = new RegExp(
  `^([-+−]?)10(?:\\^\\s*\\(?([-+−]?[0-9]{1,3})\\)?|([⁻⁺]?[${SUPERSCRIPTS}]{1,3}))`,
)

/**
 * The number at the beginning of a text with the unit behind it: digits with at most one kind of group mark, a decimal
 * mark, a power of ten (`1E10`, `9.9 x 10^9`, `10⁹`). `unit` is the row's own, accepted whatever it is. Null: no number.
 */
export function readAmount(text: string, mark: Mark, unit: string | null): AmountRead {
  const bare = BARE_POWER.exec(text)
  if (bare) {
    const value = exactNumber(isMinus(bare[1]), '1', '', powerOf(bare[2], bare[3]))
    return withUnit(value, text.slice(bare[0].length), unit)
  }
  const mantissa = MANTISSA.exec(text)
  if (!mantissa) return null
  const digits = (mantissa[2] as string).replace(/[.,]$/, '')
  const rest = text.slice(mantissa[0].length)
  const power = POWER.exec(rest)
  const parts = splitDigits(digits, mark)
  if (parts === null) return null
  const behind = rest.slice(power?.[0].length ?? 0)
  if (parts === 'two_readings') return unitBehind(behind, unit) === undefined ? null : parts
  const value = exactNumber(
    isMinus(mantissa[1]),
    ...parts,
    power ? powerOf(power[1] ?? power[2], power[3]) : 0,
  )
  return withUnit(value, behind, unit)
}

const isMinus = (sign: string | undefined) => sign === '-' || sign === '−'

function powerOf(plain: string | undefined, raised: string | undefined): number {
  if (plain !== undefined) return Number(plain.replace('−', '-'))
  const text = raised as string
  const digits = [...text].map((sign) => SUPERSCRIPTS.indexOf(sign)).filter((digit) => digit >= 0)
  return Number(digits.join('')) * (text.startsWith('⁻') ? -1 : 1)
}

function withUnit(value: ExactNumber | null, behind: string, unit: string | null): Amount | null {
  const own = unitBehind(behind, unit)
  return value === null || own === undefined ? null : { value, unit: own }
}

/** Undefined where what stands behind the number is no unit. */
function unitBehind(behind: string, unit: string | null): string | null | undefined {
  const text = behind.trim()
  if (text === '') return null
  return (unit !== null && unitKey(text) === unitKey(unit)) || isLaboratoryUnit(text) ? text : undefined
}

type Digits = [integer: string, fraction: string]

/** Whole digits and decimals; null where the marks make no number. */
function splitDigits(text: string, mark: Mark): Digits | 'two_readings' | null {
  const marks = text.match(/[^0-9]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return [text, '']
  const at = text.lastIndexOf(last)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  if (last !== '.' && last !== ',') return whole(text)
  if (before.includes(last)) return whole(text)
  if (marks.length > 1) {
    const integer = whole(before)
    return integer && [integer[0], after]
  }
  const couldBeGrouped = /^[1-9][0-9]{0,2}$/.test(before) && after.length === 3
  if (!couldBeGrouped || mark === last) return [before, after]
  return mark === 'auto' ? 'two_readings' : whole(text)
}

/** Digits in groups of three with one kind of mark. */
function whole(text: string): Digits | null {
  const grouped = /^[1-9][0-9]{0,2}([^0-9])[0-9]{3}(?:\1[0-9]{3})*$/.test(text)
  return grouped ? [text.replaceAll(/[^0-9]/g, ''), ''] : null
}
