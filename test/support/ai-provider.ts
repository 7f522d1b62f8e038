import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './client.ts'

/** What the double answers a round with: words and calls as pieces, or a fault. */
export type Round =
  | { say?: string; call?: { name: string; args: object | string }[]; hangs?: true }
  | { status: number }
  | 'hang'
  | 'cut'
  | 'rubbish'

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
/** In pieces of a few letters, so that words and arguments are spread over many. */
const spread = (text: string) => text.match(/[\s\S]{1,7}/g) ?? []

/** A server that speaks the protocol of chat completions, and does what the test says. */
export async function startAiProvider(key: string) {
  const asked: Json[] = []
  const state = {
    keyTaken: true,
    answer: (_: Json): Round => ({ say: 'Hello.' }),
  }
  const server = http.createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${key}` || !state.keyTaken)
      return response.writeHead(401).end('{}')
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'small' }] }))
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      const given = JSON.parse(body)
      asked.push(given)
      send(response, state.answer(given))
    })
  })
  const send = (response: http.ServerResponse, round: Round) => {
    if (round === 'hang') return
    if (round === 'cut') return response.destroy()
    if (typeof round === 'object' && 'status' in round)
      return response
        .writeHead(round.status, { location: 'http://127.0.0.1:1/' })
        .end('{"error":{"message":"no"}}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (round === 'rubbish') return response.end('data: {"choices": 7}\n\ndata: <html>')
    for (const piece of spread(round.say ?? '')) response.write(chunk({ content: piece }))
    round.call?.forEach(({ name, args }, index) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args)
      response.write(chunk({ tool_calls: [{ index, id: `c${index}`, function: { name, arguments: '' } }] }))
      for (const piece of spread(text))
        response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    })
    if (!round.hangs) response.end('data: [DONE]\n\n')
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Bodies of the rounds so far. */
    asked,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
export type AiProvider = Awaited<ReturnType<typeof startAiProvider>>
