import { searchLetters } from '../../../platform/domain/search-fold.ts'
import { searchTerm } from '../../../platform/domain/search-term.ts'

/** A piece of a page around what was found on it. */
export type Snippet = { before: string; match: string; after: string }

const BEFORE = 70
const AFTER = 130
const SHORTEST_STEM = 3

type Folded = { text: string; places: number[] }

/** As portal.search_letters does, with the place of each character in the text that it came from. */
function folded(text: string): Folded {
  let result = ''
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    const plain = searchLetters(sign)
    result += plain
    for (let n = 0; n < plain.length; n++) places.push(at)
    at += sign.length
  }
  places.push(at)
  return { text: result, places }
}

/** What hyphens join, or part at the end of a line, as one word: as portal.page_words has it. */
function joined({ text, places }: Folded): Folded {
  const kept: number[] = []
  let from = 0
  for (const { index, 0: hyphen } of text.matchAll(
    /(?<=[\p{L}\p{N}])[-\u00ad\u2010\u2011] ?(?=[\p{L}\p{N}])/gu,
  )) {
    for (; from < index; from++) kept.push(from)
    from = index + hyphen.length
  }
  for (; from <= text.length; from++) kept.push(from)
  return {
    text: kept.map((at) => text[at] ?? '').join(''),
    places: kept.map((at) => places[at] as number),
  }
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Where a word that begins so stands; -1: nowhere. */
function placeOf(text: string, beginning: string): number {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (!isLetter(text[at - 1])) return at
  return -1
}

/**
 * What to show of a page on which a search found all its words, by their beginnings or stems: the first that stands there,
 * whole, and what is around it. A page that has none of them (it never should) is shown from its beginning.
 */
export function snippetOf(page: string, search: string): Snippet {
  const plain = folded(page)
  const typed = searchLetters(searchTerm(search))
  const words = (text: string, apart: RegExp) => text.split(apart).filter(Boolean)
  const whole = typed.replace(/[^\p{L}\p{N}]+/gu, '')
  const ways = [
    { ...plain, words: words(typed, /[^\p{L}\p{N}]+/u) },
    {
      ...joined(plain),
      words: [...words(typed.replace(/[-\u00ad\u2010-\u2015]/g, ''), /[^\p{L}\p{N}]+/u), whole].filter(
        Boolean,
      ),
    },
  ]
  let from = -1
  let { text, places } = plain
  for (let cut = 0; from < 0 && cut < 6; cut++)
    for (const way of ways) {
      const found = way.words
        .filter((word) => cut === 0 || word.length - cut >= SHORTEST_STEM)
        .map((word) => placeOf(way.text, word.slice(0, word.length - cut)))
        .filter((at) => at >= 0)
      if (from >= 0 || found.length === 0) continue
      from = Math.min(...found)
      text = way.text
      places = way.places
    }
  if (from < 0) return { before: '', match: '', after: page.slice(0, BEFORE + AFTER) }
  let to = from
  while (isLetter(text[to])) to++
  const [start, end] = [places[from] as number, places[to] as number]
  return {
    before: atWord(page.slice(Math.max(0, start - BEFORE), start), start > BEFORE),
    match: page.slice(start, end),
    after: page.slice(end, end + AFTER).replace(/[\ud800-\udbff]$/, ''),
  }
}

/** From the beginning of a word onwards. */
const atWord = (text: string, cut: boolean) => (cut ? text.replace(/^\S*\s/, '') : text)
