import { COMMON_PASSWORD_WORDS } from './common-password-words.ts'

const SHORTEST = 15
const LONGEST = 128

/** What is left of a password when the ornaments are taken away that people add to a common one. */
const core = (password: string) =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Why a password is refused, in one sentence; undefined when it is good (A6): 15 to 128 characters of any kind, no rules of
 * composition, not one that everybody tries (English and French), not the product's or the tenant's name.
 */
export function passwordFault(password: string, names: string[] = []): string | undefined {
  const length = [...password].length
  if (length < SHORTEST) return `The password is too short: ${SHORTEST} characters at least.`
  if (length > LONGEST) return `The password is too long: ${LONGEST} characters at most.`
  const bare = core(password)
  if (new Set(bare).size < 5) return 'The password repeats too few different characters.'
  if (isWalk(bare)) return 'The password follows the keyboard or the alphabet.'
  const known = [...COMMON_PASSWORD_WORDS, ...names.map(core).filter((name) => name.length > 3)]
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), bare.replace(/^\d+|\d+$/g, ''))
  if (rest.length < 4) return 'The password is made of words that everybody tries.'
  return undefined
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
