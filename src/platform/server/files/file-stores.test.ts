import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFilesAddress, openFiles } from './open-files.ts'
import type { FileStore, StoredFile } from './stored-file.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-files-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: path.join(home, 'bucket'),
})
const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
let bucket: S3Client
let endpoint: string
beforeAll(async () => {
  Object.assign(process.env, KEYS)
  const { port } = await server.run()
  endpoint = `http://127.0.0.1:${port}`
  bucket = new S3Client({ endpoint, region: 'ca-central-1', forcePathStyle: true })
  await bucket.send(new CreateBucketCommand({ Bucket: 'portal' }))
})
afterAll(async () => {
  for (const name of Object.keys(KEYS)) delete process.env[name]
  bucket.destroy()
  await server.close()
  fs.rmSync(home, { recursive: true })
})

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 7000) yield content.subarray(at, at + 7000)
}
const content = Buffer.from(Array.from({ length: 50_000 }, (_, n) => n % 251))

const folder = path.join(home, 'folder')
const kinds: [string, () => FileStore, (key: string, bytes: Buffer) => Promise<unknown>][] = [
  [
    'a folder',
    () => openFiles(`file://${folder}`),
    async (key, bytes) => fs.writeFileSync(path.join(folder, key), bytes),
  ],
  [
    'a bucket',
    () => openFiles(`s3://portal/some/files?region=ca-central-1&endpoint=${encodeURIComponent(endpoint)}`),
    (key, Body) => bucket.send(new PutObjectCommand({ Bucket: 'portal', Key: `some/files/${key}`, Body })),
  ],
]

describe.each(kinds)('%s', (_, open, overwrite) => {
  let files: FileStore
  let stored: StoredFile
  beforeAll(async () => {
    files = open()
    stored = await files.keep(pieces(content))
  })

  it('keeps a file with its size and checksum, and gives it back, whole and in ranges', async () => {
    const checksum = createHash('sha256').update(content).digest()
    expect(stored).toEqual({ key: expect.stringMatching(/^[0-9a-f]{48}$/), size: content.length, checksum })
    expect((await buffer(await files.read(stored.key))).equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 9],
      [100, 20_099],
      [content.length - 1, content.length - 1],
    ] as const) {
      const part = await buffer(await files.read(stored.key, { start, end }))
      expect(part.equals(content.subarray(start, end + 1))).toBe(true)
    }
    expect(await files.isWhole(stored)).toBe(true)
  })

  it('sees when a byte was changed, when it is shorter, and when it is gone', async () => {
    const mark = await files.mark(stored.key)
    const flipped = Buffer.from(content)
    flipped[31_415] = (flipped[31_415] as number) ^ 1
    for (const bytes of [flipped, content.subarray(1), Buffer.concat([content, Buffer.from('x')])]) {
      await overwrite(stored.key, bytes)
      expect(await files.isWhole(stored)).toBe(false)
      expect(await files.mark(stored.key)).not.toBe(mark)
    }
    await overwrite(stored.key, content)
    expect(await files.isWhole(stored)).toBe(true)
    await files.remove(stored.key)
    expect([await files.isWhole(stored), await files.mark(stored.key)]).toEqual([false, undefined])
    await expect(files.read(stored.key)).rejects.toThrow()
  })

  it('leaves nothing of a source that fails, and sweeps what nobody knows of', async () => {
    const known = await files.keep(pieces(content))
    const unknown = await files.keep(pieces(content))
    async function* broken() {
      yield content
      throw new Error('gone')
    }
    await expect(files.keep(broken())).rejects.toThrow('gone')
    await files.removeUnknown(new Set([known.key]), 3_600_000)
    expect(await files.isWhole(unknown)).toBe(true)
    await files.removeUnknown(new Set([known.key]), -60_000)
    expect([await files.isWhole(known), await files.isWhole(unknown)]).toEqual([true, false])
    await expect(async () => files.read('../../etc/passwd')).rejects.toThrow('not the key of a file')
  })
})

it.each([
  ['/var/files', true],
  ['file:///var/files', true],
  ['s3://bucket', true],
  ['s3://bucket/a/b?region=x&endpoint=http://127.0.0.1:1', true],
  ['files', false],
  ['s3://', false],
  ['s3://Bucket_', false],
  ['https://bucket', false],
])('%s as an address of files: %s', (address, accepted) => {
  expect(isFilesAddress(address)).toBe(accepted)
})
