import type { Arrived, Facts } from '../../admin-contract.ts'
import { formatOfName, isSafeName } from '../../domain/file-name.ts'
import { propose } from '../../domain/propose.ts'
import { LARGEST_FILE } from '../../domain/vocabulary.ts'
import { arrivedOf, checksumOf, sendDocument } from './send-document.ts'

const AT_ONCE = 2

export type Upload = {
  key: number
  file: File
  facts: Omit<Facts, 'audience'>
  note: string | null
  /** checking: its checksum is worked out; stopped: by hand, to go on later; refused: it will never be taken. */
  state: 'checking' | 'ready' | 'queued' | 'sending' | 'stopped' | 'failed' | 'refused' | 'done'
  /** Bytes that have arrived; of a file that was begun before also while it is ready. */
  sent: number
  /** The line broke; it goes on by itself. */
  waiting: boolean
  duplicates: Arrived['duplicates']
  fault: unknown
  /** The document that it became. */
  id: number | null
}

type Inner = Upload & { checksum: string | null; ending: AbortController }

/** The files of one screen on their way: two at a time, each to be stopped and gone on with. */
export function createUploads() {
  let items: readonly Inner[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const checks: number[] = []
  let checking = false

  const set = (next: readonly Inner[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  const patch = (key: number, more: Partial<Inner>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...more } : item)))
  const find = (key: number) => items.find((item) => item.key === key)

  /** One file in memory at a time. */
  async function check() {
    if (checking) return
    checking = true
    for (let key = checks.shift(); key !== undefined; key = checks.shift()) {
      const item = find(key)
      if (item?.state !== 'checking') continue
      try {
        const checksum = item.checksum ?? (await checksumOf(item.file))
        const { received, duplicates } = await arrivedOf(checksum, item.ending.signal)
        patch(key, { checksum, duplicates, sent: received, state: 'ready' })
      } catch (fault) {
        patch(key, { state: 'failed', fault })
      }
    }
    checking = false
  }

  async function send(item: Inner, audience: Facts['audience']) {
    const { key, file, facts, note } = item
    const ending = new AbortController()
    patch(key, { state: 'sending', ending, fault: null, waiting: false })
    try {
      const checksum = item.checksum ?? (await checksumOf(file))
      patch(key, { checksum })
      const wish = { file, checksum, note, target: { document: { ...facts, audience } } }
      const added = await sendDocument(wish, {
        signal: ending.signal,
        onProgress: (sent) => patch(key, { sent: Math.min(sent, file.size) }),
        onWaiting: (waiting) => patch(key, { waiting }),
      })
      patch(key, {
        state: 'done',
        sent: file.size,
        id: added.id,
        duplicates: added.duplicates,
        waiting: false,
      })
    } catch (fault) {
      if (find(key)?.state !== 'stopped') patch(key, { state: 'failed', fault, waiting: false })
    }
    next(audience)
  }

  function next(audience: Facts['audience']) {
    const busy = items.filter(({ state }) => state === 'sending').length
    for (const item of items.filter(({ state }) => state === 'queued').slice(0, AT_ONCE - busy))
      void send(item, audience)
  }

  return {
    read: () => items as readonly Upload[],
    listen(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files: readonly File[]) {
      const added = files.map((file): Inner => {
        const { note, ...proposed } = propose(file.name)
        const refused =
          formatOfName(file.name) === undefined ||
          !isSafeName(file.name) ||
          file.size === 0 ||
          file.size > LARGEST_FILE
        return {
          ...{ key: ++last, file, note, state: refused ? 'refused' : 'checking', sent: 0, waiting: false },
          ...{ duplicates: [], fault: null, id: null, checksum: null, ending: new AbortController() },
          facts: {
            ...proposed,
            description: null,
            productName: null,
            productLine: null,
            lotSource: null,
            expiresOn: null,
          },
        }
      })
      set([...items, ...added])
      checks.push(...added.filter(({ state }) => state === 'checking').map(({ key }) => key))
      void check()
    },
    change: (key: number, more: Pick<Partial<Upload>, 'facts' | 'note'>) => patch(key, more),
    remove(key: number) {
      find(key)?.ending.abort()
      set(items.filter((item) => item.key !== key))
    },
    /** All that are ready, or those that are named. */
    start(audience: Facts['audience'], keys?: readonly number[]) {
      const startable = ['ready', 'stopped', 'failed']
      set(
        items.map((item) =>
          (keys ? keys.includes(item.key) && startable.includes(item.state) : item.state === 'ready')
            ? { ...item, state: 'queued' as const, fault: null }
            : item,
        ),
      )
      next(audience)
    },
    /** What has arrived stays, and is gone on with. */
    stop(key: number) {
      const item = find(key)
      patch(key, { state: 'stopped', waiting: false })
      item?.ending.abort()
    },
    end() {
      for (const { ending } of items) ending.abort()
      listeners.clear()
    },
  }
}
