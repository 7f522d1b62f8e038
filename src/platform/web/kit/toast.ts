import { useSyncExternalStore } from 'react'

export type Toast = { id: number; message: string; failed: boolean }

const SHOWN_MS = 6_000
const MOST = 4
let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function show(message: string, failed: boolean) {
  last += 1
  const id = last
  set([...toasts.filter((toast) => toast.message !== message), { id, message, failed }].slice(-MOST))
  if (!failed) setTimeout(() => dismissToast(id), SHOWN_MS)
}

export const dismissToast = (id: number) => set(toasts.filter((toast) => toast.id !== id))

/** A short message at the edge of the screen. Texts come translated; failures stay until they are closed. */
export const toast = {
  done: (message: string) => show(message, false),
  failed: (message: string) => show(message, true),
}

export const useToasts = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
