type Line<Claim> = {
  /** The next one, taken; null: there is none. */
  claim: () => Promise<Claim | null>
  /** Deals with its own faults; `stopping` answers whether the server is about to end. */
  work: (claim: Claim, stopping: () => boolean) => Promise<void>
  /** How long an empty line rests. */
  everyMs: number
  /** The line cannot be looked at: it waits for the next look. */
  waits: (fault: unknown) => void
}

/** Works through a line that several servers share, one after the other, and looks at it again when it is empty. */
export function workThrough<Claim>({ claim, work, everyMs, waits }: Line<Claim>) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  const stopping = () => stopped

  const look = (inMs: number) => {
    timer = setTimeout(() => {
      working = workOn().then(() => {
        if (!stopped) look(everyMs)
      })
    }, inMs)
    timer.unref()
  }

  async function workOn(): Promise<void> {
    try {
      for (let next = stopped ? null : await claim(); next !== null; next = stopped ? null : await claim())
        await work(next, stopping)
    } catch (fault) {
      waits(fault)
    }
  }

  look(0)
  return {
    /** Takes nothing more, and waits for what is under way; `hasten` may bring that to its end. */
    async stop(hasten?: () => unknown): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await hasten?.()
      await working
    },
  }
}
