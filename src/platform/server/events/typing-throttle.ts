import type { Typing } from '../database/open-outbox.ts'

/** Whoever writes is told of this often at most, whatever they send. */
const ONCE_IN_MS = 1_000
const REMEMBERED = 5_000

/** Lets through one word that somebody writes for each person and conversation in a second. */
export function createTypingThrottle() {
  const lastAt = new Map<string, number>()
  return {
    admits({ userId, conversation }: Typing, now: number): boolean {
      const name = `${userId} ${conversation}`
      if (now - (lastAt.get(name) ?? -ONCE_IN_MS) < ONCE_IN_MS) return false
      lastAt.delete(name)
      lastAt.set(name, now)
      if (lastAt.size > REMEMBERED) lastAt.delete(lastAt.keys().next().value as string)
      return true
    },
  }
}
