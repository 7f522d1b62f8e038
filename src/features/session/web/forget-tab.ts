import type { QueryClient } from '@tanstack/react-query'
import { forgetAnswers } from '../../../platform/web/api/remembered-answers.ts'
import { forgetClientState } from '../../../platform/web/browser-storage.ts'
import { hangUp } from '../../../platform/web/events/share-line.ts'

/**
 * What this tab knows goes, drafts too (A3, A7). All of it before this returns: requests are broken off, so that no answer
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
  hangUp()
  forgetTab(queries)
  window.location.replace('/acces')
}
