import type { Readable } from 'node:stream'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { FileStore, Range, StoredFile } from '../../../platform/server/files/stored-file.ts'

/** So long a file that was read whole is trusted for pieces of it, unless it was touched: viewers ask for many, one after the other. */
const TRUSTED_MS = 60_000
const MOST_TRUSTED = 500

/** Opens files of documents, never one that is not as it was kept (T34). */
export function createDocumentFiles(files: FileStore) {
  const trusted = new Map<string, { mark: string; until: number }>()

  async function conditionOf(file: StoredFile, part: boolean): Promise<'sound' | 'damaged' | 'missing'> {
    const mark = await files.mark(file.key)
    if (mark === undefined) return 'missing'
    const known = trusted.get(file.key)
    if (part && known?.mark === mark && known.until > Date.now()) return 'sound'
    trusted.delete(file.key)
    if (!(await files.isWhole(file))) return 'damaged'
    if (trusted.size >= MOST_TRUSTED) trusted.delete(trusted.keys().next().value as string)
    trusted.set(file.key, { mark, until: Date.now() + TRUSTED_MS })
    return 'sound'
  }

  return {
    files,
    /** @throws 404 where it is gone, with the state of its document; 500 damaged; 503 where the place of the files does not answer */
    async check(file: StoredFile & { standing?: string }, part = false): Promise<void> {
      const condition = await fromPlace(conditionOf(file, part))
      if (condition === 'damaged') throw refuse(500, 'stored_file_damaged')
      if (condition === 'missing')
        throw refuse(404, 'file_missing', { ...(file.standing && { figures: { status: file.standing } }) })
    },
    /** The content of a version, checked: for whoever reads it on the server. */
    async open(file: StoredFile, range?: Range): Promise<Readable> {
      await this.check(file, range !== undefined)
      return fromPlace(files.read(file.key, range))
    },
  }
}
export type DocumentFiles = ReturnType<typeof createDocumentFiles>

const fromPlace = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => {
    throw Object.assign(refuse(503, 'files_unavailable', { retryAfter: 5 }), { cause: fault })
  })
