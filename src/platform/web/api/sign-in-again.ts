import type { ProblemError } from './failures.ts'

let waiter: (() => Promise<boolean>) | null = null

/** Who knows when the session goes on, as long as there is a page to sign in over. */
export function onSignedInAgain(wait: () => Promise<boolean>) {
  waiter = wait
  return () => {
    waiter = null
  }
}

/** Whether a write that met the end of the session may be sent again: the same person signed in over the page (J20). */
export const signedInAgain = (failure: ProblemError): Promise<boolean> =>
  failure.code === 'no_session' && waiter ? waiter() : Promise.resolve(false)
