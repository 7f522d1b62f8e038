import type { IncomingMessage, ServerResponse } from 'node:http'
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
 * connection stays open behind an early end, so that the refusal can still be sent.
 */
export async function* requestBody(c: Context, silence = SILENCE_MS): AsyncGenerator<Uint8Array> {
  const { incoming } = c.env as { incoming: IncomingMessage }
  const pieces = incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  const began = Date.now()
  const end = began + WHOLE_MS
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
}

/** What is still read of a body whose answer is known: a sender in the middle of writing would not see it otherwise. */
const REST_BYTES = 64 * 1024 * 1024
const REST_MS = 500

/** Reads on to the end of a refused body, within limits; beyond them the connection ends with the answer. */
export async function discardRest(c: Context): Promise<void> {
  const { incoming, outgoing } = c.env as { incoming: IncomingMessage; outgoing: ServerResponse }
  if (incoming.readableEnded || incoming.destroyed) return
  let bytes = 0
  const ended = await new Promise<boolean>((done) => {
    const timer = setTimeout(() => done(false), REST_MS)
    incoming.on('data', (piece: Uint8Array) => {
      bytes += piece.length
      if (bytes > REST_BYTES) done(false)
    })
    incoming.once('end', () => done(true))
    incoming.once('close', () => done(true))
    incoming.once('close', () => clearTimeout(timer))
    incoming.once('end', () => clearTimeout(timer))
  })
  if (!ended) outgoing.shouldKeepAlive = false
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
