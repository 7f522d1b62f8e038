const HYPHENS = /[-#\u00ad\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]/g

/** By their letters, as one apostrophe, or as one sigma; what is invisible is not there. */
const OTHERWISE: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ς: 'σ', '’': "'", '‘': "'", ʼ: "'" }

/** Letters as search compares them: no case, no accents, ligatures by their letters, one apostrophe, nothing invisible. */
export const searchLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[œæßς’‘ʼ\u200b-\u200d\u2060\ufeff]/g, (sign) => OTHERWISE[sign] ?? '')

/**
 * A text as search compares it: besides, without hyphens, dashes, "#" and spaces. Between two digits a space stays, so that numbers
 * beside each other do not become one; and line breaks, which keep fields apart. The same rule as portal.search_fold.
 */
export const searchFold = (text: string): string =>
  searchLetters(text)
    .replace(HYPHENS, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?<![0-9]) | (?![0-9])/g, '')

/** What must stand in a folded text, where more or less may stand between the pieces than was typed. */
export const piecesOf = (term: string): string[] =>
  searchFold(searchLetters(term).replace(HYPHENS, ' ')).split(' ')

/** Whether a text contains a term, as a search of the server would find it (portal.search_patterns). */
export function containsTerm(text: string, term: string): boolean {
  const pieces = piecesOf(term).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(pieces.join(' ?')).test(searchFold(text))
}
