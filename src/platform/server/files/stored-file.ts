import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

export type StoredFile = { key: string; size: number; checksum: Buffer }

const KEY = /^[0-9a-f]{48}$/

/** A folder of files with names that tell nothing (D13): mode 600, the folder 700, each with its size and SHA-256. */
export function openFileStore(folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = (key: string) => {
    if (!KEY.test(key)) throw new Error('not the key of a file')
    return path.join(folder, key)
  }
  return {
    /** Keeps what comes, whole on the disk before it answers; nothing stays of a source that fails. */
    async keep(pieces: AsyncIterable<Uint8Array>): Promise<StoredFile> {
      const key = randomBytes(24).toString('hex')
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
    /** Whether it is there as it was kept. */
    async isWhole({ key, size, checksum }: StoredFile): Promise<boolean> {
      const found = await stat(place(key)).catch(() => null)
      if (found?.size !== size) return false
      const hash = createHash('sha256')
      for await (const piece of fs.createReadStream(place(key))) hash.update(piece as Buffer)
      return hash.digest().equals(checksum)
    },
    read: (key: string) => fs.createReadStream(place(key)),
    remove: (key: string) => rm(place(key), { force: true }),
    /** Removes what nobody knows of and is older than `ageMs`: left by a server that was killed. */
    async removeUnknown(known: ReadonlySet<string>, ageMs: number): Promise<void> {
      for (const name of await readdir(folder)) {
        if (!KEY.test(name) || known.has(name)) continue
        const found = await stat(place(name)).catch(() => null)
        if (found && Date.now() - found.mtimeMs > ageMs) await rm(place(name), { force: true })
      }
    },
  }
}
export type FileStore = ReturnType<typeof openFileStore>
