import type { DraftKeeper, DraftPlace } from './draft-keeper.ts'

export type DraftFile = { id: number; name: string; size: number }
export type StoredDraft = {
  contents: Record<string, unknown>
  /** Goes up with each save; 0: there are files alone. */
  version: number
  files: DraftFile[]
}

/** Where drafts are kept for this person, on every device (J20). Each rejects as requests do. */
export type DraftStore = {
  get: (form: string) => Promise<StoredDraft | null>
  /** Answers the version that is kept now; 412 when another tab has kept something since. `last`: the page is being left. */
  put: (form: string, contents: object, version: number, last: boolean) => Promise<number>
  remove: (form: string, version: number | undefined) => Promise<unknown>
  addFile: (form: string, file: File) => Promise<number>
  removeFile: (id: number) => Promise<unknown>
}

/** A store, and how a form is kept in it. */
export type Drafts = DraftStore & { open: (place: Omit<DraftPlace, 'store'>) => DraftKeeper }

let load: (() => Promise<Drafts>) | null = null

/** Called once, when the app starts; the store comes after the first form. */
export function keepDraftsIn(store: () => Promise<Drafts>) {
  load = store
}

/** Null: there is none, and drafts stay in the tab. */
export const draftStore = (): Promise<Drafts | null> => load?.().catch(() => null) ?? Promise.resolve(null)
