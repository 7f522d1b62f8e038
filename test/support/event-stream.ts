import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClient } from './client.ts'

export type StreamMessage = { id?: string; event: string; data: Record<string, unknown>; at: number }
export type OpenStream = Awaited<ReturnType<typeof openStream>>

type Options = { lastEventId?: string; headers?: Record<string, string>; query?: string }

/** A stream of events as a browser reads it; close it when the test is done. */
export async function openStream(
  url: string,
  { cookies }: Pick<TestClient, 'cookies'>,
  options: Options = {},
) {
  const { lastEventId, headers, query = '' } = options
  const leave = new AbortController()
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${url}/api/v1/events${query}`, {
    headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }), ...headers },
    signal: leave.signal,
  })
  const messages: StreamMessage[] = []
  let ended = false
  const reading = read(response, (message) => messages.push(message)).finally(() => {
    ended = true
  })

  /** The first message that fits, from the `from`-th on; waits for it, with a ceiling. */
  async function until(
    fits: (message: StreamMessage) => boolean,
    from = 0,
    seconds = 20,
  ): Promise<StreamMessage> {
    const deadline = performance.now() + seconds * 1000
    for (;;) {
      const found = messages.slice(from).find(fits)
      if (found) return found
      if (performance.now() > deadline || ended)
        throw new Error(`the message did not come; so far: ${JSON.stringify(messages.slice(-5))}`)
      await sleep(5)
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    messages,
    until,
    ready: () => until(({ event }) => event === 'ready'),
    /** Waits until the server ended it. */
    ended: async (seconds = 20) => {
      const deadline = performance.now() + seconds * 1000
      while (!ended && performance.now() < deadline) await sleep(5)
      return ended
    },
    changes: () => messages.filter(({ event }) => event === 'change'),
    async close() {
      leave.abort()
      await reading
    },
  }
}

async function read(response: Response, onMessage: (message: StreamMessage) => void): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(piece, { stream: true })
      const whole = text.split('\n\n')
      text = whole.pop() as string
      for (const lines of whole) onMessage(parse(lines))
    }
  } catch {
    // Cut by the server or left by the test: either way it is over.
  }
}

function parse(lines: string): StreamMessage {
  const fields = Object.fromEntries(
    lines.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return {
    ...(fields.id && { id: fields.id }),
    event: fields.event as string,
    data: JSON.parse(fields.data as string),
    at: performance.now(),
  }
}
