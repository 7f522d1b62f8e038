import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type FileStore, newKey, type StoredFile } from '../../../../platform/server/files/stored-file.ts'
import { discardRest } from '../../../../platform/server/http/bounded-body.ts'
import { type Format, LARGEST_FILE } from '../../domain/vocabulary.ts'
import { inspectFile, refuseOtherContent } from './inspect-file.ts'

/** So long a sender may say nothing. */
const SILENCE_MS = 15_000
/** So long a file may take in all: 50 MB at 90 kB a second. */
const AT_MOST_MS = 10 * 60_000
const HEAD = 1024

/** Where files arrive before anybody has looked at them, and where they are kept. */
export type Receiver = { incoming: string; files: FileStore }

/**
 * Takes a file in: to the disk while it arrives, looked at, then kept. Whatever goes wrong, nothing of it stays.
 * @throws 408, 413, 415, 422; 507 where the disk is full
 */
export async function receiveFile(
  body: ReadableStream<Uint8Array> | null,
  declared: number,
  named: Format,
  { incoming, files }: Receiver,
): Promise<StoredFile> {
  if (declared > LARGEST_FILE) throw tooLarge()
  if (!body) throw refuse(422, 'empty_body')
  const place = path.join(incoming, newKey())
  try {
    const file = await open(place, 'wx+', 0o600)
    try {
      let size = 0
      let head: Buffer | null = Buffer.alloc(0)
      for await (const piece of arriving(body)) {
        size += piece.length
        if (size > LARGEST_FILE) throw tooLarge()
        if (head) head = Buffer.concat([head, piece])
        if (head && head.length >= HEAD) {
          // What cannot be right is told before the rest has arrived.
          refuseOtherContent(head, named)
          head = null
        }
        await file.writeFile(piece)
      }
      if (size === 0) throw refuse(422, 'empty_body')
      await inspectFile(file, named, size)
      return await files.keep(file.createReadStream({ start: 0, autoClose: false }))
    } finally {
      await file.close()
    }
  } catch (fault) {
    throw full(fault)
  } finally {
    await rm(place, { force: true })
  }
}

const tooLarge = () => refuse(413, 'too_large', { values: { limit: `${LARGEST_FILE / 1024 / 1024} MB` } })

const full = (fault: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((fault as NodeJS.ErrnoException).code ?? '')
    ? Object.assign(refuse(507, 'disk_full'), { cause: fault })
    : fault

/** The body piece by piece. One that stops coming is not waited for; what comes behind a refusal is read by nobody. */
async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const end = Date.now() + AT_MOST_MS
  let over = false
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), Math.min(SILENCE_MS, end - Date.now()))
      over = done
      if (done) return
      yield value
    }
  } finally {
    if (!over) void discardRest(reader)
  }
}

async function within<T>(read: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(refuse(408, 'timeout')), ms)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}
