import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that lasts until it is told to end. */
function lasting() {
  let end = () => {}
  const work = () =>
    new Promise<void>((done) => {
      end = done
    })
  return { work, end: () => end() }
}
const settled = () => new Promise((done) => setImmediate(done))

test('so many at once; the next begins when one ends, in the order of asking', async () => {
  const turns = createTurns(2)
  const [one, two] = [lasting(), lasting()]
  const first = turns.take(one.work)
  turns.take(two.work)
  const began: string[] = []
  const third = turns.take(async () => void began.push('third'))
  const fourth = turns.take(async () => void began.push('fourth'))
  await settled()
  expect(began).toEqual([])
  one.end()
  await Promise.all([first, third, fourth])
  expect(began).toEqual(['third', 'fourth'])
})

test('a fault gives the turn back', async () => {
  const turns = createTurns(1)
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(async () => 'yes')).toBe('yes')
})

test('who waits too long is told to come again, and takes no turn afterwards', async () => {
  const turns = createTurns(1, 20)
  const holder = lasting()
  const held = turns.take(holder.work)
  await expect(turns.take(async () => {})).rejects.toMatchObject({
    status: 503,
    data: { code: 'busy', retryAfter: 5 },
  })
  holder.end()
  await held
  expect(await turns.take(async () => 'next')).toBe('next')
})
