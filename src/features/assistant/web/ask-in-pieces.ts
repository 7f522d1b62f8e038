import { portalFetch } from '../../../platform/web/api/portal-fetch.ts'
import { readRest } from '../../../platform/web/api/read-rest.ts'
import type { Turn } from '../contract.ts'

/** Longer than whoever answers is waited for on the server. */
const TIMEOUT_MS = 120_000

/** Asks a question; `onText` is told what is there of the answer so far. Rejects with what the server says. */
export async function askInPieces(
  question: string,
  { signal, onText }: { signal: AbortSignal; onText: (text: string) => void },
): Promise<Turn> {
  const response = await portalFetch(
    '/api/v1/assistant/turns',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
      body: JSON.stringify({ question }),
      signal,
    },
    { timeoutMs: TIMEOUT_MS },
  )
  if (response.headers.get('content-type')?.includes('json')) return readRest(response.json())
  return readRest(readStream(response, onText))
}

async function readStream(response: Response, onText: (text: string) => void): Promise<Turn> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  let text = ''
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    waiting += next.value
    const messages = waiting.split('\n\n')
    waiting = messages.pop() ?? ''
    for (const message of messages) {
      const event = /^event: (\w+)$/m.exec(message)?.[1]
      const data: unknown = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null')
      if (event === 'done') return data as Turn
      if (event === 'delta') {
        text += (data as { text: string }).text
        onText(text)
      }
    }
  }
  throw new Error('The answer broke off')
}
