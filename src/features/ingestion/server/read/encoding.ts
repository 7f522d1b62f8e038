import { ENCODINGS, type Encoding } from '../../domain/import-mapping.ts'
import { garbledWords, westernLetters } from '../../domain/western-text.ts'
import { createDecoder } from './decoders.ts'
import { ReadRefusal } from './refusal.ts'
import type { Spool } from './spool.ts'

/** Why a body was read in its encoding; 'valid': every byte of it is UTF-8; 'letters': most characters are. */
export type EncodingReason = 'mark' | 'setting' | 'valid' | 'letters' | 'western'
export type EncodingDecision = { encoding: Encoding; because: EncodingReason; markLength: number }

const FOREIGN_BYTES = /(?<![\ud800-\udbff])[\udc80-\udcff]/g
/** How much before a character is needed to judge it. */
const CONTEXT = 40

/** What a byte-order mark says, and its length. */
export function byteOrderMark(head: Buffer): { encoding: Encoding; length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

/**
 * In which encoding a body is written (C3): by its mark or the setting, else UTF-8 where its bytes are, or where letters
 * in UTF-8 outnumber the bytes that are not; else Windows-1252 or ISO-8859-15, if every character is one that a western
 * European text can have. Throws `encoding_unclear` with two garbled words.
 */
export async function chooseEncoding(
  body: Spool,
  setting: Encoding | undefined,
  isJson: boolean,
): Promise<EncodingDecision> {
  const mark = byteOrderMark(await body.slice(0, 3))
  if (mark) return { encoding: mark.encoding, because: 'mark', markLength: mark.length }
  if (setting) return { encoding: setting, because: 'setting', markLength: 0 }
  const utf8 = await countUtf8(body)
  if (utf8.invalid === 0) return { encoding: 'utf-8', because: 'valid', markLength: 0 }
  // JSON is UTF-8 by its own rules, so only a table may turn out to be anything else.
  if (isJson || utf8.letters > utf8.invalid) return { encoding: 'utf-8', because: 'letters', markLength: 0 }
  const garbled: string[] = []
  for (const encoding of ['windows-1252', 'iso-8859-15'] as const) {
    const words = await garbledBy(body, encoding)
    if (words.length === 0) return { encoding, because: 'western', markLength: 0 }
    garbled.push(...words)
  }
  const shown = [...new Set(garbled)]
    .slice(0, 2)
    .map((word) => JSON.stringify(word.replace(FOREIGN_BYTES, '\ufffd')))
  throw new ReadRefusal(
    'encoding_unclear',
    `The text is in an encoding that cannot be told: it would read ${shown.join(' and ')}. Say which it is: ${ENCODINGS.join(', ')}.`,
  )
}

async function countUtf8(body: Spool): Promise<{ letters: number; invalid: number }> {
  const counts = { letters: 0, invalid: 0 }
  let sure = true
  for await (const text of decoded(body, 'utf-8')) {
    const foreign = text.match(FOREIGN_BYTES)?.length ?? 0
    if (foreign > 0) sure = false
    counts.invalid += foreign
    counts.letters += westernLetters(text)
  }
  return sure ? { letters: counts.letters, invalid: 0 } : counts
}

/** At most two words that the encoding makes of the body and no western European language has. */
async function garbledBy(body: Spool, encoding: Encoding): Promise<string[]> {
  const words: string[] = []
  let before = ''
  for await (const text of decoded(body, encoding)) {
    for (const line of (before + text).split(/[\r\n]+/)) {
      if (!isPlain(line)) words.push(...garbledWords(line, 2 - words.length))
      if (words.length >= 2) return words
    }
    before = text.slice(-CONTEXT)
  }
  return words
}

const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text)

/** The pieces of the body that have a character outside ASCII, as text. */
async function* decoded(body: Spool, encoding: Encoding): AsyncGenerator<string> {
  const decode = createDecoder(encoding)
  for await (const piece of body.bytes()) {
    const text = decode(piece, false)
    if (!isPlain(text)) yield text
  }
  const rest = decode(Buffer.alloc(0), true)
  if (rest !== '') yield rest
}

/** The text of a body behind its mark. */
export async function* textOf(
  body: Spool,
  { encoding, markLength }: EncodingDecision,
): AsyncGenerator<string> {
  const decode = createDecoder(encoding)
  let left = markLength
  for await (const piece of body.bytes()) {
    yield decode(left > 0 ? piece.subarray(left) : piece, false)
    left = 0
  }
  const rest = decode(Buffer.alloc(0), true)
  if (rest !== '') yield rest
}
