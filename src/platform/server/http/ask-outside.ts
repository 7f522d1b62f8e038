/** In milliseconds: until the first byte of an answer (where nothing is said, all of the time), and for all of it. */
export type Timeouts = { first?: number; whole: number }

/** Another server took longer than it is waited for. */
class TooLate extends Error {
  override name = 'TimeoutError'
}

const WITHOUT_BODY = [101, 103, 204, 205, 304]

/**
 * Every call to somebody else's server: `fetch` with an end. Headers and body together come within `whole`, whatever is sent
 * and whoever reads it; `until` ends it sooner. The timer is ours and holds all that it ends: a time-out within
 * AbortSignal.any is collected by Node 20, and a server that drips bytes is then read for ever.
 */
export async function askOutside(
  address: string | URL,
  init: Omit<RequestInit, 'signal'>,
  { first, whole }: Timeouts,
  until?: AbortSignal,
): Promise<Response> {
  const ended = new AbortController()
  let fail: (reason: unknown) => void = () => undefined
  const over = new Promise<never>((_, failed) => {
    fail = failed
  })
  over.catch(() => undefined)
  const end = (reason: unknown) => {
    clear()
    fail(reason)
    ended.abort(reason)
  }
  const late = () => end(new TooLate('no answer in time'))
  const stopped = () => end(until?.reason)
  const timers = [setTimeout(late, whole), ...(first === undefined ? [] : [setTimeout(late, first)])]
  const clear = () => {
    for (const timer of timers) clearTimeout(timer)
    until?.removeEventListener('abort', stopped)
  }
  if (until?.aborted) stopped()
  else until?.addEventListener('abort', stopped)
  try {
    const answer = await Promise.race([over, fetch(address, { ...init, signal: ended.signal })])
    const { status, statusText, headers } = answer
    if (!answer.body || WITHOUT_BODY.includes(status)) {
      clear()
      return answer
    }
    const reader = answer.body.getReader()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await Promise.race([over, reader.read()])
          clearTimeout(timers[1])
          if (!done) return controller.enqueue(value)
          clear()
          controller.close()
        } catch (fault) {
          clear()
          controller.error(fault)
        }
      },
      async cancel(reason) {
        clear()
        await reader.cancel(reason)
      },
    })
    return new Response(body, { status, statusText, headers })
  } catch (fault) {
    clear()
    throw fault
  }
}
