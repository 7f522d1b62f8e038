import { IDLE_MINUTES, IDLE_WARNING_MINUTES } from '../domain/idle.ts'

/** The loop looks every 30 s and refreshes when 90 s or less remain (A3). */
export const LOOK_EVERY_MS = 30_000
const REFRESH_BELOW_MS = 90_000

const IDLE_MS = IDLE_MINUTES * 60_000
const WARNING_MS = IDLE_WARNING_MINUTES * 60_000

/**
 * Milliseconds until the session ends for want of anybody at it: what the server knows of that, or what this browser knows
 * better. `idle`: how long ago somebody was here; null: not since it was opened.
 */
export const idleLeft = (now: number, idleEndsAt: number, idle: number | null): number =>
  Math.max(idleEndsAt - now, idle === null ? Number.NEGATIVE_INFINITY : IDLE_MS - idle)

/** Whether that is close enough to be said. */
export const isIdleSaid = (left: number): boolean => left <= WARNING_MS

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000

/** Whether to refresh now; both in milliseconds by the server's clock. An expired session is refreshed too: the answer tells. */
export const isRefreshDue = (now: number, expiresAt: number): boolean => expiresAt - now <= REFRESH_BELOW_MS

/** Pause before the next try after `failures` failed ones: 200 ms doubling to 30 s. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))
