import { isPassing, isProblem } from '../../../platform/web/api/failures.ts'
import { idleMs } from '../../../platform/web/api/user-activity.ts'
import type { Session } from '../contract.ts'
import { sessionApi } from './session-api.ts'
import { pauseAfter } from './session-clock.ts'

const LOCK = 'portal.session-refresh'

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function refreshUntilAnswered(signal: AbortSignal): Promise<Session | null> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const idle = idleMs()
      return await sessionApi.refresh(idle === null ? {} : { idleSeconds: idle / 1000 }, { signal })
    } catch (failure) {
      if (isProblem(failure, 401)) return null
      if (!isPassing(failure)) throw failure
      failures += 1
      await pause(pauseAfter(failures), signal)
    }
  }
  throw signal.reason
}

/**
 * Refreshes the session, one tab for all (Web Locks), trying again while the server is away (A3).
 * Answers the session, null when it has ended, undefined when another tab is at it.
 */
export function refreshSession(signal: AbortSignal): Promise<Session | null | undefined> {
  // Locks exist in secure contexts only; elsewhere every tab refreshes for itself, which the 30 s grace allows.
  if (!('locks' in navigator)) return refreshUntilAnswered(signal)
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? refreshUntilAnswered(signal) : undefined,
  )
}
