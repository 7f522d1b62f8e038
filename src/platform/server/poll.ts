const POLL_INTERVAL_MS = 15_000

export type Polling = { stop(): void }

/** Runs the check now, and again some seconds after each run has ended, until it is stopped. `check` handles its own errors. */
export async function poll(check: () => Promise<void>): Promise<Polling> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  async function next() {
    await check()
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
