import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { Encoding } from '../../domain/import-mapping.ts'

/** Bytes to text, piece by piece; `last` says that no more will come. */
export type Decoder = (piece: Buffer, last: boolean) => string

/**
 * A byte that the encoding cannot hold becomes U+DC00 + byte, half a surrogate pair: no valid text contains it, so
 * the row that has it is refused (`invalid_encoding`) instead of losing a character in silence.
 */
const foreignByte = (byte: number) => String.fromCharCode(0xdc00 + byte)

export function createDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return withCarry(utf8)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return withCarry(utf16(encoding === 'utf-16be'))
  return singleByte(encoding)
}

/** Control characters that no text has are bytes that the encoding has no character for. */
const NO_CHARACTER = /[\x80-\x9f\ufffd]/

function singleByte(encoding: Encoding): Decoder {
  return (piece) => {
    if (isAscii(piece)) return piece.toString('latin1')
    const decoded = iconv.decode(piece, encoding, { stripBOM: false })
    // Mac Roman has had the euro in the place of this sign since 1998; the library has the older table.
    const text = encoding === 'macintosh' ? decoded.replaceAll('¤', '€') : decoded
    if (!NO_CHARACTER.test(text)) return text
    return Array.from(text, (character, at) =>
      NO_CHARACTER.test(character) ? foreignByte(piece[at] as number) : character,
    ).join('')
  }
}

type WholePart = { wholeUntil(piece: Buffer): number; decode(piece: Buffer): string }

/** Keeps the beginning of a character that the next piece completes. */
function withCarry({ wholeUntil, decode }: WholePart): Decoder {
  let carried: Buffer | undefined
  return (piece, last) => {
    const bytes = carried ? Buffer.concat([carried, piece]) : piece
    const until = last ? bytes.length : wholeUntil(bytes)
    carried = until < bytes.length ? Buffer.from(bytes.subarray(until)) : undefined
    return decode(bytes.subarray(0, until))
  }
}

const utf8: WholePart = {
  wholeUntil(piece) {
    for (let back = 1; back <= Math.min(3, piece.length); back++) {
      const byte = piece[piece.length - back] as number
      if ((byte & 0xc0) !== 0x80) return sequenceLength(byte) > back ? piece.length - back : piece.length
    }
    return piece.length
  },
  decode(piece) {
    if (isAscii(piece)) return piece.toString('latin1')
    return isUtf8(piece) ? piece.toString('utf8') : markForeignBytes(piece)
  },
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}

function markForeignBytes(piece: Buffer): string {
  let text = ''
  for (let at = 0; at < piece.length; ) {
    const sequence = piece.subarray(at, at + sequenceLength(piece[at] as number))
    const valid = isUtf8(sequence)
    text += valid ? sequence.toString('utf8') : foreignByte(piece[at] as number)
    at += valid ? sequence.length : 1
  }
  return text
}

const utf16 = (bigEndian: boolean): WholePart => ({
  wholeUntil: (piece) => piece.length - (piece.length % 2),
  decode(piece) {
    const even = piece.length - (piece.length % 2)
    const pairs = bigEndian ? Buffer.from(piece.subarray(0, even)).swap16() : piece.subarray(0, even)
    return pairs.toString('utf16le') + (even < piece.length ? foreignByte(piece[even] as number) : '')
  },
})
