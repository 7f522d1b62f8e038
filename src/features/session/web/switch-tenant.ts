import type { QueryClient } from '@tanstack/react-query'
import { forgetClientState } from '../../../platform/web/browser-storage.ts'
import { adoptSession } from './look-up-session.ts'
import { sessionApi } from './session-api.ts'
import { tellTabs } from './session-channel.ts'
import { sessionState, setSessionState } from './session-store.ts'

/** Work in another tenant, or null for all of them; caches and drafts of the one before go, in every tab (A7). */
export async function switchTenant(queries: QueryClient, tenantId: number | null): Promise<void> {
  const before = sessionState()
  if ('session' in before) setSessionState({ status: 'moving', session: before.session })
  const session = await sessionApi.switchTenant({ tenantId }).catch((failure: unknown) => {
    setSessionState(before)
    throw failure
  })
  await queries.cancelQueries()
  queries.clear()
  forgetClientState()
  tellTabs({ kind: 'session', session })
  await adoptSession(session)
}
