import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Json } from './client.ts'
import { peek } from './ingest.ts'
import type { TestPortal } from './portal.ts'

/** A batch whose body is written piece by piece. */
export function openUpload(url: string, address: string, key: string, headers: Record<string, string> = {}) {
  const request = http.request(`${url}/api/v1/ingest/${address}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'transfer-encoding': 'chunked', ...headers },
  })
  const answer = new Promise<Answer<Json>>((done, failed) => {
    request.on('error', failed)
    request.on('response', async (response) => {
      let text = ''
      for await (const piece of response.setEncoding('utf8')) text += piece
      done({ status: response.statusCode ?? 0, headers: new Headers(), body: text && JSON.parse(text) })
    })
  })
  answer.catch(() => {})
  return {
    answer,
    write: (piece: string | Buffer) => new Promise<void>((done) => request.write(piece, () => done())),
    end: (piece?: string | Buffer) => {
      request.end(piece)
      return answer
    },
    /** The connection breaks, as when the sender's machine is switched off. */
    breakOff: () => request.destroy(),
    /** Runs `then` once the portal works on this upload: a transaction waits for its body. */
    async whenHeld<T>(portal: TestPortal, then: () => Promise<T>): Promise<T> {
      await eventually(async () => {
        const waiting = await peek(
          portal,
          `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )
        return waiting.length > 0
      })
      return then()
    },
  }
}

/** Waits for something that must come true soon; a ceiling, not a measure. */
export async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(20)) if (await check()) return
  throw new Error('it did not come true within 20 s')
}
