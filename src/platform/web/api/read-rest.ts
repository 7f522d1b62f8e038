import { NetworkError, UnexpectedResponseError } from './failures.ts'

/** Of which answer it is the rest: its status, and whether it is the answer to a write, so that nobody knows what was done. */
type Answered = { status: number; wrote: boolean }

/**
 * What is left of an answer whose head has come: `readRest(response.json())`. Throws `NetworkError` when it breaks off
 * or takes too long, `UnexpectedResponseError` when it is not what the portal answers; an abort by the caller stays an abort.
 */
export async function readRest<Body>(
  reading: Promise<Body>,
  { status, wrote }: Answered = { status: 200, wrote: false },
): Promise<Body> {
  try {
    return await reading
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    if (name === 'AbortError') throw cause
    if (cause instanceof SyntaxError) throw new UnexpectedResponseError(status, wrote, cause)
    throw new NetworkError(cause, name === 'TimeoutError', wrote)
  }
}
