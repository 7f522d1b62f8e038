import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitPipelines } from './limit-pipelines.ts'

const MB = 1024 * 1024
const ASK = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
let server: http.Server
afterEach(() => server.close())

/** A server whose answers have so many bytes, and a connection to it. */
async function listen(bytes: number) {
  server = http.createServer((_, answer) => answer.end(Buffer.alloc(bytes)))
  limitPipelines(server, 3)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  return { socket, closed: new Promise<void>((done) => socket.once('close', () => done())) }
}

it('ends the connection of somebody who asks ahead and has too many answers to come', async () => {
  const { socket, closed } = await listen(8 * MB)
  socket.write(ASK.repeat(4))
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(8 * MB)
})

it('answers any number of requests that come one after the other, and a few that come ahead', async () => {
  const { socket } = await listen(100)
  let answers = 0
  const all = new Promise<void>((done) => {
    socket.on('data', (piece) => {
      answers += piece.toString('latin1').split('HTTP/1.1 200').length - 1
      if (answers === 30) done()
      else if (answers % 3 === 0) socket.write(ASK.repeat(3))
    })
  })
  socket.write(ASK.repeat(3))
  await all
  socket.destroy()
})
