import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { cutSlowReaders } from './slow-readers.ts'

const MB = 1024 * 1024
let end: () => Promise<void>
afterEach(() => end())

/** A server that answers 40 MB, more than the kernel takes, and looks every 20 ms. */
async function listen() {
  const server = http.createServer((_, answer) => answer.end(Buffer.alloc(40 * MB)))
  const stop = cutSlowReaders(server, 20)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  end = async () => {
    stop()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return { server, socket }
}
const connections = (server: http.Server) =>
  new Promise<number>((done) => server.getConnections((_, count) => done(count)))

it('ends the connection of somebody who does not read, also when they go on sending', async () => {
  const { server, socket } = await listen()
  socket.pause()
  socket.on('error', () => {})
  const drip = setInterval(() => socket.write('\r\n'), 10)
  await expect.poll(() => connections(server), { timeout: 10_000 }).toBe(0)
  clearInterval(drip)
  socket.destroy()
})

it('waits for somebody who reads a little at a time', async () => {
  const { socket } = await listen()
  let bytes = 0
  for await (const piece of socket) {
    bytes += piece.length
    if (bytes % 37 === 0) await sleep(1)
    if (bytes >= 40 * MB) break
  }
  expect(bytes).toBeGreaterThanOrEqual(40 * MB)
})
