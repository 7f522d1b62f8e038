import { useSyncExternalStore } from 'react'
import type { Side } from '../contract.ts'

/** Who writes says so every three seconds; a moment after the last word it is over. */
const OVER_AFTER_MS = 5_000

const writing = new Map<number, { side: Side; timer: number }>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export function noteTyping(conversation: number, side: Side) {
  window.clearTimeout(writing.get(conversation)?.timer)
  writing.set(conversation, {
    side,
    timer: window.setTimeout(() => endTyping(conversation), OVER_AFTER_MS),
  })
  tell()
}

/** What was being written has come, or did not. */
export function endTyping(conversation: number) {
  window.clearTimeout(writing.get(conversation)?.timer)
  if (writing.delete(conversation)) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Which side writes in a conversation just now. */
export const useTyping = (conversation: number): Side | null =>
  useSyncExternalStore(subscribe, () => writing.get(conversation)?.side ?? null)
