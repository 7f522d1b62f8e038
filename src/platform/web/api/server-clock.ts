let ahead = 0

/** Learns from an answer's Date header how far the server's clock is from ours (to the second). */
export function noteServerTime(date: string | null) {
  const time = date ? Date.parse(date) : Number.NaN
  if (!Number.isNaN(time)) ahead = time - Date.now()
}

/** Now by the server's clock, in milliseconds: deadlines that the server set are measured by it. */
export const serverNow = () => Date.now() + ahead
