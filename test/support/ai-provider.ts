import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './json.ts'

/** What the double answers a round with: words and calls as pieces, or a fault. */
export type Round =
  | { say?: string; call?: { name: string; args: object | string }[]; hangs?: true; costs?: [number, number] }
  | { status: number }
  | 'hang'
  | 'cut'
  | 'rubbish'

type Fault = { status: number } | 'hang' | 'cut' | 'rubbish'

/** A second of silence: frames of 128 kbit/s at 44.1 kHz whose granules are empty. */
export const SILENCE: Uint8Array[] = Array.from({ length: 38 }, () => {
  const frame = new Uint8Array(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return frame
})

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
/** In pieces of a few letters, so that words and arguments are spread over many. */
const spread = (text: string) => text.match(/[\s\S]{1,7}/g) ?? []

/** A server that speaks the protocol of chat completions, and does what the test says. */
export async function startAiProvider(key: string) {
  const asked: Json[] = []
  const state = {
    keyTaken: true,
    answer: (_: Json): Round => ({ say: 'Hello.' }),
    hear: (): { text: string } | Fault => ({ text: 'Hello' }),
    speak: (): Uint8Array[] | Fault => SILENCE,
  }
  const heard: { model: string; language: string; type: string; bytes: number }[] = []
  const read: Json[] = []
  const server = http.createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${key}` || !state.keyTaken)
      return response.writeHead(401).end('{}')
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'small' }] }))
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', async () => {
      const body = Buffer.concat(pieces)
      if (request.url === '/v1/audio/transcriptions') {
        const type = request.headers['content-type'] ?? ''
        const form = await new Response(body, { headers: { 'content-type': type } }).formData()
        const file = form.get('file') as File
        const [model, language] = [String(form.get('model')), String(form.get('language'))]
        heard.push({ model, language, type: file.type, bytes: file.size })
        const said = state.hear()
        return typeof said === 'object' && 'text' in said
          ? response.end(JSON.stringify(said))
          : fail(response, said)
      }
      const given = JSON.parse(body.toString())
      if (request.url === '/v1/audio/speech') {
        read.push(given)
        const said = state.speak()
        if (!Array.isArray(said)) return fail(response, said)
        response.writeHead(200, { 'content-type': 'audio/mpeg' })
        for (const piece of said) response.write(piece)
        return response.end()
      }
      asked.push(given)
      send(response, state.answer(given), given.stream_options?.include_usage === true)
    })
  })
  const fail = (response: http.ServerResponse, fault: Fault) => {
    if (fault === 'hang') return
    if (fault === 'cut') return response.destroy()
    if (fault === 'rubbish') return response.end('<html>')
    return response
      .writeHead(fault.status, { location: 'http://127.0.0.1:1/' })
      .end('{"error":{"message":"no"}}')
  }
  const send = (response: http.ServerResponse, round: Round, tellsCost: boolean) => {
    if (round === 'hang' || round === 'cut' || (typeof round === 'object' && 'status' in round))
      return fail(response, round)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (round === 'rubbish') return response.end('data: {"choices": 7}\n\ndata: <html>')
    for (const piece of spread(round.say ?? '')) response.write(chunk({ content: piece }))
    round.call?.forEach(({ name, args }, index) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args)
      response.write(chunk({ tool_calls: [{ index, id: `c${index}`, function: { name, arguments: '' } }] }))
      for (const piece of spread(text))
        response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    })
    if (round.costs && tellsCost) {
      const [prompt_tokens, completion_tokens] = round.costs
      response.write(
        `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens, completion_tokens } })}\n\n`,
      )
    }
    if (!round.hangs) response.end('data: [DONE]\n\n')
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Bodies of the rounds so far. */
    asked,
    /** Recordings, and what was to be read aloud. */
    heard,
    read,
    state,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
export type AiProvider = Awaited<ReturnType<typeof startAiProvider>>
