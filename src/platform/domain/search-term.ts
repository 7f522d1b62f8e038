import { containsTerm, piecesOf, searchFold } from './search-fold.ts'

const NUMBER = '(?:n[uú]mero|num[eé]ro|number|nummer|nr|n\\.?[o°]?)\\.?'
const LOT = '(?:lots?|lote|los|chargen?|batch)'
const BEFORE_A_NUMBER = new RegExp(
  [
    `^(?:${NUMBER} ?(?:de|del|of) ${LOT}(?![\\p{L}\\p{N}]) ?[:#.]* ?(?=[^ :#.])`,
    `${LOT} ?-? ?${NUMBER}(?![\\p{L}\\p{N}]) ?[:#.]* ?(?=[^ :#.])`,
    `${LOT} ?[:#]+ ?(?=[^ :#.])`,
    `${LOT} (?=[^ ]*[0-9])`,
    '(?:n[uú]mero|num[eé]ro|number|nummer|nr|n\\.?o|n(?=[.°]))[.° ]+(?=[0-9])',
    '# ?(?=[^ #]))',
  ].join('|'),
  'iu',
)

/**
 * What of a typed term is looked for: spaces once, and without what people write before a number ("#", "No.", "LOT:", "N° de lot")
 * or around it; of a label as a scanner reads it, the lot. The same rule as portal.search_term.
 */
export function searchTerm(typed: string): string {
  const term = typed.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const scanned = /^\([0-9]{2,4}\)/.test(term) ? /\(10\)([^()]+)/.exec(term)?.[1]?.trim() : undefined
  return (scanned ?? term).replace(/^[[({<"“«] ?(.+?) ?[\])}>"”»]$/u, '$1').replace(BEFORE_A_NUMBER, '')
}

/** The same of what was typed, with what people write before a number. */
export const containsTyped = (text: string, typed: string): boolean => containsTerm(text, searchTerm(typed))

/** Where in a text what was typed stands, first; null: where it stands, if anywhere, cannot be told sign by sign. */
export function typedPlace(text: string, typed: string): { from: number; to: number } | null {
  const wanted = piecesOf(searchTerm(typed)).join('')
  let folded = ''
  const ends: { from: number; to: number }[] = []
  let at = 0
  for (const sign of text) {
    const plain = searchFold(sign)
    folded += plain
    for (let n = 0; n < plain.length; n++) ends.push({ from: at, to: at + sign.length })
    at += sign.length
  }
  const found = wanted === '' ? -1 : folded.indexOf(wanted)
  const [first, last] = [ends[found], ends[found + wanted.length - 1]]
  return first && last ? { from: first.from, to: last.to } : null
}
