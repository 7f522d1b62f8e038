import { useSyncExternalStore } from 'react'

/** Seconds until the session ends because nobody is at it; null: longer than is worth saying (J6). */
let left: number | null = null
const listeners = new Set<() => void>()

export function setIdleLeft(seconds: number | null) {
  if (left === seconds) return
  left = seconds
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useIdleLeft = (): number | null => useSyncExternalStore(listen, () => left)
