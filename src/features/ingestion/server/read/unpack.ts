import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { peek } from './bytes.ts'
import { ReadRefusal } from './refusal.ts'

/** Real tables shrink 5 to 40 times. Beyond both limits a body is a bomb: deflate reaches 1000 times. */
const HARMLESS_BYTES = 16 * 1024 * 1024
const HIGHEST_RATIO = 200

/** The unpacked bytes of a gzip body, known by its first bytes; any other body as it is. */
export async function* unpack(bytes: AsyncGenerator<Buffer>, saidToBeGzip: boolean): AsyncGenerator<Buffer> {
  const { head, all } = await peek(bytes, 2)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  if (isGzip) yield* gunzip(all)
  else if (saidToBeGzip && head.length > 0) {
    await bytes.return(undefined)
    throw new ReadRefusal('bad_gzip', 'The body is declared as gzip but is not.')
  } else yield* all
}

async function* gunzip(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let received = 0
  let unpacked = 0
  async function* counted() {
    for await (const chunk of packed) {
      received += chunk.length
      yield chunk
    }
  }
  const inflate = createGunzip({ chunkSize: 64 * 1024 })
  // A fault of either end destroys `inflate` with it, so it comes out of the loop below; the callback has nothing to add.
  pipeline(Readable.from(counted()), inflate, () => {})
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      if (unpacked > HARMLESS_BYTES && unpacked > received * HIGHEST_RATIO) {
        throw new ReadRefusal('unpacked_too_large', 'The gzip body unpacks to far more than its size allows.')
      }
      yield chunk
    }
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && String(fault.code).startsWith('Z_')) {
      throw new ReadRefusal('bad_gzip', 'The gzip body is damaged or incomplete.')
    }
    throw fault
  }
}
