import { expect, test } from 'vitest'
import { NetworkError, UnexpectedResponseError } from './failures.ts'
import { readRest } from './read-rest.ts'

const broken = (cause: unknown) => readRest(Promise.reject(cause)).catch((failure: unknown) => failure)

test('a body that breaks off is no answer, and says when the time-out ended it', async () => {
  expect(await readRest(Promise.resolve('whole'))).toBe('whole')
  const cause = new TypeError('network error')
  expect(await broken(cause)).toEqual(
    expect.objectContaining({ name: 'NetworkError', timedOut: false, cause }),
  )
  const late = await broken(new DOMException('signal timed out', 'TimeoutError'))
  expect(late).toBeInstanceOf(NetworkError)
  expect(late).toMatchObject({ timedOut: true })
})

test('an abort by the caller stays an abort', async () => {
  const abort = new DOMException('signal is aborted without reason', 'AbortError')
  expect(await broken(abort)).toBe(abort)
})

test.each(['', '<html><body>502 Bad Gateway</body></html>', '{"items":['])(
  '%j is not the portal’s answer',
  async (body) => {
    const failure = await readRest(new Response(body).json(), { status: 200, wrote: true }).catch(
      (one) => one,
    )
    expect(failure).toBeInstanceOf(UnexpectedResponseError)
    expect(failure).toMatchObject({ status: 200, wrote: true, timedOut: false })
  },
)
