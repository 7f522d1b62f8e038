/** What looks like another letter, or like none: "ｅvil。example", a letter of no width. */
const WIDE = /[\uff01-\uff5e]/g
const POINTS = /[\u3002\uff61\u2024\ufe52]/g
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** "evil[.]example", "evil (dot) example", "thief[at]evil". */
const VEILED = /\s?[[({]\s?(?:(\.|dot|point|punkt|punto)|(@|at)|(:)|(\/))\s?[\])}]\s?/gi
/** `[words](address)` and pictures: the words stay. */
const MARKED = /!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g
const TAG = /<\/?[a-z!][^>]{0,2000}>?/gi
const MARKS = /\*\*|__|`+|^#{1,6}\s/gm
const ADDRESS =
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:javascript|data|mailto|tel|sms|blob|file|vbscript):|\bwww\.|\/\/(?=[\w-]+\.|\[))\S*/gi
const BEHIND = '(?:[:/?#]\\S*)?'
/** "evil.example/x", "someone@evil.example". */
const HOST = new RegExp(
  `(?:[\\w.+-]+@)?(?<![\\p{L}\\p{N}])(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+\\p{L}{2,24}(?![\\p{L}\\p{N}])${BEHIND}`,
  'gu',
)
/** "10.0.0.1/x"; an amount goes on behind a comma: "1.234.567.890,50". */
const FOUR = new RegExp(
  `(?:[\\w.+-]+@)?(?<![\\d.,])(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?![\\d,])${BEHIND}`,
  'g',
)
/** "2001:db8::1", "[::1]/x"; a time of day has fewer parts. */
const SIX = new RegExp(
  `\\[[0-9a-f]{0,4}:[0-9a-f:.]*(?:%\\w+)?\\]${BEHIND}|(?<![\\w:])(?:(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*|(?:[0-9a-f]{1,4}:)+:)(?:%\\w+)?(?![\\w:])(?:[/?#]\\S*)?`,
  'gi',
)

const once = (text: string): string =>
  text
    .replace(WIDE, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(POINTS, '.')
    .replace(UNSEEN, '')
    .replace(VEILED, (_, point, at, colon) => (point ? '.' : at ? '@' : colon ? ':' : '/'))
    .replace(MARKED, '$1')
    .replace(TAG, '')
    .replace(MARKS, '')
    .replace(ADDRESS, '…')
    .replace(HOST, '…')
    .replace(FOUR, '…')
    .replace(SIX, '…')

/** What a provider wrote, as text that leads nowhere: no address, no mark-up. Where something stands, the citations say. */
export function plainAnswer(text: string): string {
  // What is left when something is taken out can be an address itself; it only ever gets shorter.
  for (let [before, after] = [text, once(text)]; ; [before, after] = [after, once(after)])
    if (before === after) return after
}

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
