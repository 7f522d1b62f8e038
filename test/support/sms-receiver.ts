import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the receiver does with what comes for a number: take it, fail, send it elsewhere, or never answer. */
export type SmsManner = 'take' | 'fail' | 'redirect' | 'silent'
type Sms = { to: string; text: string; headers: IncomingHttpHeaders; path: string }

/** What takes SMS over HTTP, on a free port of this machine. */
export async function startSmsReceiver() {
  const all: Sms[] = []
  const manners = new Map<string, SmsManner>()
  const server = http.createServer(async (request, response) => {
    const pieces = await request.toArray()
    const { to, text } = JSON.parse(Buffer.concat(pieces).toString() || '{}')
    all.push({ to, text, headers: request.headers, path: request.url ?? '' })
    const manner = manners.get(to) ?? 'take'
    if (manner === 'silent') return
    if (manner === 'redirect') response.setHeader('location', '/elsewhere')
    response.statusCode = { take: 202, fail: 500, redirect: 307 }[manner]
    response.end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const sentTo = (number: string) => all.filter(({ to }) => to === number)
  return {
    url: `http://gateway:hush-hush@127.0.0.1:${port}/send`,
    /** Whatever came for a number, in its order. */
    sentTo,
    /** The code of the newest. */
    codeTo: (number: string) => /\b\d{6}\b/.exec(sentTo(number).at(-1)?.text ?? '')?.[0] ?? '',
    behave: (number: string, manner: SmsManner) => manners.set(number, manner),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
