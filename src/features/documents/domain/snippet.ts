/** A piece of a page around what was found on it. */
export type Snippet = { before: string; match: string; after: string }

const BEFORE = 70
const AFTER = 130
const SHORTEST_STEM = 3

/** As `portal.fold` does, with the place of each character in the text that it came from. */
function folded(text: string): { folded: string; places: number[] } {
  let result = ''
  const places: number[] = []
  let at = 0
  for (const sign of text) {
    const plain = sign
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
    result += plain
    for (let n = 0; n < plain.length; n++) places.push(at)
    at += sign.length
  }
  places.push(at)
  return { folded: result, places }
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
  const { folded: text, places } = folded(page)
  const words = folded(search)
    .folded.split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  let from = -1
  for (let cut = 0; from < 0 && cut < 6; cut++) {
    const found = words
      .filter((word) => cut === 0 || word.length - cut >= SHORTEST_STEM)
      .map((word) => placeOf(text, word.slice(0, word.length - cut)))
      .filter((at) => at >= 0)
    if (found.length > 0) from = Math.min(...found)
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
