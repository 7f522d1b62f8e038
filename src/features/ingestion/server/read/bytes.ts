import { setImmediate } from 'node:timers/promises'

const PIECE = 64 * 1024

/** The bytes in pieces of at most 64 KiB. A large buffer lets the event loop turn between its pieces. */
export async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      if (at > 0) await setImmediate()
      const length = Math.min(PIECE, chunk.length - at)
      yield Buffer.from(chunk.buffer, chunk.byteOffset + at, length)
    }
  }
}

/** The first `size` bytes, fewer only when there are no more, and a stream that begins with them again. */
export async function peek(
  bytes: AsyncGenerator<Buffer>,
  size: number,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const seen: Buffer[] = []
  let length = 0
  while (length < size) {
    const next = await bytes.next()
    if (next.done) break
    seen.push(next.value)
    length += next.value.length
  }
  return { head: Buffer.concat(seen).subarray(0, size), all: startingWith(seen, bytes) }
}

/** `first`, then the rest; closing it closes the rest (not before it was read from: such a generator runs nothing). */
async function* startingWith<T>(first: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** The same bytes, seen by `watch` on their way. */
export async function* watched(
  bytes: AsyncGenerator<Buffer>,
  watch: ((piece: Uint8Array) => void) | undefined,
): AsyncGenerator<Buffer> {
  if (watch === undefined) return yield* bytes
  for await (const piece of bytes) {
    watch(piece)
    yield piece
  }
}

/** The same bytes; throws what `refusal` makes when none of the first `most` bytes ends a line, before more is taken in. */
export async function* endingLines(
  bytes: AsyncGenerator<Buffer>,
  most: number,
  refusal: () => Error,
): AsyncGenerator<Buffer> {
  let found = false
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    found ||= piece.includes(LINE_FEED) || piece.includes(CARRIAGE_RETURN)
    if (!found && length > most) throw refusal()
    yield piece
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
