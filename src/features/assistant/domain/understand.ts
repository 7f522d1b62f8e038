import type { Language } from '../../../platform/contract/languages.ts'
import { readTimes, TIME_LINKS, TIME_WORDS, type Times } from './periods.ts'
import { CONCEPTS, type Concept, MONTHS, PHRASES, SPOKEN, STATUS_WORDS, TELLING } from './words.ts'

export type Question = Pick<Times, 'periods' | 'unclear' | 'now' | 'overDays'> & {
  text: string
  /** Words, folded. */
  words: string[]
  has: (...concepts: Concept[]) => boolean
  concepts: ReadonlySet<Concept>
  /** What looks like a number of something: "10479", "INV-2023-001", "25H-0417"; years are not among them. */
  codes: string[]
  /** A status of orders that is named, as the source writes it. */
  status: string | undefined
  /** An amount that stands alone ("5000 units"). */
  quantity: number | undefined
  /** What is left when every word with a meaning of its own is taken out: a name, or nothing. */
  rest: string
  /** The language that the question is in; null: one cannot tell. */
  language: Language | null
  /** Says "it", "that one": of what was spoken of before. */
  refersBack: boolean
}

export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’'`´]/g, ' ')

const list = (words: string) => words.split(' ')
const CONCEPT_OF = new Map<string, Concept[]>()
for (const [concept, words] of Object.entries(CONCEPTS))
  for (const word of list(words)) CONCEPT_OF.set(word, [...(CONCEPT_OF.get(word) ?? []), concept as Concept])
const SPOKEN_IN = Object.entries(SPOKEN).map(([language, words]) => ({
  language: language as Language,
  words: new Set(list(words)),
}))
const SMALL = new Set(SPOKEN_IN.flatMap(({ words }) => [...words]))
const TOLD_BY = Object.entries(TELLING).map(([language, words]) => ({
  language,
  words: new Set(list(words)),
}))
/** Small words first: of two as near, what asks for nothing is meant ("plase" is "please" before it is "place"). */
const LONG_WORDS = [
  ...[...SMALL, ...CONCEPT_OF.keys(), ...MONTHS.flatMap(list)].filter((word) => word.length >= 5),
  // Whoever says "taken" does not mean days.
  ...[...TIME_WORDS].filter((word) => word.length >= 6),
]

/** Letters put in, left out, changed or swapped; more than `most` counts as too many. */
export function typos(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const line = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      line.push(cost)
    }
    if (Math.min(...line) > most) return most + 1
    before = last
    last = line
  }
  return last[other.length] ?? most + 1
}

const allowed = (word: string) => (word.length >= 9 ? 2 : word.length >= 4 ? 1 : 0)

/** The known word that was meant; one of up to three letters must be as it is, a longer one may have a slip or two. */
function meant(word: string): string | undefined {
  if (CONCEPT_OF.has(word) || TIME_WORDS.has(word) || SMALL.has(word)) return word
  const most = allowed(word)
  if (most === 0 || /\d/.test(word)) return undefined
  let best: { known: string; off: number } | undefined
  for (const known of LONG_WORDS) {
    if (known[0] !== word[0] && (word.length < 5 || known[1] !== word[1])) continue
    const off = typos(word, known, most)
    if (off <= Math.min(most, allowed(known)) && off < (best?.off ?? most + 1)) best = { known, off }
  }
  return best?.known
}

function languageOf(words: string[]): Language | null {
  const counted = SPOKEN_IN.map(({ language, words: said }) => ({
    language,
    count: words.filter(
      (word) => said.has(word) || TOLD_BY.some((told) => told.language === language && told.words.has(word)),
    ).length,
  })).toSorted((one, other) => other.count - one.count)
  const [first, second] = counted
  return first && first.count > 0 && first.count > (second?.count ?? 0) ? first.language : null
}

const BACK =
  /\b(it|its|that one|this one|the same|celle ci|celle la|celui ci|elle|il|la meme|sie|diese|este|esta|ese)\b/

/** Of two times, that they are compared; "growth" is of one alone too. */
const isComparing = (word: string) =>
  CONCEPT_OF.get(word)?.some((concept) => concept === 'growth' || concept === 'compare') ?? false

/**
 * What a question is made of. Nothing here knows any data: whether "10479" is an order is for the database to say.
 * @param today the day that reports take for today
 */
export function understand(text: string, today: string): Question {
  const folded = fold(text)
  const plain = ` ${folded.replace(/[^\p{L}\p{N}\-_./#]+/gu, ' ')} `
    .replace(/[.#](?= )| [./#-]+(?= )/g, '')
    .replace(/\s+/g, ' ')
  // "avons-nous" is two words; "INV-2023-001" is one.
  const words = plain
    .trim()
    .split(' ')
    .flatMap((word) => (/\d/.test(word) ? [word] : word.split(/[-/_.]/)))
    .filter(Boolean)
  const quoted = /["“«„]\s*([^"”»“]{2,100}?)\s*["”»“]/.exec(text)?.[1]
  const named = new Set(quoted ? fold(quoted).split(/[^\p{L}\p{N}]+/u) : [])
  const known = words.map((word) => (SMALL.has(word) ? word : (meant(word) ?? word)))
  const { used, ...times } = readTimes(
    words.map((word, at) =>
      named.has(word) ? '' : TIME_WORDS.has(known[at] ?? '') ? (known[at] ?? '') : word,
    ),
    today,
    known.some(isComparing),
  )
  const said = words.filter((_, at) => !used.has(at))
  const concepts = new Set<Concept>()
  let left = ` ${said.join(' ')} `
  const take = (phrase: string) => {
    if (!left.includes(` ${phrase} `)) return false
    left = left.replaceAll(` ${phrase} `, ' ')
    return true
  }
  const status = STATUS_WORDS.filter(([phrase]) => take(phrase))[0]?.[1]
  for (const [phrase, concept] of PHRASES) if (take(phrase)) concepts.add(concept)
  const numbers = said.filter((word) => /\d/.test(word))
  // Some numbers have no digit: "PO-ALPHA".
  const capitals = [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}{2,6}-[\p{Lu}-]{2,30}(?![\p{L}\p{N}])/gu)].map(
    ([code]) => fold(code),
  )
  // A year is of a time, or of a name that is quoted.
  const codes = numbers.filter((word) => word.length >= 3 && !/^(19|20)\d\d$/.test(word))
  const rest: string[] = []
  for (const word of left.trim().split(' ')) {
    if (word === '' || /\d/.test(word)) continue
    const known = meant(word)
    if (known !== undefined) for (const concept of CONCEPT_OF.get(known) ?? []) concepts.add(concept)
    else if (times.periods.length === 0 || !TIME_LINKS.has(word)) rest.push(word)
  }
  const quantity =
    /(?:^|\s)(\d{1,3}(?:[ ,]\d{3})+|\d{1,7})\s*(?:x|units?|unites?|kg|un|stuck|unidades|bottles|capsules|of|de)\b/.exec(
      folded,
    )?.[1]
  return {
    text,
    words,
    has: (...asked) => asked.some((concept) => concepts.has(concept)),
    concepts,
    codes: [...new Set([...codes, ...capitals])],
    ...times,
    status,
    quantity: quantity ? Number(quantity.replace(/[ ,]/g, '')) : undefined,
    rest: quoted ?? rest.join(' '),
    language: languageOf(known),
    refersBack: BACK.test(` ${said.join(' ')} `),
  }
}
