import type { QueryClient } from '@tanstack/react-query'
import type { Session, Viewing } from '../contract.ts'
import { forgetTab, saveTyped } from './forget-tab.ts'
import { adoptSession } from './look-up-session.ts'
import { sessionApi } from './session-api.ts'
import { tellTabs } from './session-channel.ts'
import { sessionState, setSessionState } from './session-store.ts'

/** Work in another tenant, or null for all of them. */
export const switchTenant = (queries: QueryClient, tenantId: number | null): Promise<void> =>
  move(queries, () => sessionApi.switchTenant({ tenantId }))

/** An administrator's look through a role's eyes is over. */
export const endViewing = (queries: QueryClient): Promise<void> =>
  move(queries, () => sessionApi.endViewing({}))

/** It begins. The dialog that asks for it stays until the server agrees; `leave` leads to a screen that the role has. */
export async function beginViewing(
  queries: QueryClient,
  viewing: Viewing,
  leave: () => Promise<void>,
): Promise<void> {
  const session = await sessionApi.beginViewing(viewing)
  await move(queries, async () => {
    await leave()
    return session
  })
}

/** Sees something else from now on; caches and drafts of what was seen before go, in every tab (A7). */
async function move(queries: QueryClient, ask: () => Promise<Session>): Promise<void> {
  await saveTyped()
  const before = sessionState()
  if ('session' in before) setSessionState({ status: 'moving', session: before.session })
  const session = await ask().catch((failure: unknown) => {
    setSessionState(before)
    throw failure
  })
  forgetTab(queries)
  tellTabs({ kind: 'session', session })
  await adoptSession(session)
}
