import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadRefusal } from './refusal.ts'

/** What is kept in memory; anything larger lies in a file that no name leads to. */
const IN_MEMORY = 1024 * 1024
const LARGEST = 4 * 1024 ** 3
/** What is cut out of a piece lives until the piece is read: of small ones little has to be moved when memory is cleared. */
const PIECE = 64 * 1024

/** The bytes of a body, which can be read from the beginning as often as needed. */
export type Spool = {
  size: number
  bytes(): AsyncGenerator<Buffer>
  /** `length` bytes from `from` on, fewer at the end. */
  slice(from: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** Takes a body in to its end, in constant memory: what a file says of itself is known only behind its last row (C3). Throws
 * `unpacked_too_large` and `no_space`. */
export async function spool(bytes: AsyncIterable<Buffer>): Promise<Spool> {
  const kept: Buffer[] = []
  let size = 0
  let file: Awaited<ReturnType<typeof openUnnamed>> | undefined
  try {
    for await (const piece of bytes) {
      size += piece.length
      if (size > LARGEST) throw new ReadRefusal('unpacked_too_large', 'The body is larger than 4 GB.')
      if (!file && size <= IN_MEMORY) {
        kept.push(Buffer.from(piece))
        continue
      }
      file ??= await openUnnamed(kept.splice(0))
      await file.write(piece)
    }
  } catch (fault) {
    await file?.close()
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC')
      throw new ReadRefusal('no_space', 'The server has no room left for the file; nothing of it was kept.')
    throw fault
  }
  return file ? inFile(file, size) : inMemory(Buffer.concat(kept))
}

async function openUnnamed(first: readonly Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-body-'))
  const file = await open(join(folder, 'body'), 'wx+', 0o600)
  // Unlinked at once: it goes with the process, however that ends.
  await rm(folder, { recursive: true })
  for (const piece of first) await file.write(piece)
  return file
}

function inFile(file: Awaited<ReturnType<typeof openUnnamed>>, size: number): Spool {
  async function slice(from: number, length: number): Promise<Buffer> {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }
  return {
    size,
    async *bytes() {
      for (let at = 0; at < size; ) {
        const piece = await slice(at, PIECE)
        if (piece.length === 0) return
        at += piece.length
        yield piece
      }
    },
    slice,
    close: () => file.close(),
  }
}

function inMemory(all: Buffer): Spool {
  return {
    size: all.length,
    async *bytes() {
      for (let at = 0; at < all.length; at += PIECE) yield all.subarray(at, at + PIECE)
    },
    slice: async (from, length) => all.subarray(from, from + length),
    close: async () => {},
  }
}
