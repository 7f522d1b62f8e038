import { useSyncExternalStore } from 'react'
import type { Session } from '../contract.ts'

export type SessionState =
  | { status: 'unknown' }
  /** `reason` says why, when it was not asked for. */
  | { status: 'out'; reason?: 'timeout' | 'ended' }
  /** Signed in, but nothing is shown before a second factor is set up (A4); `ways`: what can be. */
  | { status: 'enrol'; ways: readonly string[] }
  /** It is over, and the page waits for the same person to sign in over it; `session`: as it was (J20). */
  | { status: 'ended'; session: Session }
  /** `looked`: what an administrator looked at through a role's eyes until that was over by itself, to be told of it. */
  | { status: 'in'; session: Session; looked?: Session | undefined }
  /** On the way to another tenant: no screen and no figure is shown, so that nothing is fetched for the old one. */
  | { status: 'moving'; session: Session }
  /** This tab was rendered for `session.tenant`, but the session now works in `now.tenant` (A7). */
  | { status: 'moved'; session: Session; now: Session }

let state: SessionState = { status: 'unknown' }
const listeners = new Set<() => void>()

export const sessionState = (): SessionState => state

export function setSessionState(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

export function onSessionState(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useSessionState = (): SessionState => useSyncExternalStore(onSessionState, sessionState)
