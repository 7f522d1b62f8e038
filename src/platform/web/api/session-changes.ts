import type { ProblemError } from './failures.ts'

/** Answers that concern the whole session, whichever screen met them. */
export type SessionChange = 'signed_out' | 'tenant_changed' | 'access_changed'

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

export function onSessionChange(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function reportSessionChange(failure: ProblemError) {
  // Not signed out: something is still to be shown, or set up.
  if (failure.code === 'second_factor_required') return
  if (failure.code === 'enrolment_required') return tell('access_changed')
  const change =
    failure.status === 401 ? 'signed_out' : failure.code === 'tenant_changed' ? 'tenant_changed' : null
  if (change) tell(change)
}

/** What this person may see can have changed: the stream of events was away. */
export const reportAccessChanged = () => tell('access_changed')

function tell(change: SessionChange) {
  for (const listener of listeners) listener(change)
}
