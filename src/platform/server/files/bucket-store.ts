import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { isMissing, openBucket } from './bucket.ts'
import { type FileStore, isKey, LABEL, newKey } from './stored-file.ts'

/** Files in a bucket. */
export function openBucketStore(address: string, wholeMs?: number): FileStore {
  const bucket = openBucket(address, wholeMs)
  const { connect } = bucket
  const place = (key: string) => {
    if (!isKey(key)) throw new Error('not the key of a file')
    return bucket.named(key)
  }
  const get = async (key: string, Range?: string): Promise<GetObjectCommandOutput> => {
    const { sdk, client } = await connect()
    return client.send(new sdk.GetObjectCommand({ ...place(key), ...(Range && { Range }) }))
  }

  return {
    async keep(pieces, key = newKey()) {
      if (!isKey(key)) throw new Error('not the key of a file')
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const piece of pieces) {
          hash.update(piece)
          size += piece.length
          yield piece
        }
      }
      await bucket.putPieces(key, counted())
      return { key, size, checksum: hash.digest() }
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
      if (isKey(key)) await bucket.remove(key)
    },
    async label() {
      try {
        return (await bucket.bytes(LABEL)).toString('utf8').trim()
      } catch (fault) {
        // A bucket that is not there is another thing than an empty one.
        if (isMissing(fault) && (fault as Error).name !== 'NoSuchBucket') return undefined
        throw fault
      }
    },
    putLabel: (installation) => bucket.put(LABEL, Buffer.from(`${installation}\n`)),
    async removeUnknown(known, ageMs) {
      for await (const { name, at } of bucket.list()) {
        if (!isKey(name) || known.has(name)) continue
        if (Date.now() - at.getTime() > ageMs) await bucket.remove(name)
      }
    },
  }
}
