import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Not there, which a listing by others may say in either way. */
export const isMissing = (fault: unknown) =>
  ['NoSuchKey', 'NotFound'].includes((fault as Error).name) ||
  (fault as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

/**
 * A bucket that speaks S3: `s3://bucket/prefix`, elsewhere than at Amazon `?endpoint=https://…`, `?region=…`. Who the portal is
 * there, the SDK finds as it always does. It is loaded when it is first needed.
 */
export function openBucket(address: string, wholeMs = WHOLE_MS) {
  const { hostname: bucket, pathname, searchParams } = new URL(address)
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region')
  const named = (name: string) => ({ Bucket: bucket, Key: prefix ? `${prefix}/${name}` : name })
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const connect = () => {
    connected ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: endsWithin(
        wholeMs,
        new sdk.S3Client({
          ...(endpoint && { endpoint, forcePathStyle: true }),
          ...(region && { region }),
          // The portal has its own checksums; others than Amazon do not know these.
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
          maxAttempts: 3,
          requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
        }),
      ),
    }))
    return connected
  }

  return {
    connect,
    named,
    /** What lies directly there and begins so, by its name without the prefix. */
    async *list(beginning = ''): AsyncGenerator<{ name: string; size: number; at: Date }> {
      const { sdk, client } = await connect()
      const { Bucket, Key } = named(beginning)
      for (let token: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new sdk.ListObjectsV2Command({
            ...{ Bucket, Prefix: Key, Delimiter: '/' },
            ...(token && { ContinuationToken: token }),
          }),
        )
        for (const { Key = '', Size = 0, LastModified } of Contents) {
          const name = prefix ? Key.slice(prefix.length + 1) : Key
          if (LastModified) yield { name, size: Size, at: LastModified }
        }
        if (!NextContinuationToken) return
        token = NextContinuationToken
      }
    },
    async remove(name: string): Promise<void> {
      const { sdk, client } = await connect()
      await client.send(new sdk.DeleteObjectCommand(named(name)))
    },
    async put(name: string, Body: Buffer): Promise<void> {
      const { sdk, client } = await connect()
      await client.send(new sdk.PutObjectCommand({ ...named(name), Body, ContentLength: Body.length }))
    },
    async bytes(name: string): Promise<Buffer> {
      const { sdk, client } = await connect()
      const { Body } = await client.send(new sdk.GetObjectCommand(named(name)))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    /** Whole or not at all, in parts, so that its length need not be known; each part is in memory for itself. */
    async putPieces(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
      const { sdk, client } = await connect()
      const place = named(name)
      let upload: string | undefined
      const parts: { PartNumber: number; ETag: string | undefined }[] = []
      const send = async (Body: Buffer) => {
        upload ??= (await client.send(new sdk.CreateMultipartUploadCommand(place))).UploadId as string
        const PartNumber = parts.length + 1
        const part = { ...place, UploadId: upload, PartNumber, Body, ContentLength: Body.length }
        const { ETag } = await client.send(new sdk.UploadPartCommand(part))
        parts.push({ PartNumber, ETag })
      }
      try {
        let waiting: Uint8Array[] = []
        let size = 0
        for await (const piece of pieces) {
          waiting.push(piece)
          size += piece.length
          if (size < PART) continue
          await send(Buffer.concat(waiting))
          waiting = []
          size = 0
        }
        const rest = Buffer.concat(waiting)
        if (upload === undefined)
          return void (await client.send(
            new sdk.PutObjectCommand({ ...place, Body: rest, ContentLength: rest.length }),
          ))
        if (size > 0) await send(rest)
        const whole = { ...place, UploadId: upload, MultipartUpload: { Parts: parts } }
        await client.send(new sdk.CompleteMultipartUploadCommand(whole))
      } catch (fault) {
        if (upload !== undefined)
          await client
            .send(new sdk.AbortMultipartUploadCommand({ ...place, UploadId: upload }))
            .catch(() => {})
        throw fault
      }
    },
  }
}
type Sending = (command: unknown, options?: object) => Promise<{ Body?: unknown }>

/**
 * A request and the reading of its answer have an end, whatever drips: those of the SDK begin anew with each byte. The timer
 * holds what it ends.
 */
function endsWithin(ms: number, client: S3Client): S3Client {
  const send = client.send.bind(client) as Sending
  const sendInTime: Sending = async (command, options) => {
    const ended = new AbortController()
    let content: Readable | undefined
    let fail: (fault: Error) => void = () => undefined
    const late = new Promise<never>((_, failed) => {
      fail = failed
    })
    late.catch(() => undefined)
    const timer = setTimeout(() => {
      const fault = Object.assign(new Error('the file store took too long'), { name: 'TimeoutError' })
      fail(fault)
      ended.abort(fault)
      content?.destroy(fault)
    }, ms)
    try {
      const answer = await Promise.race([late, send(command, { ...options, abortSignal: ended.signal })])
      if (answer.Body instanceof Readable) {
        content = answer.Body
        content.once('close', () => clearTimeout(timer))
      } else clearTimeout(timer)
      return answer
    } catch (fault) {
      clearTimeout(timer)
      throw fault
    }
  }
  return Object.assign(client, { send: sendInTime })
}

export type Bucket = ReturnType<typeof openBucket>

const PART = 8 << 20
/** To be there at all, to say something, and for one request with its answer: a file of 50 MB at 90 kB a second. */
const CONNECT_MS = 5_000
const SILENCE_MS = 15_000
const WHOLE_MS = 10 * 60_000
