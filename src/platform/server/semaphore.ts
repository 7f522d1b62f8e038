export type Turns = {
  atOnce: number
  /** So many wait at most; without it any number. */
  mostWaiting?: number
  /** So long each waits at most; without it as long as it takes. */
  patienceMs?: number
  /** What who has to wait too long, or behind too many, is told. */
  full: () => Error
}

/** So many at once, the others in the order in which they came. */
export function createSemaphore({ atOnce, mostWaiting = Number.POSITIVE_INFINITY, patienceMs, full }: Turns) {
  let running = 0
  const waiting: (() => void)[] = []

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(late)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(full())
      }
      const late = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      waiting.push(go)
    })
  }

  return {
    /** Would the next one be turned away? */
    busy: () => running >= atOnce && waiting.length >= mostWaiting,
    /** Does `work` when its turn comes. */
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running++
      else if (waiting.length < mostWaiting) await wait()
      else throw full()
      try {
        return await work()
      } finally {
        // The turn itself goes on to the next one, so that nobody comes in between.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
