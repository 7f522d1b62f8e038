import { isPassing, isProblem } from '../api/failures.ts'
import { tabOnly } from '../browser-storage.ts'
import { openDrafts } from './open-drafts.ts'
import type { DraftStore, StoredDraft } from './stored-draft.ts'

/** After the last key. */
const PAUSE_MS = 1_500
const AGAIN_MS = 10_000

/** What happens elsewhere: another tab or device has kept something since, or it is too large to be kept. */
export type DraftNews = { theirs: StoredDraft } | { tooLarge: boolean }
export type DraftPlace = {
  /** Its name on the server. */
  form: string
  /** Where it lies in this tab until the server has it. */
  key: string
  store: DraftStore
  tell: (news: DraftNews) => void
}

/** Requests of one form, one after the other: also of one that was left and is opened again while they are on their way. */
const lines = new Map<string, Promise<unknown>>()

/** Beside what lies in the tab: the version of the server’s draft that was typed on; and that it was sent as the page was left. */
const VERSION = '$version'
const LEFT = '$left'

/** What lies in the tab; null: nothing, or nothing that can be read. */
function inTabOf(key: string) {
  try {
    const text = tabOnly.read(key)
    if (text === null) return null
    const { [VERSION]: version, [LEFT]: left, ...values } = JSON.parse(text) as Record<string, unknown>
    return { values, version: typeof version === 'number' ? version : 0, left: left === true }
  } catch {
    return null
  }
}

/**
 * Keeps what is typed into one form: at once in this tab, after a short pause on the server, and there only from then on. What is
 * kept on the server by another tab meanwhile is never written over: it is told, and a person decides.
 */
export function createDraftKeeper({ form, key, store, tell }: DraftPlace) {
  /** That the server has, as far as is known here; null: it was not learnt yet. */
  let version: number | null = null
  /** Not on the server yet. */
  let waiting: object | null = null
  /** Saves wait for a decision. */
  let held = false
  let closed = false
  /** It has a draft or a file of it. */
  let stored = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Of this tab, before this page was loaded. */
  const before = inTabOf(key)
  /** Sent last: its answer may not have come. */
  let sentLast: string | null = null

  const inTab = (values: object | null, more = {}) =>
    tabOnly.write(
      key,
      values && JSON.stringify({ ...values, [VERSION]: version ?? before?.version ?? 0, ...more }),
    )
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void save(), ms)
  }
  /** Sent from this tab, by an attempt whose answer did not come. */
  const isOwn = ({ contents, version: of }: StoredDraft) =>
    JSON.stringify(contents) === sentLast || (before?.left === true && of === before.version + 1)
  /** What the server has stands in the way of what waits, unless it is an earlier state of the same. */
  const meet = (found: StoredDraft | null, known: number) => {
    if (!found || found.version === 0 || found.version === known || isOwn(found)) return later(PAUSE_MS)
    held = true
    tell({ theirs: found })
  }

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const next = (lines.get(key) ?? Promise.resolve()).then(work)
    lines.set(
      key,
      next.catch(() => undefined),
    )
    return next
  }
  const save = (last = false): Promise<void> => {
    clearTimeout(timer)
    return inLine(() => put(last)).catch(() => undefined)
  }
  async function put(last: boolean) {
    if (version === null && !last) await learn()
    if (!waiting || held || version === null) return
    const sent = waiting
    sentLast = JSON.stringify(sent)
    if (last) inTab(sent, { [LEFT]: true })
    try {
      version = await store.put(form, sent, version, last)
      stored = true
      tell({ tooLarge: false })
      if (waiting === sent) waiting = null
      // What was typed meanwhile waits for its own pause.
      inTab(waiting)
    } catch (failure) {
      if (isProblem(failure, 412)) {
        version = null
        await learn()
      } else if (isProblem(failure, 413)) tell({ tooLarge: true })
      else if (isPassing(failure)) later(AGAIN_MS)
    }
  }
  /** What the server has: nothing that stands in the way, or something that a person decides on. */
  async function learn() {
    const found = await ask()
    if (waiting) meet(found, 0)
  }
  async function ask() {
    const found = await store.get(form)
    version = found?.version ?? 0
    stored = found !== null
    return found
  }

  const keeper = {
    /** What the server has, for a form in which nothing was typed yet; null: nothing, or it is told, or cannot be learnt now. */
    load: (): Promise<StoredDraft | null> =>
      inLine(async () => {
        const found = await ask()
        // Typed in this tab, before it was loaded anew or just now; the server may have it by now.
        waiting ??= tabOnly.read(key) === null ? null : (before?.values ?? null)
        if (waiting) meet(found, before?.version ?? 0)
        return found
      }).catch(() => null),
    change(values: object) {
      waiting = values
      inTab(values)
      if (!held) later(PAUSE_MS)
    },
    /** Of what stands in the way: it is taken instead, or written over. */
    settle(theirs: StoredDraft, mine: boolean) {
      held = false
      version = theirs.version
      if (mine) return later(0)
      waiting = null
      inTab(null)
    },
    /** It was sent or given up. */
    forget(): Promise<void> {
      clearTimeout(timer)
      waiting = null
      inTab(null)
      // What another tab has typed meanwhile is its own.
      const others = held
      held = false
      return inLine(async () => {
        if (!others && (stored || version === null)) await store.remove(form, version ?? undefined)
        version = 0
        stored = false
      }).catch(() => undefined)
    },
    /** A file was added to it, or removed. */
    noteFile() {
      stored = true
    },
    save,
    close() {
      const last = save()
      closed = true
      openDrafts.delete(save)
      return last
    },
  }
  openDrafts.add(save)
  return keeper
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>
