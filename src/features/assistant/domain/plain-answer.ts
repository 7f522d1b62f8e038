/** `[words](address)` and pictures: the words stay. */
const MARKED = /!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g
const ADDRESS =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:javascript|data|mailto|tel|sms|blob|file|vbscript):|\bwww\.|\/\/(?=[\w-]+\.))\S*/gi
/** "evil.example/x", "someone@evil.example". */
const HOST = /(?:[\w.+-]+@)?\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}\b(?:[:/?#]\S*)?/gi
const TAG = /<\/?[a-z!][^>]{0,2000}>?/gi

/** What a provider wrote, as text that leads nowhere: no address, no mark-up. Where something stands, the citations say. */
export const plainAnswer = (text: string): string =>
  text
    .replace(MARKED, '$1')
    .replace(TAG, '')
    .replace(ADDRESS, '…')
    .replace(HOST, '…')
    .replace(/\*\*|__|`+|^#{1,6}\s/gm, '')

/** Sentences and lines, with what divides them; the last may be unfinished. */
export function sentencesOf(text: string): { done: string[]; rest: string } {
  const done: string[] = []
  let from = 0
  for (const { index, 0: mark } of text.matchAll(/[.!?…](?=\s)|\n/g)) {
    const to = index + mark.length
    // "4. Dezember", "approx. 5": a number before or behind the point goes on.
    if (mark === '.' && /\d$/.test(text.slice(from, index)) && /^\s+\p{L}/u.test(text.slice(to))) continue
    done.push(text.slice(from, to))
    from = to
  }
  return { done, rest: text.slice(from) }
}
