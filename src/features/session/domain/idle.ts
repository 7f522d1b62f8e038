/** So long a session lasts without anybody at it, and so long before its end the screen says so (J6). */
export const IDLE_MINUTES = 30
export const IDLE_WARNING_MINUTES = 2

/**
 * Milliseconds until the session ends for want of anybody at it: what the server knows of that, or what this browser knows
 * better. `idle`: how long ago somebody was here; null: not since it was opened.
 */
export const idleLeft = (now: number, idleEndsAt: number, idle: number | null): number =>
  Math.max(idleEndsAt - now, idle === null ? Number.NEGATIVE_INFINITY : IDLE_MINUTES * 60_000 - idle)

/** Whether that is close enough to be said. */
export const isIdleSaid = (left: number): boolean => left <= IDLE_WARNING_MINUTES * 60_000
