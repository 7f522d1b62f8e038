import { expect, test } from 'vitest'
import { NoAnswerError } from './failures.ts'
import { readRest } from './read-rest.ts'

const broken = (cause: unknown) => readRest(Promise.reject(cause)).catch((failure: unknown) => failure)

test('a body that breaks off is no answer, and says when our patience ended it', async () => {
  expect(await readRest(Promise.resolve('whole'))).toBe('whole')
  for (const cause of [new TypeError('network error'), new SyntaxError('Unexpected end of JSON input')])
    expect(await broken(cause)).toEqual(
      expect.objectContaining({ name: 'NoAnswerError', timedOut: false, cause }),
    )
  const late = await broken(new DOMException('signal timed out', 'TimeoutError'))
  expect(late).toBeInstanceOf(NoAnswerError)
  expect(late).toMatchObject({ timedOut: true })
})

test('an abort by the caller stays an abort', async () => {
  const abort = new DOMException('signal is aborted without reason', 'AbortError')
  expect(await broken(abort)).toBe(abort)
})
