import { plainWords } from './laboratory-words.ts'

export type Comparator = '<' | '≤' | '>' | '≥'

const SIGNS: Readonly<Record<string, Comparator>> = {
  '<': '<',
  '≤': '≤',
  '<=': '≤',
  '=<': '≤',
  '≦': '≤',
  '⩽': '≤',
  '>': '>',
  '≥': '≥',
  '>=': '≥',
  '=>': '≥',
  '≧': '≥',
  '⩾': '≥',
}

const BEFORE: Readonly<Record<Comparator, string>> = {
  '≤': `nmt|not more than|no more than|at most|max|maximum|maximal|up to|less than or equal to|not greater than|not to exceed|
    au plus|pas plus de|au maximum|maximum de|jusqu'a|inferieur ou egal a|inferieure ou egale a|
    hochstens|nicht mehr als|maximal|bis zu|kleiner gleich|kleiner oder gleich|
    no mas de|como maximo|maximo|a lo sumo|hasta|menor o igual a|menor o igual que`,
  '≥': `nlt|not less than|no less than|at least|min|minimum|minimal|greater than or equal to|
    au moins|pas moins de|au minimum|minimum de|superieur ou egal a|superieure ou egale a|
    mindestens|nicht weniger als|minimal|grosser gleich|grosser oder gleich|
    no menos de|como minimo|minimo|al menos|por lo menos|mayor o igual a|mayor o igual que`,
  '<': `less than|below|under|lower than|moins de|inferieur a|inferieure a|weniger als|kleiner als|unter|menos de|menor que|menor a|inferior a`,
  '>': `more than|above|over|greater than|plus de|superieur a|superieure a|mehr als|grosser als|uber|mas de|mayor que|mayor a|superior a`,
}

/** The longest first, so that "less than or equal to" is not read as "less than". */
const PHRASES = (Object.entries(BEFORE) as [Comparator, string][])
  .flatMap(([comparator, list]) => list.split('|').map((phrase) => [phrase.trim(), comparator] as const))
  .sort(([a], [b]) => b.length - a.length)
const BEHIND: Readonly<Record<string, Comparator>> = {
  max: '≤',
  maximum: '≤',
  maximal: '≤',
  maximo: '≤',
  minimum: '≥',
  minimal: '≥',
  minimo: '≥',
}

export type Compared = { readonly comparator: Comparator | null; readonly rest: string }

/** A comparing sign or words before a text, or "max." behind it, and what is left without them. */
export function comparatorOf(text: string): Compared {
  const sign = /^(?:[<>]=?|=[<>]|[≤≥≦≧⩽⩾])/.exec(text)?.[0]
  if (sign) return { comparator: SIGNS[sign] as Comparator, rest: text.slice(sign.length).trim() }
  const at = text.search(/[0-9]|[.,][0-9]/)
  const before = at > 0 ? plainWords(text.slice(0, at).replace(/[-+−:]\s*$/, '')) : ''
  const phrase = before === '' ? undefined : PHRASES.find(([words]) => words === before)
  if (phrase)
    return {
      comparator: phrase[1],
      rest: text.slice(text.slice(0, at).search(/[-+−]\s*$/) >= 0 ? at - 1 : at),
    }
  const behind = /^(.*?[0-9)%\s])\(?(\p{L}+)\.?\)?$/u.exec(text)
  const comparator = behind ? BEHIND[plainWords(behind[2] as string)] : undefined
  return comparator === undefined
    ? { comparator: null, rest: text }
    : { comparator, rest: (behind as RegExpExecArray)[1]?.trim() ?? '' }
}
