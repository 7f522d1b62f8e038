import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { type FileStore, isKey, newKey } from './stored-file.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Not there, which a listing by others may say in either way. */
const isMissing = (fault: unknown) =>
  ['NoSuchKey', 'NotFound'].includes((fault as Error).name) ||
  (fault as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

/**
 * In a bucket that speaks S3: `s3://bucket/prefix`, elsewhere than at Amazon `?endpoint=https://…`, `?region=…`. Who the portal
 * is there, the SDK finds as it always does. It is loaded when it is first needed.
 */
export function openBucketStore(address: string): FileStore {
  const { hostname: bucket, pathname, searchParams } = new URL(address)
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region')
  const place = (key: string) => {
    if (!isKey(key)) throw new Error('not the key of a file')
    return { Bucket: bucket, Key: prefix ? `${prefix}/${key}` : key }
  }
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const connect = () => {
    connected ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        ...(endpoint && { endpoint, forcePathStyle: true }),
        ...(region && { region }),
        // The portal has its own checksums; others than Amazon do not know these.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 3,
      }),
    }))
    return connected
  }
  const get = async (key: string, Range?: string): Promise<GetObjectCommandOutput> => {
    const { sdk, client } = await connect()
    return client.send(new sdk.GetObjectCommand({ ...place(key), ...(Range && { Range }) }))
  }

  return {
    // The length goes first, so that it must be known: whoever keeps files bounds them.
    async keep(pieces, key = newKey()) {
      const chunks: Uint8Array[] = []
      const hash = createHash('sha256')
      for await (const piece of pieces) {
        hash.update(piece)
        chunks.push(piece)
      }
      const body = Buffer.concat(chunks)
      const { sdk, client } = await connect()
      await client.send(new sdk.PutObjectCommand({ ...place(key), Body: body, ContentLength: body.length }))
      return { key, size: body.length, checksum: hash.digest() }
    },
    async isWhole({ key, size, checksum }) {
      try {
        const { Body, ContentLength } = await get(key)
        const hash = createHash('sha256')
        let read = 0
        for await (const piece of Body as Readable) {
          hash.update(piece as Buffer)
          read += (piece as Buffer).length
        }
        return read === size && (ContentLength ?? size) === size && hash.digest().equals(checksum)
      } catch (fault) {
        if (isMissing(fault)) return false
        throw fault
      }
    },
    async mark(key) {
      const { sdk, client } = await connect()
      try {
        const { ETag, LastModified, ContentLength } = await client.send(new sdk.HeadObjectCommand(place(key)))
        return `${ETag} ${LastModified?.getTime()} ${ContentLength}`
      } catch (fault) {
        if (isMissing(fault)) return undefined
        throw fault
      }
    },
    async read(key, range) {
      const { Body, ContentLength } = await get(key, range && `bytes=${range.start}-${range.end}`)
      if (range && ContentLength !== range.end - range.start + 1) {
        ;(Body as Readable).destroy()
        throw new Error('the bucket gives another range than it was asked for')
      }
      return Body as Readable
    },
    async remove(key) {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(key)))
    },
    async removeUnknown(known, ageMs) {
      const { sdk, client } = await connect()
      for (let token: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket,
            ...(prefix && { Prefix: `${prefix}/` }),
            ...(token && { ContinuationToken: token }),
          }),
        )
        for (const { Key = '', LastModified } of Contents) {
          const key = prefix ? Key.slice(prefix.length + 1) : Key
          if (!isKey(key) || known.has(key) || !LastModified) continue
          if (Date.now() - LastModified.getTime() > ageMs)
            await client.send(new sdk.DeleteObjectCommand(place(key)))
        }
        if (!NextContinuationToken) return
        token = NextContinuationToken
      }
    },
  }
}
