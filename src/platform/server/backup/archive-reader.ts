import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { OperatorError } from '../operator-error.ts'
import { type Member, SEAL } from './archive-writer.ts'
import { BLOCK, padding, readTarHeader } from './tar.ts'

const PIECE = 1 << 20

export type Archive = {
  members: readonly Member[]
  /** Bytes of a member, held once more against the SHA-256 that was found at first. @throws OperatorError */
  read(name: string): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/**
 * Opens a backup after every byte of it was read: whatever was changed, cut off or added is found before anything is done with
 * it. @throws OperatorError naming what is not as it was written
 */
export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'r').catch((fault: NodeJS.ErrnoException) => {
    throw new OperatorError(
      fault.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${fault.message}`,
    )
  })
  try {
    const found = await walk(handle, file)
    const places = new Map(found.map((member) => [member.name, member]))
    return {
      members: found,
      async *read(name) {
        const place = places.get(name)
        if (!place) throw damaged(file, `it has no ${name}`)
        const own = createHash('sha256')
        for await (const piece of pieces(handle, place.at, place.size)) {
          own.update(piece)
          yield piece
        }
        if (own.digest('hex') !== place.sha256) throw damaged(file, `${name} was changed while it was read`)
      },
      close: () => handle.close(),
    }
  } catch (fault) {
    await handle.close()
    throw fault
  }
}

async function walk(handle: FileHandle, file: string): Promise<(Member & { at: number })[]> {
  const { size: whole } = await handle.stat()
  const members: (Member & { at: number })[] = []
  const all = createHash('sha256')
  for (let at = 0; ; ) {
    const header = Buffer.concat(await collect(pieces(handle, at, BLOCK)))
    const read = header.length === BLOCK ? readTarHeader(header) : undefined
    if (!read) throw damaged(file, header.length < BLOCK ? 'its end is missing' : `at byte ${at}`)
    const { name, size } = read
    const sealed = all.copy()
    const own = createHash('sha256')
    all.update(header)
    const content: Buffer[] = []
    let length = 0
    for await (const piece of pieces(handle, at + BLOCK, size)) {
      length += piece.length
      own.update(piece)
      all.update(piece)
      if (name === SEAL) content.push(piece)
    }
    if (length < size) throw damaged(file, `the end of ${name} is missing`)
    const gap = await collect(pieces(handle, at + BLOCK + size, padding(size)))
    for (const piece of gap) all.update(piece)
    const next = at + BLOCK + size + padding(size)
    if (name === SEAL) {
      if (Buffer.concat(content).toString() !== `${sealed.digest('hex')}\n`)
        throw damaged(file, 'its bytes are not those that were written')
      const rest = Buffer.concat([...gap, ...(await collect(pieces(handle, next, 2 * BLOCK)))])
      if (whole !== next + 2 * BLOCK || rest.some((byte) => byte !== 0)) throw damaged(file, 'at its end')
      return members
    }
    members.push({ name, size, sha256: own.digest('hex'), at: at + BLOCK })
    at = next
  }
}

/** Bytes of a place in the file, in pieces; fewer where it ends before. */
async function* pieces(handle: FileHandle, at: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const { bytesRead, buffer } = await handle.read({
      buffer: Buffer.allocUnsafe(Math.min(PIECE, size - done)),
      position: at + done,
    })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    done += bytesRead
  }
}

async function collect(all: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const found: Buffer[] = []
  for await (const piece of all) found.push(piece)
  return found
}

const damaged = (file: string, where: string) =>
  new OperatorError(`${file} is no whole backup: ${where}. Nothing was restored from it.`)
