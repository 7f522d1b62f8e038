/** Everything that the fast path may not let through: NUL, and all from U+0300 on (combining marks, surrogates). */
const NEEDS_A_LOOK = /\0|[\u0300-\uffff]/
const LONE_SURROGATE = /\p{Surrogate}/u
/** The reader puts U+DC80 to U+DCFF in place of each byte that its encoding cannot hold; see server/read. */
const FOREIGN_BYTE = /(?<![\ud800-\udbff])[\udc80-\udcff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\x00-\x1f\x7f]/

export type PlainText =
  | { ok: true; text: string }
  | { ok: false; code: 'bad_text' | 'invalid_encoding' | 'too_long'; message: string }

/**
 * Text as it is stored: NFC, at most `maxLength` characters; what PostgreSQL cannot store is refused. An identifier
 * (`singleLine`) has no control characters either, so that keys made of several never run into one another.
 */
export function plainText(value: string, maxLength: number, singleLine = false): PlainText {
  let text = value
  if (NEEDS_A_LOOK.test(text)) {
    if (text.includes('\0'))
      return { ok: false, code: 'bad_text', message: 'The text contains a NUL character.' }
    if (LONE_SURROGATE.test(text)) {
      return FOREIGN_BYTE.test(text)
        ? {
            ok: false,
            code: 'invalid_encoding',
            message: 'The text contains bytes that its encoding does not know.',
          }
        : { ok: false, code: 'bad_text', message: 'The text contains half of a surrogate pair.' }
    }
    text = text.normalize('NFC')
  }
  if (singleLine && CONTROL.test(text)) {
    return { ok: false, code: 'bad_text', message: 'The text contains a control character.' }
  }
  if (text.length > maxLength && [...text].length > maxLength) {
    return { ok: false, code: 'too_long', message: `The text is longer than ${maxLength} characters.` }
  }
  return { ok: true, text }
}
