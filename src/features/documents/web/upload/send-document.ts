import { createApi } from '../../../../platform/web/api/create-api.ts'
import { isPassing, isProblem } from '../../../../platform/web/api/failures.ts'
import { queryString } from '../../../../platform/web/api/query-string.ts'
import { sendFile } from '../../../../platform/web/api/send-file.ts'
import { type Added, type Arrived, documentsUploadContract, type Facts } from '../../admin-contract.ts'

const api = createApi(documentsUploadContract)
const UPLOADS = '/admin/documents/uploads'
/** What is smaller goes in one request: to begin anew costs less than to ask where to go on. */
const IN_PIECES = 1024 * 1024
/** Attempts that bring nothing, one after the other, before a person has to say that it should go on. */
const MOST_IN_VAIN = 6
const FIRST_WAIT_MS = 1000

export type Hooks = {
  signal: AbortSignal
  /** Bytes that have arrived. */
  onProgress: (sent: number) => void
  /** The line broke: it goes on by itself. */
  onWaiting: (waiting: boolean) => void
}
type Target = { document: Facts } | { id: number }
export type Wish = { file: File; checksum: string; note: string | null; target: Target }

/** SHA-256, in hexadecimal. */
export async function checksumOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const arrivedOf = (checksum: string, signal: AbortSignal): Promise<Arrived> =>
  api.arrived({ checksum }, { signal })

/** A new document or a new version, sent on from where an earlier attempt stopped; answers what became of it. */
export async function sendDocument(wish: Wish, hooks: Hooks): Promise<Added> {
  const { file, checksum, target } = wish
  const large = file.size > IN_PIECES
  if (large) await sendPieces(file, checksum, hooks)
  const path = 'id' in target ? `/admin/documents/${target.id}/versions` : '/admin/documents'
  const address = `${path}${queryString({
    name: file.name,
    note: wish.note,
    ...(large && { sent: checksum }),
    ...('document' in target && { document: JSON.stringify(target.document) }),
  })}`
  const known = new Set((await arrivedOf(checksum, hooks.signal)).duplicates.map(keyOf))
  return again(hooks, async () => {
    try {
      const options = {
        method: 'POST' as const,
        signal: hooks.signal,
        onProgress: large ? () => {} : hooks.onProgress,
      }
      return (await sendFile(address, large ? null : file, options)) as Added
    } catch (fault) {
      // Without an answer nobody knows whether it was done, but that can be asked.
      if (!isPassing(fault)) throw fault
      const { duplicates } = await arrivedOf(checksum, hooks.signal)
      const done = duplicates.find((one) => !known.has(keyOf(one)))
      if (!done) throw fault
      return { id: done.id, version: done.version, duplicates: duplicates.filter((one) => one !== done) }
    }
  })
}

const keyOf = ({ id, version }: { id: number; version: number }) => `${id} ${version}`

async function sendPieces(file: File, checksum: string, hooks: Hooks): Promise<void> {
  let best = -1
  await again(hooks, async (begin) => {
    const { received } = await arrivedOf(checksum, hooks.signal)
    hooks.onProgress(received)
    // Something has arrived since: the attempts were not in vain.
    if (received > best) begin()
    best = Math.max(best, received)
    if (received >= file.size) return
    const path = `${UPLOADS}/${checksum}${queryString({ name: file.name, offset: received })}`
    await sendFile(path, file.slice(received), {
      method: 'PUT',
      signal: hooks.signal,
      onProgress: (sent) => hooks.onProgress(received + sent),
    })
  })
}

/** Repeats what failed for a reason that passes; waits as long as the server says, or for the line to come back. */
async function again<T>({ signal, onWaiting }: Hooks, work: (begin: () => void) => Promise<T>): Promise<T> {
  for (let inVain = 0; ; inVain++) {
    try {
      return await work(() => {
        inVain = 0
      })
    } catch (fault) {
      signal.throwIfAborted()
      const elsewhere = isProblem(fault, 409) && fault.code === 'other_offset'
      if (!(isPassing(fault) || isProblem(fault, 429) || isProblem(fault, 408) || elsewhere)) throw fault
      if (inVain >= MOST_IN_VAIN) throw fault
      const said = isProblem(fault) ? fault.retryAfter : null
      onWaiting(true)
      await pause(said === null ? FIRST_WAIT_MS * 2 ** Math.min(inVain, 4) : said * 1000, signal)
      onWaiting(false)
    }
  }
}

/** Until then; without a line until it is back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done, failed) => {
    const over = () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', over)
      signal.removeEventListener('abort', abort)
      done()
    }
    const abort = () => {
      over()
      failed(signal.reason)
    }
    const timer = window.setTimeout(() => navigator.onLine && over(), ms)
    window.addEventListener('online', over)
    signal.addEventListener('abort', abort)
  })
}
