let ahead = 0

/** Learns from an answer's own moment how far the clock that decides is from ours. */
export function noteServerTime(at: string) {
  ahead = Date.parse(at) - Date.now()
}

/** Now by the server's clock, in milliseconds: deadlines that the server set are measured by it. */
export const serverNow = () => Date.now() + ahead
