import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestBody } from './request-body.ts'

let server: http.Server
beforeAll(async () => {
  server = http.createServer(async (incoming, response) => {
    let size = 0
    try {
      for await (const piece of requestBody({ env: { incoming } } as unknown as Context, 200))
        size += piece.length
      response.end(`${size} bytes`)
    } catch (fault) {
      response.statusCode = (fault as { status: number }).status
      response.end((fault as { code: string }).code)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => new Promise((done) => server.close(done)))

function open() {
  const { port } = server.address() as AddressInfo
  const request = http.request({ port, method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  const answer = new Promise<string>((done, failed) => {
    request.on('error', failed)
    request.on('response', async (response) => {
      let text = `${response.statusCode} `
      for await (const piece of response.setEncoding('utf8')) text += piece
      done(text)
    })
  })
  return { request, answer }
}

it('passes a body on as it comes', async () => {
  const { request, answer } = open()
  request.write('abc')
  request.end('defg')
  expect(await answer).toBe('200 7 bytes')
})

it('gives up on a sender that has gone silent, and can still say so', async () => {
  const { request, answer } = open()
  request.write('abc')
  expect(await answer).toBe('408 TIMEOUT')
  request.destroy()
})
