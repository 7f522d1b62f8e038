import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedBody } from './bounded-body.ts'
import { toProblem } from './problem.ts'

const MOST = 1000
let server: Server
let port: number
let worked = 0
beforeAll(async () => {
  const app = new Hono()
  app.onError((fault) => toProblem(fault, { path: '/', traceId: 'x', language: 'en' }))
  app.use(boundedBody({ bytes: MOST, words: '1 kB', withinMs: 100 }))
  app.post('/', async (c) => {
    worked++
    return c.text(`${(await c.req.text()).length}`)
  })
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** What is sent and never finished; the answer, once the server has closed the connection. */
async function speak(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece
  })
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  await once(socket, 'close')
  return answer
}

const HEAD = ['POST / HTTP/1.1', 'host: x']

test('a body that is small enough arrives whole, whatever its framing', async () => {
  const whole = await speak(...HEAD, 'connection: close', 'content-length: 5', '', 'hello')
  expect(whole).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n5(\r\n|$)/)
  const chunked = await speak(
    ...HEAD,
    'connection: close',
    'transfer-encoding: chunked',
    '',
    '5',
    'hello',
    '0',
    '',
    '',
  )
  expect(chunked).toMatch(/^HTTP\/1\.1 200 /)
})

test('one that says it is too large is refused before it is read', async () => {
  const before = worked
  expect(await speak(...HEAD, 'connection: close', `content-length: ${MOST + 1}`, '', 'a')).toMatch(
    /^HTTP\/1\.1 413 /,
  )
  expect(worked).toBe(before)
})

test('one that grows too large is refused as soon as it is', async () => {
  const piece = [(MOST + 1).toString(16), 'a'.repeat(MOST + 1)]
  expect(await speak(...HEAD, 'transfer-encoding: chunked', '', ...piece, '')).toMatch(/^HTTP\/1\.1 413 /)
})

test('one that does not come is not waited for, and its connection ends', async () => {
  const before = worked
  const answer = await speak(...HEAD, 'content-length: 10', '', 'abc')
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i)
  expect(worked).toBe(before)
})
