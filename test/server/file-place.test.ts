import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { aDocument, addressOf, pdf, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

// J19: the place of the files belongs to one installation, and a server without it is not ready.

const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-place-'))
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: path.join(home, 's3') })
let endpoint: string
beforeAll(async () => {
  Object.assign(process.env, KEYS)
  const { port } = await s3.run()
  endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ endpoint, region: 'ca-central-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'portal' }))
  client.destroy()
})
afterAll(async () => {
  for (const name of Object.keys(KEYS)) delete process.env[name]
  await s3.close()
  fs.rmSync(home, { recursive: true })
})

const bucket = (prefix: string, at = endpoint) =>
  `s3://portal/${prefix}?${new URLSearchParams({ region: 'ca-central-1', endpoint: at })}`
const folder = (name: string) => path.join(home, name)

const LABEL = 'lotline-installation'
async function removeMark(place: string): Promise<void> {
  if (!place.startsWith('s3:')) return fs.rmSync(path.join(place, LABEL))
  const client = new S3Client({ endpoint, region: 'ca-central-1', forcePathStyle: true })
  const prefix = new URL(place).pathname.slice(1)
  await client.send(new DeleteObjectCommand({ Bucket: 'portal', Key: `${prefix}/${LABEL}` }))
  client.destroy()
}

async function readiness(url: string): Promise<unknown[]> {
  const answer = await fetch(`${url}/readyz`)
  return answer.status === 200 ? [200] : [answer.status, ((await answer.json()) as Json).code]
}

describe.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('%s', (_, place) => {
  let portal: TestPortal
  let document: number
  beforeAll(async () => {
    portal = await startTestPortal({ FILES_URL: place('ours') })
    document = await aDocument(portal.url, await aStaffMember(portal, 'quality'), {
      content: pdf('kept'),
      title: 'Kept',
    })
  })
  afterAll(() => portal?.close())

  const started = async (FILES_URL: string) => {
    const server = await portal.another({ FILES_URL })
    const found = await readiness(server.url)
    await server.stop()
    return found
  }

  it('is marked by the first start, and ready for every server that has it', async () => {
    expect(await readiness(portal.url)).toEqual([200])
    expect(await started(place('ours'))).toEqual([200])
  })

  it('that is empty keeps a server from being ready, which says so once', async () => {
    const before = portal.lines.length
    expect(await started(place('nothing'))).toEqual([503, 'files_empty'])
    const said = portal.lines.slice(before).filter((line) => line.includes('not ready: files'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('portal files --take')
    // What was asked meanwhile is put off in one line each, at the level of warnings.
    const levels = portal.lines.slice(before).map((line) => JSON.parse(line).level)
    expect(levels.filter((level) => level >= 50)).toHaveLength(1)
    const asked = portal.lines.slice(before).filter((line) => line.includes('/readyz'))
    expect(asked.map((line) => JSON.parse(line).level)).toEqual([40])
    expect(asked.join()).not.toContain('stack')
  })

  it('that is another’s keeps a server from being ready, and loses nothing by it', async () => {
    const other = await startTestPortal({ FILES_URL: place('theirs') })
    try {
      expect(await started(place('theirs'))).toEqual([503, 'files_foreign'])
      expect(await readiness(other.url)).toEqual([200])
      const server = await portal.another({ FILES_URL: place('theirs') })
      const boss = await anAdministrator(portal)
      const { parts } = (await (
        await fetch(`${server.url}/api/v1/admin/health`, {
          headers: { cookie: [...boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
      ).json()) as Json
      expect(parts.find(({ part }: Json) => part === 'storage')).toMatchObject({
        state: 'bad',
        facts: { store: 'foreign' },
      })
      await server.stop()
    } finally {
      await other.close()
    }
  })

  it('has exports and what arrived of a file for every server', async () => {
    const boss = await aStaffMember(portal, 'quality')
    const dataDir = fs.mkdtempSync(path.join(home, 'other-'))
    const second = await portal.another({ FILES_URL: place('ours'), DATA_DIR: dataDir })
    try {
      // An export, made by whichever server has time.
      const admin = await anAdministrator(portal)
      await aTenant(portal, { clientCodes: ['A'] })
      const asked = await admin.post('/api/v1/exports', { kind: 'orders', input: {} })
      expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 200 })
      const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const file = async (url: string) => {
        const answer = await fetch(`${url}/api/v1/exports/${asked.body.id}/file`, { headers: { cookie } })
        return [answer.status, await answer.text()]
      }
      await expect.poll(async () => (await file(portal.url))[0]).toBe(200)
      expect(await file(second.url)).toEqual(await file(portal.url))

      // A file in pieces.
      const content = pdf('in pieces', 200_000)
      const sum = createHash('sha256').update(content).digest('hex')
      const uploads = `/api/v1/admin/documents/uploads/${sum}`
      const put = (url: string, from: number, to: number) =>
        sendFile(url, boss, `${uploads}?name=a.pdf&offset=${from}`, content.subarray(from, to), {}, 'PUT')
      expect((await put(portal.url, 0, 500)).body).toEqual({ received: 500 })
      expect(await put(second.url, 0, 500)).toMatchObject({ status: 409, body: { code: 'other_offset' } })
      expect((await put(second.url, 500, 100_000)).body).toEqual({ received: 100_000 })
      expect((await boss.get(uploads)).body.received).toBe(100_000)
      expect((await put(portal.url, 100_000, content.length)).body).toEqual({ received: content.length })
      const whole = await sendFile(second.url, boss, `${addressOf('a.pdf')}&sent=${sum}`, '')
      expect(whole, JSON.stringify(whole.body)).toMatchObject({ status: 200 })
      expect((await boss.get(uploads)).body.received).toBe(0)
      expect(fs.existsSync(path.join(dataDir, 'files', 'documents'))).toBe(false)
    } finally {
      await second.stop()
    }
  })

  it('refuses what is no such file before the rest of it has come', async () => {
    const boss = await aStaffMember(portal, 'quality')
    const wrong = Buffer.alloc(3000, 'x')
    const uploads = `/api/v1/admin/documents/uploads/${createHash('sha256').update(wrong).digest('hex')}`
    const put = (from: number, body: Buffer) =>
      sendFile(portal.url, boss, `${uploads}?name=a.pdf&offset=${from}`, body, {}, 'PUT')
    expect((await put(0, wrong.subarray(0, 100))).body).toEqual({ received: 100 })
    expect(await put(100, wrong.subarray(100))).toMatchObject({ status: 415 })
    expect((await boss.get(uploads)).body.received).toBe(0)
    expect(await put(0, Buffer.alloc(0))).toMatchObject({ status: 422 })
  })

  it('of an older version, which has files and no mark, is marked by the upgrade', async () => {
    await portal.owner((tx) => sql`update auth.secret set store_marked = false`.execute(tx))
    await removeMark(place('ours'))
    // An empty one is not: the files of the rows are elsewhere.
    expect(await started(place('still-nothing'))).toEqual([503, 'files_empty'])
    expect(await started(place('ours'))).toEqual([200])
    expect(await started(place('ours'))).toEqual([200])
  })

  it('is taken over by the command line, when its own is lost', async () => {
    const environment = { DATA_DIR: portal.dataDir, FILES_URL: place('new') }
    const look = await runCommand(portal, ['files'], undefined, environment)
    expect([look.code, look.stdout]).toEqual([1, expect.stringContaining('--take')])
    const taken = await runCommand(portal, ['files', '--take'], undefined, environment)
    expect(taken, taken.stderr).toMatchObject({ code: 0, stdout: 'the files are there\n' })
    const server = await portal.another({ FILES_URL: place('new') })
    expect(await readiness(server.url)).toEqual([200])
    const quality = await aStaffMember(portal, 'quality')
    const cookie = [...quality.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${server.url}/api/v1/documents/${document}/file`, {
      headers: { cookie, 'accept-language': 'fr-CA' },
    })
    const { code, figures } = (await answer.json()) as Json
    expect([answer.status, code, figures]).toEqual([404, 'file_missing', { status: 'available' }])
    await server.stop()
  })
})

it('a bucket that nobody answers for, and one that is not there, keep a server from being ready', async () => {
  const portal = await startTestPortal()
  try {
    for (const place of [
      bucket('x', 'http://127.0.0.1:1'),
      bucket('x').replace('s3://portal', 's3://no-such'),
    ]) {
      const server = await portal.another({ FILES_URL: place })
      expect(await readiness(server.url)).toEqual([503, 'files_unreachable'])
      await server.stop()
    }
  } finally {
    await portal.close()
  }
})

it('a folder that cannot be made keeps a server from being ready', async () => {
  const portal = await startTestPortal()
  fs.writeFileSync(folder('a-file'), '')
  try {
    const server = await portal.another({ FILES_URL: path.join(folder('a-file'), 'below') })
    expect(await readiness(server.url)).toEqual([503, 'files_unreachable'])
    await server.stop()
  } finally {
    await portal.close()
  }
})
