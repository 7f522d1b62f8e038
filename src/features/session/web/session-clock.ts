/** The loop looks every 30 s and refreshes when 90 s or less remain (A3). */
export const POLL_INTERVAL_MS = 30_000
const REFRESH_BELOW_MS = 90_000

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000

/** Whether to refresh now; both in milliseconds by the server's clock. An expired session is refreshed too: the answer tells. */
export const isRefreshDue = (now: number, expiresAt: number): boolean => expiresAt - now <= REFRESH_BELOW_MS

/** Pause before the next try after `failures` failed ones: 200 ms doubling to 30 s. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))
