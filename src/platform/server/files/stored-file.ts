import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { access, lstat, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

export type StoredFile = { key: string; size: number; checksum: Buffer }
/** Bytes, both ends included. */
export type Range = { start: number; end: number }

/** Files under names that tell nothing (D13), each with its size and SHA-256; never overwritten. */
export type FileStore = {
  /** Keeps what comes, whole before it answers; nothing stays of a source that fails. `key`: under the name that it had before. */
  keep(pieces: AsyncIterable<Uint8Array>, key?: string): Promise<StoredFile>
  /** Whether it is there as it was kept. */
  isWhole(file: StoredFile): Promise<boolean>
  /** Another one whenever the file may have been changed since; undefined: it is not there. */
  mark(key: string): Promise<string | undefined>
  read(key: string, range?: Range): Promise<Readable>
  remove(key: string): Promise<void>
  /** Whose place it is: the id of an installation; undefined: nobody said so. */
  label(): Promise<string | undefined>
  putLabel(installation: string): Promise<void>
  /** Removes what nobody knows of and is older than `ageMs`: left by a server that was killed. */
  removeUnknown(known: ReadonlySet<string>, ageMs: number): Promise<void>
}

/** Beside the files; no key of one. */
export const LABEL = 'lotline-installation'

export const newKey = () => randomBytes(24).toString('hex')
export const isKey = (text: string) => /^[0-9a-f]{48}$/.test(text)

// A name that was made to point elsewhere is not followed.
const READ = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW

/** Whoever asks for one that cannot be made hears that it does not answer. */
export function makePlace(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {}
}

/** In a folder of this machine: mode 600, the folder 700. */
export function openFileStore(folder: string): FileStore {
  makePlace(folder)
  const place = (key: string) => {
    if (!isKey(key)) throw new Error('not the key of a file')
    return path.join(folder, key)
  }
  return {
    async keep(pieces, key = newKey()) {
      const hash = createHash('sha256')
      let size = 0
      try {
        const file = await open(place(key), 'wx', 0o600)
        try {
          for await (const piece of pieces) {
            hash.update(piece)
            size += piece.length
            await file.writeFile(piece)
          }
          await file.sync()
        } finally {
          await file.close()
        }
      } catch (fault) {
        await rm(place(key), { force: true })
        throw fault
      }
      return { key, size, checksum: hash.digest() }
    },
    async isWhole({ key, size, checksum }) {
      const found = await lstat(place(key)).catch(() => null)
      if (!found?.isFile() || found.size !== size) return false
      const hash = createHash('sha256')
      for await (const piece of await openForReading(place(key))) hash.update(piece as Buffer)
      return hash.digest().equals(checksum)
    },
    async mark(key) {
      const found = await lstat(place(key), { bigint: true }).catch(() => null)
      return found ? `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}` : undefined
    },
    read: (key, range) => openForReading(place(key), range),
    remove: (key) => rm(place(key), { force: true }),
    async label() {
      const written = await readFile(path.join(folder, LABEL), 'utf8').catch(
        (fault: NodeJS.ErrnoException) => {
          if (fault.code === 'ENOENT') return undefined
          throw fault
        },
      )
      if (written === undefined) await access(folder)
      return written?.trim()
    },
    async putLabel(installation) {
      const fresh = path.join(folder, `${LABEL}.${process.pid}`)
      await writeFile(fresh, `${installation}\n`, { mode: 0o600 })
      await rename(fresh, path.join(folder, LABEL))
    },
    async removeUnknown(known, ageMs) {
      for (const name of await readdir(folder)) {
        if (!isKey(name) || known.has(name)) continue
        const found = await lstat(place(name)).catch(() => null)
        if (found && Date.now() - found.mtimeMs > ageMs) await rm(place(name), { force: true })
      }
    },
  }
}

async function openForReading(place: string, range?: Range): Promise<Readable> {
  const file = await open(place, READ)
  return file.createReadStream(range)
}
