import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { openBucket } from '../../../../platform/server/files/bucket.ts'
import { newKey } from '../../../../platform/server/files/stored-file.ts'
import { type Format, LARGEST_FILE } from '../../domain/vocabulary.ts'
import { arriving, tooLarge } from './arriving.ts'
import { HEAD, refuseOtherContent } from './inspect-file.ts'
import {
  beginningOf,
  isNoSuchFile,
  KEPT_MS,
  keyOf,
  MOST_OF_ONE,
  otherOffset,
  type PartialFiles,
  type Whose,
} from './partial-files.ts'

/** So much is held before it is put into the bucket. */
const PIECE = 4 << 20

type Piece = { name: string; start: number; length: number; at: Date }

/**
 * Files that arrive in pieces, where files are kept in a bucket: each piece is an object that says where it begins, so that any
 * server goes on behind what another one took. Two that overlap are of one content, or the checksum of the whole says so.
 */
export function createPartialObjects(address: string, incoming: string): PartialFiles {
  const bucket = openBucket(address)

  /** The pieces that follow each other from the beginning. */
  async function chain(whose: Whose): Promise<{ pieces: Piece[]; size: number }> {
    const found: Piece[] = []
    for await (const { name, at } of bucket.list(`${keyOf(whose)}.`)) {
      const [, start, length] = /\.(\d+)-(\d+)$/.exec(name) ?? []
      if (length) found.push({ name, start: Number(start), length: Number(length), at })
    }
    const pieces: Piece[] = []
    let size = 0
    for (;;) {
      const next = found.filter(({ start }) => start === size).toSorted((a, b) => b.length - a.length)[0]
      if (!next) return { pieces, size }
      pieces.push(next)
      size += next.length
    }
  }

  async function removeAll(whose: Whose): Promise<void> {
    for await (const { name } of bucket.list(`${keyOf(whose)}.`)) await bucket.remove(name)
  }

  async function isRoomFor(whose: Whose): Promise<boolean> {
    const own = new Set<string>()
    for await (const { name } of bucket.list(beginningOf(whose.userId))) own.add(name.split('.')[0] as string)
    return own.size < MOST_OF_ONE || own.has(keyOf(whose))
  }

  async function headOf(pieces: Piece[]): Promise<Buffer> {
    let head = Buffer.alloc(0)
    for (const { name } of pieces) {
      if (head.length >= HEAD) break
      head = Buffer.concat([head, await bucket.bytes(name)])
    }
    return head.subarray(0, HEAD)
  }

  return {
    received: async (whose) => (await chain(whose)).size,

    async append(whose, body, offset, named: Format) {
      if (offset === 0 && !(await isRoomFor(whose)))
        throw refuse(409, 'too_many_uploads', { values: { most: MOST_OF_ONE } })
      const before = await chain(whose)
      if (before.size !== offset) throw otherOffset()
      let head = offset >= HEAD ? null : await headOf(before.pieces)
      let put = offset
      let waiting: Uint8Array[] = []
      let held = 0
      const flush = async () => {
        if (held === 0) return
        await bucket.put(`${keyOf(whose)}.${put}-${held}`, Buffer.concat(waiting))
        put += held
        waiting = []
        held = 0
      }
      try {
        for await (const piece of arriving(body)) {
          if (put + held + piece.length > LARGEST_FILE) throw tooLarge()
          waiting.push(piece)
          held += piece.length
          if (head) {
            head = Buffer.concat([head, piece.subarray(0, HEAD)])
            // What cannot be right is told before the rest has arrived.
            if (head.length >= HEAD) {
              refuseOtherContent(head, named)
              head = null
            }
          }
          if (held >= PIECE) await flush()
        }
        await flush()
        if (put === 0) throw refuse(422, 'empty_body')
        return put
      } catch (fault) {
        // Of what broke off, what came stays.
        if (isNoSuchFile(fault)) await removeAll(whose)
        else await flush()
        throw fault
      }
    },

    /** A copy of this server's own, gone when it is closed. */
    async open(whose): Promise<FileHandle> {
      const { pieces } = await chain(whose)
      if (pieces.length === 0) throw Object.assign(new Error('nothing arrived'), { code: 'ENOENT' })
      const place = path.join(incoming, newKey())
      const file = await open(place, 'wx+', 0o600)
      try {
        for (const { name } of pieces) await file.writeFile(await bucket.bytes(name))
        return file
      } catch (fault) {
        await file.close()
        throw fault
      } finally {
        await rm(place, { force: true })
      }
    },

    remove: removeAll,

    async sweep() {
      for await (const { name, at } of bucket.list())
        if (Date.now() - at.getTime() > KEPT_MS) await bucket.remove(name)
    },
  }
}
