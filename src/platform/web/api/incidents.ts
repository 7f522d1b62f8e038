import type { ProblemError } from './failures.ts'

/** Answers that concern the whole session, whichever screen met them. */
export type Incident = 'signed_out' | 'tenant_changed'

type Listener = (incident: Incident, failure: ProblemError) => void
const listeners = new Set<Listener>()

export function onIncident(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function reportIncident(failure: ProblemError) {
  const incident =
    failure.status === 401 ? 'signed_out' : failure.code === 'tenant_changed' ? 'tenant_changed' : null
  if (incident) for (const listener of listeners) listener(incident, failure)
}
