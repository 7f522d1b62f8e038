import type { QueryClient } from '@tanstack/react-query'
import type { Session } from '../contract.ts'
import { onSessionState, sessionState } from './session-store.ts'

/** Whether a session that ends can be gone on with over the page: not one that changes nothing, which has nothing to lose (J20). */
export const canGoOn = ({ role, temporary, viewing }: Session): boolean =>
  role !== null && !temporary && viewing === null

/** Until the session that ended goes on; false: it did not, or it was another one. */
export function untilGoesOn(): Promise<boolean> {
  if (sessionState().status !== 'ended') return Promise.resolve(sessionState().status === 'in')
  return new Promise((done) => {
    const off = onSessionState(() => {
      if (sessionState().status === 'ended') return
      off()
      done(sessionState().status === 'in')
    })
  })
}

/** What the screen asked for meanwhile was refused. */
export const askAgain = (queries: QueryClient) => void queries.invalidateQueries()
