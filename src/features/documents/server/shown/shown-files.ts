import { buffer } from 'node:stream/consumers'
import type { ReadMail, ShownAs } from '../../../../platform/contract/shown-file.ts'
import { busy } from '../../../../platform/server/endpoint/fault.ts'
import type { StoredFile } from '../../../../platform/server/files/stored-file.ts'
import { createSemaphore } from '../../../../platform/server/semaphore.ts'
import type { Format } from '../../domain/vocabulary.ts'
import { workApart } from '../apart.ts'
import type { DocumentFiles } from '../document-files.ts'

export type Showing = { as: ShownAs; format: Format; data: Uint8Array }
export type Shown =
  | { kind: 'picture'; jpeg: Uint8Array }
  | { kind: 'mail'; mail: ReadMail }
  | { kind: 'none' }

const LIMIT_MS = 20_000
const MOST_WAITING = 20
/** Bytes of pictures that are kept for who asks next. */
const KEPT = 24 * 1024 * 1024

/** What can be shown of a file beside the file itself. */
const SHOWN: Readonly<Partial<Record<Format, ShownAs>>> = {
  ...{ png: 'picture', jpg: 'picture', webp: 'picture', heic: 'picture', tif: 'picture', eml: 'mail' },
}
export const isShownAs = (format: Format, as: ShownAs): boolean => SHOWN[format] === as

/** Attachments as a screen shows them: read apart, and drawn anew, so that a browser never gets the file itself to look at. */
export function createShownFiles(documents: DocumentFiles) {
  const { ask } = workApart<Showing, Shown>({ source: './shown/read-shown', limitMs: LIMIT_MS })
  const slots = createSemaphore({ limit: 1, maxWaiting: MOST_WAITING, timeoutMs: LIMIT_MS, onRejected: busy })
  const kept = new Map<string, Uint8Array>()
  let size = 0

  function keep(key: string, jpeg: Uint8Array) {
    if (kept.has(key) || jpeg.length > KEPT) return
    kept.set(key, jpeg)
    size += jpeg.length
    for (const [oldest, { length }] of kept) {
      if (size <= KEPT) return
      kept.delete(oldest)
      size -= length
    }
  }

  /** Of a file that was checked. `none`: nothing can be seen of it. */
  return async (file: StoredFile & { format: Format }, as: ShownAs): Promise<Shown> => {
    const key = `${file.key} ${file.checksum.toString('base64url')}`
    const known = kept.get(key)
    if (known) return { kind: 'picture', jpeg: known }
    const shown = await slots.run(async () => {
      const data = await buffer(await documents.files.read(file.key))
      return ask({ as, format: file.format, data })
    })
    if (shown?.kind === 'picture') keep(key, shown.jpeg)
    return shown ?? { kind: 'none' }
  }
}
export type ShownFiles = ReturnType<typeof createShownFiles>
