import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProvider } from '../../src/features/assistant/server/provider/provider.ts'
import { openPaymentProvider } from '../../src/features/finance/server/provider/open-provider.ts'
import { openBucketStore } from '../../src/platform/server/files/bucket-store.ts'
import { openSmtp } from '../../src/platform/server/mail/smtp-transport.ts'
import { overHttp } from '../../src/platform/server/scan/open-scanner.ts'
import { openSmsWebhook } from '../../src/platform/server/sms/sms-webhook.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Answers a beginning, then a byte each 50 ms, for ever. */
async function startDripping(beginning: string, byte: string) {
  const open = new Set<net.Socket>()
  const isMail = beginning.startsWith('220')
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    const begin = () => {
      if (!isMail) socket.write(beginning)
      const drip = setInterval(() => socket.write(byte), 50)
      socket.on('close', () => clearInterval(drip))
    }
    // Of SMTP the server speaks first.
    if (isMail) socket.write(beginning)
    socket.once('data', begin)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const end = () => {
    for (const socket of open) socket.destroy()
    return new Promise((done) => server.close(done))
  }
  return { host: `127.0.0.1:${port}`, open, end }
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const body = `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`
const log = pino({ level: 'silent' })
const WHOLE = 1_000
const { signal } = new AbortController()

let servers: Record<'body' | 'headers' | 'smtp' | 'silent', Awaited<ReturnType<typeof startDripping>>>
let collecting: NodeJS.Timeout
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID ??= 'x'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'x'
  servers = {
    body: await startDripping(body, '1\r\n \r\n'),
    headers: await startDripping(HEAD, 'x-one: 1\r\n'),
    smtp: await startDripping('220 welcome\r\n', '250-one thing more\r\n'),
    silent: await startDripping(`${HEAD}transfer-encoding: chunked\r\n\r\n`, ''),
  }
  collecting = setInterval(collect, 100)
})
afterAll(async () => {
  clearInterval(collecting)
  for (const server of Object.values(servers)) await server.end()
})

type Place = 'body' | 'headers' | 'smtp' | 'silent'
const httpOf = (place: Place) => `http://${servers[place].host}`

const assistantAt = (place: Place, timeouts = { first: WHOLE, whole: WHOLE }) => {
  const ai = { baseUrl: httpOf(place), apiKey: 'k', model: 'm', name: 'x', transcriptionModel: 'ear' }
  return openProvider({ ...ai, speech: { model: 'mouth', voice: 'v' } } as never, log, timeouts)
}
const paymentsAt = (place: Place) => {
  const secrets = { secretKey: 'k', webhookSecret: 'w', name: 'Pay', isDouble: false }
  return openPaymentProvider({ baseUrl: httpOf(place), ...secrets }, log, WHOLE)
}
const recording = { bytes: new Uint8Array(9), type: 'audio/webm' as const }
const round = { messages: [], tools: [], signal, onText: () => undefined, onTokens: () => undefined }
const mail = {
  ...{ id: 1, at: '2026-01-01T00:00:00Z', to: 'a@b.example', subject: 's', text: 't', html: 'h' },
  ...{ thread: null, unsubscribe: null },
}
const bucketAt = (place: Place) =>
  openBucketStore(`s3://files/x?endpoint=${encodeURIComponent(httpOf(place))}&region=us-east-1`, WHOLE)

const CALLS: [string, Place[], (place: Place) => Promise<unknown>][] = [
  ['the assistant’s provider', ['body', 'headers', 'silent'], (at) => assistantAt(at).complete(round)],
  [
    'speech to words',
    ['body', 'headers'],
    (at) => assistantAt(at).speech.transcribe?.(recording, 'en', signal) as Promise<string>,
  ],
  [
    'words to speech',
    ['body', 'headers'],
    (at) =>
      assistantAt(at)
        .speech.speak?.('Hello', signal)
        .then((sound) => text(sound as never)) as Promise<string>,
  ],
  ['the payment provider', ['body', 'headers', 'silent'], (at) => paymentsAt(at).look('pi_1')],
  [
    'SMS',
    ['headers'],
    (at) => openSmsWebhook(httpOf(at), log, WHOLE).send({ to: '+15145550123', text: 'x', key: 'k' }),
  ],
  ['the scanner', ['body', 'headers'], (at) => overHttp(httpOf(at), WHOLE)(Readable.from(['x']))],
  ['mail', ['smtp'], (at) => openSmtp(`smtp://${servers[at].host}`, 'a@b.example', 'i', WHOLE).send(mail)],
  [
    'the file store',
    ['body', 'headers'],
    (at) =>
      bucketAt(at)
        .read('0'.repeat(48))
        .then((file) => text(file as never)),
  ],
]
const TABLE = CALLS.flatMap(([name, places, call]) => places.map((place) => ({ name, place, call })))

describe('a server that drips a byte each 50 ms for ever', () => {
  it('holds no call to it, whatever the collector takes meanwhile', async () => {
    const waiting = new Set(TABLE.map(({ name, place }) => `${name}: ${place}`))
    for (const { name, place, call } of TABLE)
      void call(place)
        .catch(() => undefined)
        .then(() => waiting.delete(`${name}: ${place}`))
    await expect.poll(() => [...waiting], { timeout: 30 * WHOLE }).toEqual([])
    // Nothing of them goes on behind their end.
    const open = () => Object.values(servers).reduce((all, server) => all + server.open.size, 0)
    await expect.poll(open, { timeout: 30 * WHOLE }).toBe(0)
  })

  it('is left before its end where the first byte does not come in time', async () => {
    const answer = assistantAt('silent', { first: 100, whole: 3_600_000 }).complete(round)
    await expect(answer).rejects.toMatchObject({ kind: 'network' })
  })
})

it('is called by one door alone, which holds the timer', () => {
  const src = new URL('../../src/', import.meta.url).pathname
  const files = fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\/server\/.*\.ts$/.test(`/${file}`) && !file.endsWith('.test.ts'))
  const callers = files.filter((file) =>
    /(?<!\w)fetch\(|AbortSignal\.(any|timeout)\(|https?\.request\(/.test(
      fs.readFileSync(path.join(src, file), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''),
    ),
  )
  expect(callers.toSorted()).toEqual([
    // The demo's double of a payment provider, which tells this server alone.
    'app/server/demo/test-provider/start-test-provider.ts',
    'platform/server/http/ask-outside.ts',
  ])
})
