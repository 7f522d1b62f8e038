import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { aDocument, addressOf, cookiesOf, facts, pdf, release, sendFile } from '../support/documents.ts'
import { drawnPdf } from '../support/drawn-pdf.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { eventually } from '../support/upload.ts'
import { readZip } from '../support/xlsx.ts'

// The whole way of a document where files are in a bucket that speaks S3: through the portal's own endpoints, over HTTP.

const ADMIN = '/api/v1/admin/documents'
const DOCUMENTS = '/api/v1/documents'
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-bucket-'))
const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: home })
let closed = false
let bucket: S3Client
let portal: TestPortal
let member: Actor
let quality: Actor
beforeAll(async () => {
  Object.assign(process.env, KEYS)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  bucket = new S3Client({ endpoint, region: 'ca-central-1', forcePathStyle: true })
  await bucket.send(new CreateBucketCommand({ Bucket: 'portal' }))
  const address = new URLSearchParams({ region: 'ca-central-1', endpoint })
  portal = await startTestPortal({ FILES_URL: `s3://portal/library?${address}` })
  member = await aMember(portal, await aTenant(portal))
  quality = await aStaffMember(portal, 'quality')
})
afterAll(async () => {
  await portal?.close()
  for (const name of Object.keys(KEYS)) delete process.env[name]
  bucket?.destroy()
  if (!closed) await server.close()
  fs.rmSync(home, { recursive: true })
})

const said = ({ status, body }: Answer<Json>) => [status, body.code]
const inBucket = async () => {
  const { Contents = [] } = await bucket.send(new ListObjectsV2Command({ Bucket: 'portal' }))
  return Contents.map(({ Key }) => Key as string)
}
const keyOf = (id: number, version = 1) =>
  portal.owner(async (tx) => {
    const row = await tx
      .selectFrom('document_versions')
      .select('file_key')
      .where('document_id', '=', id)
      .where('no', '=', version)
      .executeTakeFirstOrThrow()
    return `library/${row.file_key}`
  })
async function bytesOf(who: Actor, address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${portal.url}${address}`, { headers: { cookie: cookiesOf(who), ...headers } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('a document in a bucket', () => {
  it('is uploaded, also in pieces, kept once, and given back whole and in ranges under its name', async () => {
    const content = pdf('in a bucket', 300_000)
    const sum = createHash('sha256').update(content).digest('hex')
    const put = (from: number, to: number) =>
      sendFile(
        portal.url,
        quality,
        `${ADMIN}/uploads/${sum}?name=a.pdf&offset=${from}`,
        content.subarray(from, to),
        {},
        'PUT',
      )
    expect((await put(0, 200_000)).body).toEqual({ received: 200_000 })
    expect((await put(200_000, content.length)).body).toEqual({ received: content.length })
    const name = 'Étude № 7.pdf'
    const added = await sendFile(portal.url, quality, `${addressOf(name)}&sent=${sum}`, '')
    expect(added.status).toBe(200)
    const { id } = added.body
    const twin = await aDocument(portal.url, quality, { content, title: 'The same content' })
    expect(await keyOf(id)).toBe(await keyOf(twin))
    expect(await inBucket()).toContain(await keyOf(id))
    expect(fs.readdirSync(path.join(portal.dataDir, 'files', 'incoming'))).toEqual([])
    expect(fs.existsSync(path.join(portal.dataDir, 'files', 'uploads'))).toBe(false)

    expect((await release(quality, id)).status).toBe(200)
    const whole = await bytesOf(member, `${DOCUMENTS}/${id}/file`)
    expect([whole.status, whole.bytes.equals(content)]).toEqual([200, true])
    expect(whole.headers.get('content-disposition')).toContain(encodeURIComponent(name))
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=100000-200000', 100_000, 200_001],
      ['bytes=-7', content.length - 7, content.length],
    ] as const) {
      const part = await bytesOf(member, `${DOCUMENTS}/${id}/file?disposition=inline`, { range })
      expect([range, part.status, part.bytes.equals(content.subarray(from, to))]).toEqual([range, 206, true])
    }
  })

  it('is searched by the words inside it, as the viewer shows them', async () => {
    const content = await drawnPdf(['Specification', 'Chondroitine marine de la Gaspésie'])
    const id = await aDocument(portal.url, quality, { content, title: 'Read from the bucket' })
    await eventually(async () => (await member.get(`${DOCUMENTS}/${id}`)).body.text === 'read')
    const { items } = (await member.get('/api/v1/qaqc/documents?shelf=qa&search=gaspesie')).body
    expect(items).toMatchObject([{ id, hit: { page: 2, match: 'Gaspésie' } }])
  })

  it('goes into a ZIP with others; what was damaged in the bucket is named, and nobody is given it', async () => {
    const good = await aDocument(portal.url, quality, {
      content: pdf('good'),
      title: 'Good',
      name: 'good.pdf',
    })
    const content = pdf('to be damaged', 5000)
    const bad = await aDocument(portal.url, quality, { content, title: 'Bad', name: 'bad.pdf' })
    const flipped = Buffer.from(content)
    flipped[3141] = (flipped[3141] as number) ^ 1
    await bucket.send(new PutObjectCommand({ Bucket: 'portal', Key: await keyOf(bad), Body: flipped }))
    for (const range of [undefined, 'bytes=0-9'])
      expect(said(await member.get(`${DOCUMENTS}/${bad}/file`, { headers: range ? { range } : {} }))).toEqual(
        [500, 'stored_file_damaged'],
      )
    const archive = await bytesOf(member, `${DOCUMENTS}/archive?ids=${good},${bad}`)
    const entries = readZip(archive.bytes)
    expect([...entries.keys()]).toEqual(['good.pdf', expect.stringMatching(/\.csv$/)])
    const [packed, manifest = ''] = entries.values()
    expect(packed).toBe(pdf('good').toString())
    expect(manifest).toMatch(new RegExp(`${bad}.*Bad.*damaged`))
    // Sent again, what is damaged does not take its place.
    const again = await aDocument(portal.url, quality, { content, title: 'Again' })
    expect((await bytesOf(member, `${DOCUMENTS}/${again}/file`)).bytes.equals(content)).toBe(true)
  })

  it('is superseded and withdrawn; what was refused leaves nothing in the bucket', async () => {
    const id = await aDocument(portal.url, quality, {
      ...{ shelves: ['product'], category: 'compliance', title: 'Statement', content: pdf('first') },
    })
    await sendFile(portal.url, quality, `${ADMIN}/${id}/versions?name=b.pdf`, pdf('second'))
    expect((await release(quality, id, 2)).status).toBe(200)
    expect((await bytesOf(member, `${DOCUMENTS}/${id}/versions/1/file`)).bytes.toString()).toContain('first')
    await quality.post(`${ADMIN}/${id}/withdraw`, { reason: 'A wrong limit' })
    for (const address of [`${DOCUMENTS}/${id}/file`, `${DOCUMENTS}/${id}/versions/2/file`])
      expect(said(await member.get(address))).toEqual([409, 'document_withdrawn'])

    const before = await inBucket()
    const refused = await sendFile(portal.url, quality, addressOf('page.pdf'), '<!doctype html><script>')
    const nobody = { kind: 'order', orderNo: 'no such order' }
    const lost = await sendFile(
      portal.url,
      quality,
      addressOf('lost.pdf', facts({ audience: nobody })),
      pdf('for nobody'),
    )
    expect([refused.status, lost.status]).toEqual([415, 422])
    expect(await inBucket()).toEqual(before)
  })

  it('is said to be out of reach while the bucket is, and nothing else ends with it', async () => {
    const id = await aDocument(portal.url, quality, { content: pdf('out of reach'), title: 'Out of reach' })
    await server.close()
    closed = true
    expect(said(await member.get(`${DOCUMENTS}/${id}/file`))).toEqual([503, 'files_unavailable'])
    const upload = await sendFile(portal.url, quality, addressOf('late.pdf'), pdf('late'))
    expect(said(upload)).toEqual([503, 'files_unavailable'])
    expect(fs.readdirSync(path.join(portal.dataDir, 'files', 'incoming'))).toEqual([])
    expect((await member.get(`${DOCUMENTS}/${id}`)).status).toBe(200)
  })
})
