import type { QueryClient } from '@tanstack/react-query'
import { forgetAnswers } from '../../../platform/web/api/remembered-answers.ts'
import { forgetClientState } from '../../../platform/web/browser-storage.ts'
import { closeLiveUpdates } from '../../../platform/web/events/share-live-updates.ts'
import { flushDrafts } from '../../../platform/web/forms/open-drafts.ts'

/** It does not take longer than somebody waits: what is not on the server then goes with the tab. */
const SAVED_WITHIN_MS = 2_000

/** What was typed in this tab goes to the server before the tab forgets it (J20). */
export const saveTyped = (): Promise<unknown> =>
  Promise.race([flushDrafts(), new Promise((late) => setTimeout(late, SAVED_WITHIN_MS))])

/**
 * What this tab knows goes, what was typed and is not on the server too (A3, A7). All of it before this returns: requests are broken off, so that no answer
 * of before comes after, and nobody has to wait for their ends.
 */
export function forgetTab(queries: QueryClient) {
  void queries.cancelQueries()
  queries.clear()
  forgetAnswers()
  forgetClientState()
}

/** A whole new page: nothing of the session stays in this tab's memory. */
export function leaveForSignIn(queries: QueryClient) {
  closeLiveUpdates()
  forgetTab(queries)
  window.location.replace('/acces')
}
