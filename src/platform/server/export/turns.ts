import { refuse } from '../endpoint/fault.ts'

/**
 * At most `most` of something at once; the others wait in line for 10 s, then 503 `busy`. Each export holds a database
 * connection as long as its reader takes; without this, a few slow ones would leave none for the screens.
 */
export function createTurns(most: number, patienceMs = 10_000) {
  const waiting: (() => void)[] = []
  let taken = 0

  function wait(): Promise<void> {
    if (taken < most) {
      taken++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(refuse(503, 'busy', { retryAfter: 5 }))
      }, patienceMs)
      waiting.push(go)
    })
  }

  function give(): void {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }

  return {
    /** Does `work` when its turn comes. */
    async take<T>(work: () => Promise<T>): Promise<T> {
      await wait()
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}
