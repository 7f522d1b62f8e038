import { isPassing, isProblem } from '../api/failures.ts'
import { tabOnly } from '../browser-storage.ts'
import type { DraftStore, StoredDraft } from './draft-store.ts'

/** After the last key. */
const PAUSE_MS = 1_500
const AGAIN_MS = 10_000

/** What happens elsewhere: another tab or device has kept something since, or it is too large to be kept. */
export type DraftNews = { theirs: StoredDraft } | { tooLarge: boolean }
type Place = {
  /** Its name on the server. */
  form: string
  /** Where it lies in this tab until the server has it. */
  key: string
  store: DraftStore
  tell: (news: DraftNews) => void
}

const open = new Set<(last: boolean) => Promise<void>>()
/** Requests of one form, one after the other: also of one that was left and is opened again while they are on their way. */
const lines = new Map<string, Promise<unknown>>()

/** Everything that was typed goes to the server now: somebody signs out, works for another company, or leaves the page. */
export const flushDrafts = async (last = false): Promise<void> => {
  await Promise.all([...open].map((save) => save(last)))
}

/** Called once, when the app starts. */
export function watchLeaving() {
  window.addEventListener('pagehide', () => void flushDrafts(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void flushDrafts()
  })
}

const VERSION = '$version'
/** Of the server’s draft that was typed on, beside what lies in the tab. */
function versionIn(text: string | null): number {
  if (text === null) return 0
  try {
    const version: unknown = (JSON.parse(text) as Record<string, unknown>)[VERSION]
    return typeof version === 'number' ? version : 0
  } catch {
    return 0
  }
}

/**
 * Keeps what is typed into one form: at once in this tab, after a short pause on the server, and there only from then on. What is
 * kept on the server by another tab meanwhile is never written over: it is told, and a person decides.
 */
export function createDraftKeeper({ form, key, store, tell }: Place) {
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
  /** That was typed on before this page was loaded. */
  const began = versionIn(tabOnly.read(key))

  const inTab = (values: object | null) =>
    tabOnly.write(key, values && JSON.stringify({ ...values, [VERSION]: version ?? began }))
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void save(), ms)
  }
  const meet = (theirs: StoredDraft) => {
    held = true
    tell({ theirs })
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
    if (found && found.version > 0 && waiting) meet(found)
    else if (waiting) later(PAUSE_MS)
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
        const text = tabOnly.read(key)
        const found = await ask()
        // Typed in this tab, before it was loaded anew or just now.
        const typed = waiting ?? (text === null ? null : (JSON.parse(text) as object))
        if (!typed) return found
        const { [VERSION]: _, ...values } = typed as Record<string, unknown>
        waiting = values
        if (found && found.version > 0 && found.version !== began) meet(found)
        else later(PAUSE_MS)
        return found && { ...found, contents: {} }
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
      open.delete(save)
      return last
    },
  }
  open.add(save)
  return keeper
}
