import type { DraftKeeper, DraftPlace } from './draft-keeper.ts'
import type { DraftStore } from './stored-draft.ts'

/** A store, and how a form is kept in it. */
export type Drafts = DraftStore & { open: (place: Omit<DraftPlace, 'store'>) => DraftKeeper }

let load: (() => Promise<Drafts>) | null = null

/** Called once, when the app starts; the store comes after the first form. */
export function keepDraftsIn(store: () => Promise<Drafts>) {
  load = store
}

/** Null: there is none, and drafts stay in the tab. */
export const draftStore = (): Promise<Drafts | null> => load?.().catch(() => null) ?? Promise.resolve(null)
