import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the scanner does with a content: find it infected, or fail. */
type Manner = 'infected' | 'broken'

/** What scans files over HTTP, on a free port of this machine. */
export async function startScanner() {
  const manners = new Map<string, { manner: Manner; times: number }>()
  const seen = new Map<string, number>()
  const server = http.createServer(async (request, response) => {
    const content = Buffer.concat(await request.toArray()).toString('base64')
    seen.set(content, (seen.get(content) ?? 0) + 1)
    const behaviour = manners.get(content)
    const manner = behaviour && behaviour.times-- > 0 ? behaviour.manner : 'clean'
    response.statusCode = manner === 'broken' ? 500 : 200
    response.end(JSON.stringify({ infected: manner === 'infected' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://scanner:hush@127.0.0.1:${port}/scan`,
    /** So often, then it finds it clean. */
    behave: (content: Buffer, manner: Manner, times = Number.POSITIVE_INFINITY) =>
      void manners.set(content.toString('base64'), { manner, times }),
    /** How often it was asked for this content. */
    seen: (content: Buffer) => seen.get(content.toString('base64')) ?? 0,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
