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

test('who writes it all before reading hears the refusal', async () => {
  for (const framing of ['length', 'chunked'] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    const size = 3_000_000
    socket.write(
      [
        ...HEAD,
        framing === 'length' ? `content-length: ${size}` : 'transfer-encoding: chunked',
        '',
        framing === 'length' ? '' : `${size.toString(16)}\r\n`,
      ].join('\r\n'),
    )
    await new Promise<void>((written, failed) => {
      socket.once('error', failed)
      socket.write(Buffer.alloc(size, 'a'), () => written())
    })
    socket.write(framing === 'length' ? '' : '\r\n0\r\n\r\n')
    socket.write([...HEAD, 'connection: close', 'content-length: 5', '', 'hello'].join('\r\n'))
    let answers = ''
    socket.on('data', (piece) => {
      answers += piece
    })
    const closed = new Promise((done) => socket.once('close', done))
    socket.resume()
    await closed
    expect([framing, answers]).toEqual([framing, expect.stringMatching(/^HTTP\/1\.1 413 /)])
  }
})

test('one that never ends is refused, and its connection ends', async () => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (piece) => {
    answer += piece
  })
  socket.on('error', () => {})
  const closed = new Promise((done) => socket.once('close', done)) // whatever broke it
  socket.write([...HEAD, 'transfer-encoding: chunked', '', ''].join('\r\n'))
  const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`)
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})

test('one that does not come is not waited for, and its connection ends', async () => {
  const before = worked
  const answer = await speak(...HEAD, 'content-length: 10', '', 'abc')
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i)
  expect(worked).toBe(before)
})

test.each(['GET', 'HEAD'])('whoever asks by %s is not asked for a body', async (method) => {
  const app = new Hono()
  app.use(async (c, next) => {
    Object.defineProperty(c.req.raw, 'body', {
      get() {
        throw new Error('a whole Request would be made')
      },
    })
    await next()
  })
  app.use(boundedBody({ bytes: MOST, words: '1 kB', withinMs: 100 }))
  app.get('/', (c) => c.text('here'))
  const answer = await app.request('/', { method })
  expect(answer.status).toBe(200)
})
