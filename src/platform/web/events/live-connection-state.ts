import { useSyncExternalStore } from 'react'

/** Whether what happens at the server is heard here. `lostAt`: since when it is not, in milliseconds. */
export type LiveConnectionState =
  | { status: 'connecting' | 'online'; lostAt?: undefined }
  | { status: 'reconnecting' | 'offline'; lostAt: number }

let state: LiveConnectionState = { status: 'connecting' }
const listeners = new Set<(state: LiveConnectionState, before: LiveConnectionState) => void>()

const liveConnectionState = (): LiveConnectionState => state

export function setLiveConnectionState(next: LiveConnectionState) {
  const before = state
  if (next.status === before.status) return
  // The moment of the loss stays while it only gets worse.
  state = next.lostAt !== undefined && before.lostAt !== undefined ? { ...next, lostAt: before.lostAt } : next
  document.documentElement.dataset.line = state.status
  for (const listener of listeners) listener(state, before)
}

export function onLiveConnectionState(
  listener: (state: LiveConnectionState, before: LiveConnectionState) => void,
) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLiveConnectionState = (): LiveConnectionState =>
  useSyncExternalStore(onLiveConnectionState, liveConnectionState)
