import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { BLOCK, padding, tarHeader } from './tar.ts'

/** A part of an archive, with the SHA-256 of its bytes in hexadecimal. */
export type Member = { name: string; size: number; sha256: string }

/** The last member of every archive: the SHA-256 of all bytes before it. */
export const SEAL = 'SHA256'

/**
 * Writes an archive: an ordinary tar, mode 600, under another name until it is whole, so that a run that was killed leaves
 * nothing that looks like a backup. Each file that `work` adds is a member, the last one seals them.
 * @throws OperatorError where there is a file of that name already
 */
export async function writeArchive<T>(
  file: string,
  work: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  if (fs.existsSync(file)) throw new OperatorError(`There is a file ${file} already. Give another name.`)
  sweepLeftovers(file)
  const unfinished = `${file}.${process.pid}.unfinished`
  const handle = await open(unfinished, 'wx', 0o600).catch((fault: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} cannot be written: ${fault.message}`, { cause: fault })
  })
  const archive = new ArchiveWriter(handle)
  let result: T
  try {
    try {
      result = await work(archive)
      await archive.seal()
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (fault) {
    await rm(unfinished, { force: true })
    throw fault
  }
  await rename(unfinished, file)
  await syncFolder(path.dirname(path.resolve(file)))
  return result
}

export class ArchiveWriter {
  /** In their order. */
  readonly members: Member[] = []
  private readonly handle: FileHandle
  private readonly all = createHash('sha256')

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  /** A member whose size is known before; what comes has to be as long. Answers its SHA-256. */
  async add(name: string, size: number, pieces: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<Member> {
    const own = createHash('sha256')
    let written = 0
    await this.write(tarHeader(name, size))
    for await (const piece of pieces) {
      written += piece.length
      own.update(piece)
      await this.write(piece)
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`)
    await this.write(Buffer.alloc(padding(size)))
    const member = { name, size, sha256: own.digest('hex') }
    this.members.push(member)
    return member
  }

  async seal(): Promise<void> {
    const seal = Buffer.from(`${this.all.copy().digest('hex')}\n`)
    await this.add(SEAL, seal.length, [seal])
    await this.write(Buffer.alloc(2 * BLOCK))
  }

  private async write(piece: Uint8Array): Promise<void> {
    this.all.update(piece)
    await this.handle.writeFile(piece)
  }
}

/** `<file>.<pid>.unfinished` of runs that were killed. */
function sweepLeftovers(file: string): void {
  const folder = path.dirname(path.resolve(file))
  if (!fs.existsSync(folder)) return
  for (const name of fs.readdirSync(folder)) {
    const pid = name.startsWith(`${path.basename(file)}.`) && /\.(\d+)\.unfinished$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) fs.rmSync(path.join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The name itself is on the disk then. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
