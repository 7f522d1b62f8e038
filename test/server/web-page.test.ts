import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const BUILT = 'dist/web'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

/** As it comes: nothing unpacks it on the way. */
const get = (address: string, encodings?: string) =>
  new Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }>((done, failed) => {
    const headers = encodings === undefined ? {} : { 'accept-encoding': encodings }
    http
      .get(portal.url + address, { headers }, async (answer) => {
        done({ headers: answer.headers, body: await buffer(answer) })
      })
      .once('error', failed)
  })

const files = fs
  .readdirSync(path.join(BUILT, 'assets'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(initial-.*\.js|initial-.*\.css|words-[^/]+\/fr-CA\/.*\+shell\+.*\.json)$/.test(name))

it.each(files)('%s comes packed as the browser takes it, and is the file', async (name) => {
  const file = fs.readFileSync(path.join(BUILT, 'assets', name))
  const address = `/assets/${name}`
  const [brotli, gzip, plain] = [
    await get(address, 'gzip, deflate, br, zstd'),
    await get(address, 'gzip'),
    await get(address),
  ]
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect(brotliDecompressSync(brotli.body).equals(file)).toBe(true)
  expect(gunzipSync(gzip.body).equals(file)).toBe(true)
  expect(plain.body.equals(file)).toBe(true)
  expect(brotli.body.length).toBeLessThan(gzip.body.length)
  for (const { headers } of [brotli, gzip]) {
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

it('finds a file of each kind', () => {
  expect(files.map((name) => path.extname(name)).sort()).toEqual(['.css', '.js', '.json'])
})

it('keeps what the build wrote for itself', async () => {
  for (const name of ['manifest.json', 'words.json']) {
    const file = fs.readFileSync(path.join(BUILT, '.vite', name), 'utf8')
    const { headers, body } = await get(`/.vite/${name}`)
    expect(body.toString()).not.toContain(file.slice(0, 50))
    expect(headers['content-type']).toMatch(/^text\/html/)
  }
})
