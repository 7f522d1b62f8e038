import { isAscii, isUtf8 } from 'node:buffer'
import type { Encoding } from '../../domain/import-mapping.ts'
import { createDecoder, type Decoder } from './decoders.ts'

/** How much text after the first byte outside ASCII decides between UTF-8 and Windows-1252. */
const EVIDENCE = 64 * 1024

/** What a byte-order mark says, and its length. */
export function byteOrderMark(head: Buffer): { encoding: Encoding; length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

/**
 * Bytes to text. With an `encoding` that one; without, ASCII passes until the first other byte and the 64 KiB from
 * there decide once: valid UTF-8, else Windows-1252. The bytes come without a byte-order mark.
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding | undefined,
  decided: (encoding: Encoding) => void,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined
  const choose = (chosen: Encoding) => {
    decided(chosen)
    decoder = createDecoder(chosen)
    return decoder
  }
  if (encoding) choose(encoding)
  let undecided = Buffer.alloc(0)

  for await (const piece of bytes) {
    if (decoder) {
      yield decoder(piece, false)
    } else if (undecided.length === 0 && isAscii(piece)) {
      yield piece.toString('latin1')
    } else {
      undecided = Buffer.concat([undecided, piece])
      if (undecided.length >= EVIDENCE) yield choose(likelyEncoding(undecided, 3))(undecided, false)
    }
  }
  if (decoder) yield decoder(Buffer.alloc(0), true)
  else yield choose(likelyEncoding(undecided, 0))(undecided, true)
}

/** `cut`: how many bytes at the end may be the beginning of a character that goes on behind the sample. */
function likelyEncoding(sample: Buffer, cut: number): Encoding {
  for (let left = 0; left <= cut; left++) {
    if (isUtf8(sample.subarray(0, sample.length - left))) return 'utf-8'
  }
  return 'windows-1252'
}
