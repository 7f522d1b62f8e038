import type { QueryClient } from '@tanstack/react-query'
import { postJson } from '../../../platform/web/api/portal-fetch.ts'
import { leaveForSignIn, saveTyped } from './forget-tab.ts'
import { tellTabs } from './session-channel.ts'

/** Ends the session on the server, then clears all client state in every tab (A3). Rejects when the server could not be told. */
export async function signOut(queries: QueryClient): Promise<void> {
  await saveTyped()
  // What the screen still asks for would be refused once the session is gone.
  await queries.cancelQueries()
  try {
    await postJson('/api/auth/sign-out', {}, { sendTenantHeader: false, reportSessionChanges: false })
  } catch (failure) {
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined })
    throw failure
  }
  tellTabs({ kind: 'signed-out' })
  leaveForSignIn(queries)
}
