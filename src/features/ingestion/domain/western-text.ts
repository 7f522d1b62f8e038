/** Letters of western European languages outside ASCII. */
const LETTERS = 'À-ÖØ-öø-ÿŒœŠšŽžŸẞ'
const LETTER = new RegExp(`[${LETTERS}]`, 'gu')
/** Signs that stand in business tables: no other byte outside ASCII gives a character that anybody would type there. */
const SIGNS = '\u00a0°ªº€£«»‹›‘’‚“”„–—…²³µ×®™'
const STRANGE = new RegExp(`[^\\0-\\x7f${LETTERS}${SIGNS}]`, 'u')
/** A capital within small letters, a sign between two letters, an opening quote straight after a letter. */
const IMPOSSIBLE =
  /\p{Ll}[À-ÖØ-ÞŒŠŽŸẞ]|\p{L}[À-ÖØ-ÞŒŠŽŸẞ]\p{Ll}|\p{L}[°ªº€£«»‹›“”„‚…²³µ×®™–—]\p{L}|\p{L}[«„‚“‘‹]/u
/** Where German quotes are in use, what opens elsewhere closes. */
const GERMAN_QUOTES = /„([^“„\n]{0,200})“|‚([^‘‚\n]{0,200})‘/gu

/** How many letters of western European languages outside ASCII a text has. */
export const westernLetters = (text: string): number => text.match(LETTER)?.length ?? 0

/**
 * Words that no western European language can have, at most so many: a sign of text that was decoded by the wrong table of
 * bytes (C3).
 */
export function garbledWords(text: string, most: number): string[] {
  const garbled: string[] = []
  for (const word of text.replace(GERMAN_QUOTES, ' $1$2 ').split(/[\s,;|"]+/u)) {
    if (!STRANGE.test(word) && !IMPOSSIBLE.test(word)) continue
    garbled.push(word.slice(0, 40))
    if (garbled.length === most) break
  }
  return garbled
}

/** What UTF-8 looks like that was taken for Windows-1252 somewhere on its way: `Ã©`, `â€™`. */
const MOJIBAKE = /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[™œž“”¦]/u

/** Whether a text looks as if it had been decoded twice. */
export const looksDecodedTwice = (text: string): boolean => MOJIBAKE.test(text)
