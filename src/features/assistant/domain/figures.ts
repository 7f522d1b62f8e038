import { fold } from './understand.ts'
import { MONTHS } from './words.ts'

const MONTH_OF = new Map(
  MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)
/** Two to fifteen. */
const NUMBER_WORDS = [
  'two deux zwei dos',
  'three trois drei tres',
  'four quatre vier cuatro',
  'five cinq funf cinco',
  'six sechs seis',
  'seven sept sieben siete',
  'eight huit acht ocho',
  'nine neuf neun nueve',
  'ten dix zehn diez',
  'eleven onze elf once',
  'twelve douze zwolf doce',
  'thirteen treize dreizehn trece',
  'fourteen quatorze vierzehn catorce',
  'fifteen quinze funfzehn quince',
]
const WORTH = new Map(
  NUMBER_WORDS.flatMap((words, at) => words.split(' ').map((word) => [word, at + 2] as const)),
)
const ROUND_WORDS: readonly (readonly [number, string])[] = [
  [20, 'twenty vingt zwanzig veinte'],
  [30, 'thirty trente dreissig dreißig treinta'],
  [40, 'forty quarante vierzig cuarenta'],
  [50, 'fifty cinquante funfzig cincuenta'],
  [60, 'sixty soixante sechzig sesenta'],
  [80, 'eighty achtzig ochenta'],
  [90, 'ninety neunzig noventa'],
  [100, 'hundred cent hundert cien ciento'],
  [1000, 'thousand mille tausend mil'],
  [1_000_000, 'million millions millionen millon millones'],
  [12, 'dozen douzaine dutzend docena'],
  [14, 'fortnight quinzaine'],
]
for (const [worth, words] of ROUND_WORDS) for (const word of words.split(' ')) WORTH.set(word, worth)
// "sept" is a month too, "once" a word of its own.
for (const word of ['sept', 'once']) WORTH.delete(word)

const NAMES = [...MONTH_OF.keys()].toSorted((one, other) => other.length - one.length).join('|')
const DATES = [
  // 2025-12-04
  /\b(?<y>(?:19|20)\d\d)-(?<m>\d\d)-(?<d>\d\d)\b/g,
  // 04.12.2025
  /\b(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>(?:19|20)\d\d)\b/g,
  // 4 Dec 2025, 4. Dezember 2025, 4 de diciembre de 2025; without the year too
  new RegExp(
    `\\b(?<d>\\d{1,2})(?:st|nd|rd|th|er|\\.)?\\s+(?:of |de )?(?<n>${NAMES})\\b\\.?(?:,?\\s+(?:de )?(?<y>(?:19|20)\\d\\d))?`,
    'g',
  ),
  // December 4, 2025
  new RegExp(
    `\\b(?<n>${NAMES})\\b\\.?\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(?<y>(?:19|20)\\d\\d))?`,
    'g',
  ),
]
const NUMBER = /\d+(?:[\s.,'’\u00a0\u202f]\d+)*/g
/** What stands around digits: "L26318D28", "1Z8E43". */
const CODE = /[\p{L}\d]*\p{L}[\p{L}\d]*(?:[-/]?[\p{L}\d]+)*/gu

type Found = { dates: Set<string>; days: Set<string>; numbers: Set<string>; codes: Set<string> }

/** Every way of reading a number whose marks may group or divide. */
function readings(token: string): string[] {
  const plain = token.replace(/[\s\u00a0\u202f'’]/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const whole = plain.replace(/[.,]/g, '')
  if (last === -1) return [trim(whole)]
  const divided = `${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`
  return plain.length - last - 1 === 3 ? [trim(whole), trim(divided)] : [trim(divided)]
}
const trim = (number: string) => {
  const [units = '0', parts = ''] = number.split('.')
  const kept = parts.replace(/0+$/, '')
  return `${units.replace(/^0+(?=\d)/, '')}${kept ? `.${kept}` : ''}`
}

/** Figures, dates and numbers of things in a text. */
export function figuresOf(text: string): Found {
  const found: Found = { dates: new Set(), days: new Set(), numbers: new Set(), codes: new Set() }
  // Where a list is numbered, the numbers say nothing.
  let rest = fold(text).replace(/^\s*\d{1,2}[.)]\s/gm, ' ')
  for (const form of DATES)
    rest = rest.replace(form, (all, ...given) => {
      const { y, m, n, d } = given.at(-1) as Record<string, string | undefined>
      const month = n ? MONTH_OF.get(n) : Number(m)
      if (!month || month > 12 || Number(d) > 31) return all
      const day = `${String(month).padStart(2, '0')}-${String(d).padStart(2, '0')}`
      found.days.add(day)
      if (y) found.dates.add(`${y}-${day}`)
      return ' '
    })
  rest = rest.replace(CODE, (word) => {
    if (/\d/.test(word)) {
      found.codes.add(word)
      return ' '
    }
    const worth = WORTH.get(word)
    return worth === undefined ? word : String(worth)
  })
  for (const [token] of rest.matchAll(NUMBER)) found.numbers.add(token.trim())
  return found
}

/** What an answer may say: the figures of the texts that it was given. */
export function groundOf(texts: readonly string[]) {
  const given = texts.map(figuresOf)
  const all = (pick: (found: Found) => Set<string>) => new Set(given.flatMap((found) => [...pick(found)]))
  const dates = all(({ dates }) => dates)
  const days = all(({ days }) => days)
  const codes = all(({ codes }) => codes)
  const numbers = new Set(given.flatMap((found) => [...found.numbers].flatMap(readings)))
  const values = [...numbers].map(Number)
  const isRounded = (value: number) =>
    Number.isInteger(value) && value >= 10 && values.some((known) => Math.round(known) === value)
  const known = (token: string) =>
    readings(token).some((reading) => numbers.has(reading) || isRounded(Number(reading)))
  const years = new Set([...dates].map((date) => date.slice(0, 4)))
  const codeDigits = new Set([...codes].flatMap((code) => code.match(/\d+/g) ?? []))

  /** No figure and no date that it was not given, as it was given or rounded to a whole. */
  return (sentence: string): boolean => {
    const said = figuresOf(sentence)
    return (
      [...said.dates].every((date) => dates.has(date)) &&
      [...said.days].every((day) => days.has(day)) &&
      [...said.codes].every((code) => codes.has(code)) &&
      [...said.numbers].every(
        (token) => known(token) || years.has(token) || (token.length >= 3 && codeDigits.has(token)),
      )
    )
  }
}
