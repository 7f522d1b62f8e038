import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type FileStore, newKey, type StoredFile } from '../../../../platform/server/files/stored-file.ts'
import type { StorageDefaults } from '../../../storage/server/published.ts'
import { type Format, LARGEST_FILE } from '../../domain/vocabulary.ts'
import { arriving, full, tooLarge } from './arriving.ts'
import { HEAD, inspectFile, refuseOtherContent } from './inspect-file.ts'
import type { PartialFiles, Whose } from './partial-files.ts'

/** Where files arrive before anybody has looked at them, and where they are kept. */
export type Receiver = {
  incoming: string
  partial: PartialFiles
  files: FileStore
  /** Whether there is a scanner, which looks at what was uploaded before it is offered. */
  scans: boolean
  /** How much may be uploaded where nothing else was set. */
  storage: StorageDefaults
}

/** Takes a body in as a file. @throws 408, 413, 415, 422; 503 where the place of the files does not answer, 507 where it is full */
export async function receiveFile(
  body: ReadableStream<Uint8Array> | null,
  declared: number,
  named: Format,
  { incoming, files }: Pick<Receiver, 'incoming' | 'files'>,
): Promise<StoredFile> {
  if (declared > LARGEST_FILE) throw tooLarge()
  if (!body) throw refuse(422, 'empty_body')
  return receiveArriving(arriving(body), named, { incoming, files })
}

/**
 * Takes a file in: to the disk while it arrives, looked at, then kept. Whatever goes wrong, nothing of it stays.
 * @throws 413, 415, 422, and whatever `pieces` does; 507 where the disk is full
 */
export async function receiveArriving(
  pieces: AsyncIterable<Uint8Array>,
  named: Format,
  { incoming, files }: Pick<Receiver, 'incoming' | 'files'>,
): Promise<StoredFile> {
  const place = path.join(incoming, newKey())
  try {
    const file = await open(place, 'wx+', 0o600)
    try {
      let size = 0
      let head: Buffer | null = Buffer.alloc(0)
      for await (const piece of pieces) {
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
      return await kept(files.keep(file.createReadStream({ start: 0, autoClose: false })))
    } finally {
      await file.close()
    }
  } catch (fault) {
    throw full(fault)
  } finally {
    await rm(place, { force: true })
  }
}

/**
 * The same of a file that arrived in pieces: it is whole when its checksum says so. What arrived stays until somebody removes
 * it, unless nothing will ever come of it. @throws 409 where it is not whole, 413, 415, 422
 */
export async function receivePieces(
  whose: Whose,
  named: Format,
  { partial, files }: Receiver,
): Promise<StoredFile> {
  const file = await partial.open(whose).catch((fault: NodeJS.ErrnoException) => {
    throw fault.code === 'ENOENT' ? refuse(409, 'not_whole') : fault
  })
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256')
    for await (const piece of file.createReadStream({ start: 0, autoClose: false }))
      hash.update(piece as Buffer)
    if (hash.digest('hex') !== whose.checksum) throw refuse(409, 'not_whole')
    await inspectFile(file, named, size)
    return await kept(files.keep(file.createReadStream({ start: 0, autoClose: false })))
  } catch (fault) {
    if ([413, 415, 422].includes((fault as { status?: number }).status ?? 0)) await partial.remove(whose)
    throw full(fault)
  } finally {
    await file.close()
  }
}

/** What goes wrong here is the fault of the place where files are kept: somebody can send it again once it answers. */
const kept = (keeping: Promise<StoredFile>): Promise<StoredFile> =>
  keeping.catch((fault: unknown) => {
    const isFull = full(fault)
    throw isFull === fault
      ? Object.assign(refuse(503, 'files_unavailable', { retryAfter: 5 }), { cause: fault })
      : isFull
  })
