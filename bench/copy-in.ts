import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'

type Wire = {
  stream: Writable
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const CHUNK = 256 * 1024

/** `copy … from stdin` with these pieces: what pg leaves to other packages, as far as the benchmark needs it. */
export function copyIn(client: pg.Client, text: string, pieces: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const copying = {
      submit: (wire: Wire) => wire.query(text),
      async handleCopyInResponse(wire: Wire) {
        for (const bytes of pieces)
          for (let from = 0; from < bytes.length; from += CHUNK) {
            wire.sendCopyFromChunk(bytes.subarray(from, from + CHUNK))
            if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
          }
        wire.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError(error: Error) {
        failure = error
      },
      handleReadyForQuery() {
        if (failure) reject(failure)
        else resolve()
      },
    }
    client.query(copying as unknown as pg.Submittable)
  })
}
