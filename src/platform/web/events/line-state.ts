import { useSyncExternalStore } from 'react'

/** Whether what happens at the server is heard here. `lostAt`: since when it is not, in milliseconds. */
export type LineState =
  | { status: 'connecting' | 'online'; lostAt?: undefined }
  | { status: 'reconnecting' | 'offline'; lostAt: number }

let state: LineState = { status: 'connecting' }
const listeners = new Set<(state: LineState, before: LineState) => void>()

const lineState = (): LineState => state

export function setLineState(next: LineState) {
  const before = state
  if (next.status === before.status) return
  // The moment of the loss stays while it only gets worse.
  state = next.lostAt !== undefined && before.lostAt !== undefined ? { ...next, lostAt: before.lostAt } : next
  document.documentElement.dataset.line = state.status
  for (const listener of listeners) listener(state, before)
}

export function onLineState(listener: (state: LineState, before: LineState) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLineState = (): LineState => useSyncExternalStore(onLineState, lineState)
