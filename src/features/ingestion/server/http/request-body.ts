import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'

/** How long a sender may be silent, and how long a whole body may take. */
const SILENCE_MS = 30_000
const WHOLE_MS = 60 * 60_000

/** Bytes a second that a body has to come in with after its first minute: each upload holds one of few connections. */
const SLOWEST = 500
const FIRST_MS = 60_000

/**
 * The body as it arrives. 408 when nothing comes for half a minute, or all too little; 400 when the sender goes away in the middle. The
 * connection stays open behind an early end: a sender in the middle of writing hears the refusal.
 */
export async function* requestBody(c: Context, silence = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const { incoming } = c.env as { incoming: IncomingMessage }
  const pieces = incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  const began = Date.now()
  const end = began + WHOLE_MS
  try {
    for (let bytes = 0; ; ) {
      const past = Date.now() - began - FIRST_MS
      if (bytes * 1000 < past * SLOWEST) throw refuse(408, 'timeout')
      const next = await within(Math.min(silence, end - Date.now()), () =>
        pieces.next().catch((fault: Error & { code?: string }) => {
          if (fault.code === 'ECONNRESET' || incoming.destroyed) throw refuse(400, 'bad_request')
          throw fault
        }),
      )
      if (next.done) return
      bytes += next.value.length
      yield next.value
    }
  } finally {
    // Lets go of the rest, which the listener reads and drops. Not awaited: a sender who is silent would hold this too.
    void pieces.return?.()
  }
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(refuse(408, 'timeout')), Math.max(0, ms))
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** All of a body that is small. 413 beyond so many bytes. */
export async function readSmall(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > bytes) throw refuse(413, 'too_large', { values: { limit: `${bytes / 1024} kB` } })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
