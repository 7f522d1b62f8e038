import { COMMON_PASSWORD_WORDS, FILLING_WORDS } from './common-password-words.ts'

const SHORTEST = 15
const SHORTEST_BESIDE_FACTOR = 10
const LONGEST = 128

/** What is left of a password when the ornaments are taken away that people add to a common one. */
const core = (password: string) =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** How many characters are asked for: fewer where the password is only one of two things that are asked for (A6). */
export const shortestPassword = (needsFactor: boolean): number =>
  needsFactor ? SHORTEST_BESIDE_FACTOR : SHORTEST

export type PasswordWeakness = 'short' | 'long' | 'repeats' | 'walk' | 'common'

/**
 * What is wrong with a password; undefined when it is good (A6): `shortest` to 128 characters of any kind, no rules of composition,
 * not one that everybody tries (English and French), not the product's or the tenant's name (`names`).
 */
export function passwordWeakness(
  password: string,
  names: string[] = [],
  shortest = SHORTEST,
): PasswordWeakness | undefined {
  const length = [...password].length
  if (length < shortest) return 'short'
  if (length > LONGEST) return 'long'
  const bare = core(password)
  const once = bare.replace(/(.)\1+/gu, '$1')
  if (new Set(bare).size < 5 || isRepeated(bare)) return 'repeats'
  if (isWalk(once)) return 'walk'
  const known = [...COMMON_PASSWORD_WORDS, ...names.flatMap(partsOf)]
  return bareForms(password).some((text) => fieldMessage(text, known) < SAYS_SOMETHING) ? 'common' : undefined
}

/** What a password may be meant to say, without accents, signs and capitals. */
export const bareForms = (password: string): string[] => [
  core(password),
  unmasked(password.replace(/!+$/, '')),
  unmasked(password.replace(/[\d!]+$/, '')),
]

/** So many characters must be left of a password beside common words, names, years and what people hang on to them. */
const SAYS_SOMETHING = 4

const ONLY_FILLING = new RegExp(`^(?:${FILLING_WORDS.join('|')})+$`)

/** Letters that are left of `text` when known words are taken out, and the filling between them. */
function fieldMessage(text: string, known: readonly string[]): number {
  const rest = known.reduce((left, word) => left.replaceAll(word, ' '), text)
  if (rest === text) return text.replace(/^\d+|\d+$/g, '').length
  const pieces = rest.split(/[\s\d]+/).filter((piece) => !ONLY_FILLING.test(piece))
  return pieces.join('').length
}

/** A name as it is written in one word, and its words by themselves. */
const partsOf = (name: string) =>
  [name, ...name.split(/[^\p{L}\p{N}]+/u)].map(core).filter((part) => part.length > 3)

const MASKS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}
/** What was meant by "P@$$w0rd". */
const unmasked = (password: string) =>
  core(password.replace(/[013457@$!€]/g, (mask) => MASKS[mask] as string))

/** One piece again and again, whatever number is hung on to it. */
function isRepeated(text: string): boolean {
  const bare = text.replace(/\d+$/, '')
  return [text, bare].some(
    (whole) => whole.length > 0 && (whole + whole).indexOf(whole, 1) <= whole.length / 2,
  )
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1aqw2zsx3edc4rfv5tgb6yhn7uj8ik9ol0pm',
]

function isWalk(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
  let steps = 0
  for (let i = 1; i < text.length; i++)
    if (rows.some((row) => row.includes(text.slice(i - 1, i + 1)))) steps++
  return steps >= (text.length - 1) * 0.8
}
