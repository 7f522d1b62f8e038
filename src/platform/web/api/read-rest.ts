import { NoAnswerError } from './failures.ts'

/**
 * What is left of an answer whose head has come: `readRest(response.json())`. Throws `NoAnswerError` when it breaks off
 * or takes too long; an abort by the caller stays an abort.
 */
export async function readRest<Body>(reading: Promise<Body>): Promise<Body> {
  try {
    return await reading
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    if (name === 'AbortError') throw cause
    throw new NoAnswerError(cause, name === 'TimeoutError')
  }
}
