type Queue<Claim> = {
  /** Claims the next job; null when there is none. */
  claim: () => Promise<Claim | null>
  /** Handles its own errors; `stopping` returns whether the server is about to end. */
  work: (claim: Claim, stopping: () => boolean) => Promise<void>
  /** How long to wait before an empty queue is polled again. */
  pollIntervalMs: number
  /** Called when the queue cannot be read; it is polled again after the interval. */
  onUnavailable: (error: unknown) => void
}

/** Works through a queue that several servers share, one job after the other, and polls it when it is empty. */
export function runQueueWorker<Claim>({ claim, work, pollIntervalMs, onUnavailable }: Queue<Claim>) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  const stopping = () => stopped

  const poll = (inMs: number) => {
    timer = setTimeout(() => {
      working = drain().then(() => {
        if (!stopped) poll(pollIntervalMs)
      })
    }, inMs)
    timer.unref()
  }

  async function drain(): Promise<void> {
    try {
      for (let next = stopped ? null : await claim(); next !== null; next = stopped ? null : await claim())
        await work(next, stopping)
    } catch (error) {
      onUnavailable(error)
    }
  }

  poll(0)
  return {
    /** Claims nothing more and waits for the job under way; `hasten` may end it early. */
    async stop(hasten?: () => unknown): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await hasten?.()
      await working
    },
  }
}
