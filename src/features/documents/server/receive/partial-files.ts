import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { isKey, makePlace } from '../../../../platform/server/files/stored-file.ts'
import { type Format, LARGEST_FILE } from '../../domain/vocabulary.ts'
import { arriving, full, tooLarge } from './arriving.ts'
import { HEAD, refuseOtherContent } from './inspect-file.ts'

/** So long what arrived of a file waits for the rest. */
export const KEPT_MS = 24 * 3_600_000
export const MOST_OF_ONE = 100

const { O_CREAT, O_NOFOLLOW, O_RDWR } = fs.constants

export type Whose = { userId: string; checksum: string }

export type PartialFiles = {
  /** How much of it is there. */
  received(whose: Whose): Promise<number>
  /** More of it, behind what is there; answers how much is there then. @throws 408, 409, 413, 415; what came stays */
  append(whose: Whose, body: ReadableStream<Uint8Array>, offset: number, named: Format): Promise<number>
  /** To be read and closed. @throws ENOENT */
  open(whose: Whose): Promise<FileHandle>
  remove(whose: Whose): Promise<void>
  /** What nobody has gone on with for a day. */
  sweep(): Promise<void>
}

/**
 * Files that arrive in pieces: what came before the connection broke stays where it is, and the sender goes on behind it. Each
 * is known by who sends it and the checksum of the whole, so that no row has to be kept, and any server that has the folder
 * goes on with it.
 */
export function createPartialFiles(folder: string): PartialFiles {
  makePlace(folder)
  /** The last who writes goes on: an older connection of the same sender is broken and does not know it yet. */
  const writers = new Map<string, { ending: AbortController; over: Promise<unknown> }>()

  const place = (whose: Whose) => path.join(folder, keyOf(whose))
  const received = async (whose: Whose) => (await lstat(place(whose)).catch(() => null))?.size ?? 0

  async function write(
    file: FileHandle,
    body: ReadableStream<Uint8Array>,
    at: number,
    named: Format,
    ended: AbortSignal,
  ) {
    let size = at
    for await (const piece of arriving(body, ended)) {
      if (size + piece.length > LARGEST_FILE) throw tooLarge()
      await file.write(piece, 0, piece.length, size)
      const looked = size >= HEAD
      size += piece.length
      // What cannot be right is told before the rest has arrived.
      if (!looked && size >= HEAD) refuseOtherContent(await beginning(file), named)
    }
    return size
  }

  return {
    received,

    async append(
      whose: Whose,
      body: ReadableStream<Uint8Array>,
      offset: number,
      named: Format,
    ): Promise<number> {
      const key = place(whose)
      const before = writers.get(key)
      const ending = new AbortController()
      const work = async () => {
        before?.ending.abort(otherOffset())
        await before?.over
        if (offset === 0 && !(await isRoomFor(whose)))
          throw refuse(409, 'too_many_uploads', { values: { most: MOST_OF_ONE } })
        const file = await open(key, O_RDWR | O_NOFOLLOW | (offset === 0 ? O_CREAT : 0), 0o600).catch(gone)
        try {
          if ((await file.stat()).size !== offset) throw otherOffset()
          const size = await write(file, body, offset, named, ending.signal)
          if (size === 0) throw refuse(422, 'empty_body')
          return size
        } finally {
          await file.close()
        }
      }
      const working = work()
      const mine = { ending, over: working.catch(() => undefined) }
      writers.set(key, mine)
      try {
        return await working
      } catch (fault) {
        if (isNoSuchFile(fault)) await rm(key, { force: true })
        throw full(fault)
      } finally {
        if (writers.get(key) === mine) writers.delete(key)
      }
    },

    open: (whose: Whose) => open(place(whose), O_RDWR | O_NOFOLLOW),
    remove: (whose: Whose) => rm(place(whose), { force: true }),

    async sweep() {
      for (const name of await readdir(folder)) {
        const found = isKey(name) ? await lstat(path.join(folder, name)).catch(() => null) : null
        if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path.join(folder, name), { force: true })
      }
    },
  }

  async function isRoomFor(whose: Whose): Promise<boolean> {
    const own = (await readdir(folder)).filter((name) => name.startsWith(beginningOf(whose.userId)))
    return own.length < MOST_OF_ONE || own.includes(path.basename(place(whose)))
  }
}

/** By whose it is, and by the checksum of the whole. */
export const beginningOf = (userId: string) => digest(userId).slice(0, 16)
export const keyOf = ({ userId, checksum }: Whose) =>
  beginningOf(userId) + digest(`${userId} ${checksum}`).slice(0, 32)

/** What arrived is not worth going on with: too large, or no file of its format. */
export const isNoSuchFile = (fault: unknown) =>
  [413, 415, 422].includes((fault as { status?: number }).status ?? 0)

export const otherOffset = () => refuse(409, 'other_offset')
const gone = (fault: NodeJS.ErrnoException): never => {
  throw fault.code === 'ENOENT' ? otherOffset() : fault
}
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function beginning(file: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(HEAD)
  const { bytesRead } = await file.read(head, 0, HEAD, 0)
  return head.subarray(0, bytesRead)
}
