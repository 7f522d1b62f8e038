export type SemaphoreOptions = {
  /** How many run at the same time. */
  limit: number
  /** How many may wait; any number without it. */
  maxWaiting?: number
  /** How long each may wait, in milliseconds; without a bound when absent. */
  timeoutMs?: number
  /** The error for callers that find the queue full or waited too long. */
  onRejected: () => Error
}

/** Runs at most `limit` tasks at a time, the others in the order in which they came. */
export function createSemaphore(options: SemaphoreOptions) {
  const { limit, maxWaiting = Number.POSITIVE_INFINITY, timeoutMs, onRejected } = options
  let running = 0
  const waiting: (() => void)[] = []

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(onRejected())
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
      waiting.push(start)
    })
  }

  return {
    /** Whether the next task would be rejected. */
    busy: () => running >= limit && waiting.length >= maxWaiting,
    /** Runs the task when a slot is free. Rejects with `onRejected` when it is not to be had. */
    async run<T>(task: () => Promise<T>): Promise<T> {
      if (running < limit) running++
      else if (waiting.length < maxWaiting) await wait()
      else throw onRejected()
      try {
        return await task()
      } finally {
        // The slot is handed to the next task directly, so that no newcomer takes it.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
