import type { Hono } from 'hono'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { readJsonText } from '../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import type { Http } from '../../../platform/server/http/request-context.ts'
import { assistantContract } from '../contract.ts'
import { type Asking, admit, ask, begin } from './ask.ts'
import type { Reads } from './reads.ts'

const { inputSchema } = assistantContract.ask['~orpc']
const event = (name: string, data: unknown) =>
  new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/**
 * `POST /assistant/turns` for whoever accepts a stream: the same question, answered in pieces. Refusals come before the stream
 * begins; who stops reading ends the answer, which is kept as far as it came.
 */
export function mountAssistantStream(
  app: Hono<{ Variables: RequestVariables }>,
  contextOf: (c: Http) => Asking,
  readsFor: (context: Asking) => Reads,
  onFault: (fault: unknown) => void,
): void {
  app.post('/api/v1/assistant/turns', async (c, next) => {
    if (!c.req.header('accept')?.includes('text/event-stream')) return next()
    const context = contextOf(c)
    const body = await readJsonText(c)
    const begun = await begin(context)
    const { question } = parseInput(inputSchema as NonNullable<typeof inputSchema>, body)
    await admit(context, begun)
    const ended = new AbortController()
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = (name: string, data: unknown) => {
          if (!ended.signal.aborted) controller.enqueue(event(name, data))
        }
        try {
          const heard = { onText: (text: string) => send('delta', { text }), signal: ended.signal }
          send('done', await ask(context, begun, question, readsFor(context), heard))
          if (!ended.signal.aborted) controller.close()
        } catch (fault) {
          // The answer breaks off; what happened is for the log.
          onFault(fault)
          if (!ended.signal.aborted) controller.error(fault)
        }
      },
      cancel: () => ended.abort(),
    })
    const headers = {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    }
    return c.body(stream, 200, headers)
  })
}
