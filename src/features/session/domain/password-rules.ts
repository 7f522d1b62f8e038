import { COMMON_PASSWORD_WORDS } from './common-password-words.ts'

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
  if (new Set(bare).size < 5) return 'repeats'
  if (isWalk(bare)) return 'walk'
  const known = [...COMMON_PASSWORD_WORDS, ...names.map(core).filter((name) => name.length > 3)]
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), bare.replace(/^\d+|\d+$/g, ''))
  return rest.length < 4 ? 'common' : undefined
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]

function isWalk(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
  let steps = 0
  for (let i = 1; i < text.length; i++)
    if (rows.some((row) => row.includes(text.slice(i - 1, i + 1)))) steps++
  return steps >= (text.length - 1) * 0.8
}
