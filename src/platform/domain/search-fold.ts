const HYPHENS = /[-#\u00ad\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]/g

/** Letters as search compares them: no case, no accents, ligatures by their letters, one apostrophe, nothing invisible. */
export const searchLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[’‘ʼ]/g, "'")
    .replaceAll('ς', 'σ')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')

/**
 * A text as search compares it: besides, without hyphens, dashes, "#" and spaces. Between two digits a space stays, so that numbers
 * beside each other do not become one; and line breaks, which keep fields apart. The same rule as portal.search_fold.
 */
export const searchFold = (text: string): string =>
  searchLetters(text)
    .replace(HYPHENS, '')
    .replace(/[ \t\r\f\v\u0085\u1680\u2028\u2029]+/g, ' ')
    .replace(/(?<![0-9]) | (?![0-9])/g, '')

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

/** What must stand in a folded text, where more or less may stand between the pieces than was typed. */
const piecesOf = (typed: string): string[] =>
  searchFold(searchLetters(searchTerm(typed)).replace(HYPHENS, ' ')).split(' ')

/** Whether a text contains what was typed, as a search of the server would find it (portal.search_patterns). */
export function containsTyped(text: string, typed: string): boolean {
  const pieces = piecesOf(typed).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(pieces.join(' ?')).test(searchFold(text))
}

/** Where in a text what was typed stands, first; null: where it stands, if anywhere, cannot be told sign by sign. */
export function typedPlace(text: string, typed: string): { from: number; to: number } | null {
  const wanted = piecesOf(typed).join('')
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
