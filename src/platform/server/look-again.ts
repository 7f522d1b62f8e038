const POLL_INTERVAL_MS = 15_000

export type Looking = { stop(): void }

/** Looks now, and again some seconds after each look has ended, until it is stopped. `look` tells its own faults. */
export async function lookAgain(look: () => Promise<void>): Promise<Looking> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function next() {
    await look()
    if (!stopped) timer = setTimeout(() => void next(), POLL_INTERVAL_MS).unref()
  }
  await next()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
