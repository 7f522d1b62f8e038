import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LARGEST_FILE } from '../../src/features/documents/domain/vocabulary.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { addressOf, cookiesOf, facts, pdf, sendFile } from '../support/documents.ts'
import { drawnPdf } from '../support/drawn-pdf.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { eventually } from '../support/upload.ts'
import { startBeside } from './support/beside.ts'
import { hostileFiles } from './support/hostile-files.ts'
import { openProof, spread, within } from './support/proof.ts'
import { flood } from './support/wire-clients.ts'

// T42 and D13: whatever is uploaded is refused with a clear word or handled, soon, in bounded memory, and leaves nothing behind.

const MB = 1024 * 1024
/** Real files that do not travel with the repository. */
const REAL = '../shared/data/pdf'
const SOON_MS = 5000
const MOST_MB = 512

const proof = openProof('hostile-files')
let portal: TestPortal
let beside: Awaited<ReturnType<typeof startBeside>>
let quality: Actor
let member: Actor
beforeAll(async () => {
  portal = await startTestPortal()
  quality = await aStaffMember(portal, 'quality')
  member = await aMember(portal, await aTenant(portal))
  beside = await startBeside(portal)
})
afterAll(async () => {
  await beside?.stop()
  await portal?.close()
})

const place = (folder: string) => path.join(portal.dataDir, 'files', folder)
/** Everything that stands where files arrive and where they are kept. */
const there = () => ({
  incoming: fs.readdirSync(place('incoming')),
  uploads: fs.existsSync(place('uploads')) ? fs.readdirSync(place('uploads')) : [],
  documents: fs.readdirSync(place('documents')).sort(),
})

async function upload(name: string, body: Buffer | string, document: object = facts()) {
  const began = performance.now()
  const { status, body: told } = await sendFile(beside.url, quality, addressOf(name, document), body)
  return { status, told, ms: Math.round(performance.now() - began) }
}

it('what is no file to be kept is refused with a word, soon, and leaves nothing', async () => {
  const before = { memory: beside.memory().now, files: there() }
  const refused: Record<string, [status: number, code: string, ms: number]> = {}
  for (const { what, name, body, status } of hostileFiles(LARGEST_FILE)) {
    const { status: answered, told, ms } = await upload(name, body())
    expect([what, answered, typeof told.title]).toEqual([what, status, 'string'])
    expect(ms, what).toBeLessThan(within(SOON_MS))
    refused[what] = [answered, told.code, ms]
  }
  const head = [
    `POST ${addressOf('endless.pdf')} HTTP/1.1`,
    `host: ${new URL(beside.url).host}`,
    `origin: ${beside.url}`,
    `cookie: ${cookiesOf(quality)}`,
    'content-type: application/octet-stream',
    'transfer-encoding: chunked',
    '',
    `a\r\n%PDF-1.4\n\n\r\n`,
  ].join('\r\n')
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
  const endless = await flood(beside.url, head, chunk, 300 * MB)
  expect(endless.status).toBe(413)
  expect(endless.ms).toBeLessThan(within(SOON_MS))
  refused['a body without end'] = [
    endless.status,
    `${Math.round(endless.sent / MB)} MB`,
    Math.round(endless.ms),
  ]

  await eventually(async () => there().incoming.length === 0)
  expect(there()).toEqual(before.files)
  const { now, most } = beside.memory()
  expect(most).toBeLessThan(MOST_MB)
  const times = Object.values(refused).map(([, , ms]) => ms)
  proof.note({
    files: times.length,
    ms: spread(times),
    memoryMb: { before: before.memory, after: now, most },
    refused,
  })
})

/** What is awkward, but a document: it is kept, given back as it was, and its text is read, or said to be out of reach. */
async function awkward(): Promise<[name: string, content: Buffer][]> {
  const whole = await drawnPdf(['One page'])
  const made: [string, Buffer][] = [
    ['damaged.pdf', Buffer.concat([whole.subarray(0, 300), whole.subarray(-30)])],
    ['locked.pdf', await drawnPdf(['Secret'], { userPassword: 'geheim' })],
    ['2000 pages.pdf', await drawnPdf(Array.from({ length: 2000 }, (_, n) => `Page ${n}`))],
    ['endless page.pdf', await drawnPdf(['word '.repeat(100_000)])],
    ['smallest.pdf', pdf('smallest')],
    ['windows-1252.csv', Buffer.from('Propriété;Prix\r\nSélénium;12\r\n', 'latin1')],
    ['UTF-16.csv', Buffer.from('\ufeffPropriété;Prix\r\n', 'utf16le')],
  ]
  const real = fs.existsSync(REAL) ? fs.readdirSync(REAL) : []
  return [...made, ...real.map((name): [string, Buffer] => [name, fs.readFileSync(path.join(REAL, name))])]
}

it('what is awkward is kept as it is, and its text is read or said to be out of reach, in bounded memory', async () => {
  const before = beside.memory().now
  const files = await awkward()
  const states: Record<string, number> = {}
  const uploads: number[] = []
  const reads: number[] = []
  for (const [name, content] of files) {
    const { status, told, ms } = await upload(name, content, facts({ title: name }))
    expect([name, status, told.code]).toEqual([name, 200, undefined])
    uploads.push(ms)
    const { id } = told as Json
    const released = await quality.post(`/api/v1/admin/documents/${id}/release`, {
      ...{ version: 1, reason: 'It is a document' },
    })
    expect([name, released.status]).toEqual([name, 200])
    const began = performance.now()
    const text = async () => (await member.get(`/api/v1/documents/${id}`)).body.text
    await expect.poll(text, { timeout: 90_000, message: name }).not.toBe('waiting')
    reads.push(performance.now() - began)
    const state = String(await text())
    states[state] = (states[state] ?? 0) + 1
    const answer = await fetch(`${beside.url}/api/v1/documents/${id}/file`, {
      headers: { cookie: cookiesOf(member) },
    })
    expect([name, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([name, true])
  }
  for (const ms of uploads) expect(ms).toBeLessThan(within(SOON_MS))
  const keys = await known()
  expect(there().documents.filter((key) => !keys.includes(key))).toEqual([])
  expect([there().incoming, there().uploads]).toEqual([[], []])
  const { now, most } = beside.memory()
  expect(most).toBeLessThan(MOST_MB)
  proof.note({
    awkward: {
      ...{ files: files.length, states, uploadMs: spread(uploads), readMs: spread(reads) },
      memoryMb: { before, after: now, most },
    },
  })
})

const known = () =>
  portal.owner(async (tx) => {
    const rows = await tx.selectFrom('document_versions').select('file_key').execute()
    return rows.map(({ file_key }) => file_key)
  })
