import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('never more at once than there are turns, each in the order in which it came, and the surplus is told', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (atOnce, mostWaiting, works) => {
        const turns = createSemaphore({ atOnce, mostWaiting, full: () => new Error('full') })
        let running = 0
        let most = 0
        const began: number[] = []
        const answers = await Promise.allSettled(
          works.map((succeeds, at) =>
            turns.take(async () => {
              began.push(at)
              most = Math.max(most, ++running)
              await Promise.resolve()
              running--
              if (!succeeds) throw new Error('failed')
            }),
          ),
        )
        const room = Math.min(works.length, atOnce + mostWaiting)
        expect(most).toBe(Math.min(works.length, atOnce))
        expect(began).toEqual([...works.keys()].slice(0, room))
        expect(
          answers.map((answer) => (answer.status === 'rejected' ? answer.reason.message : 'done')),
        ).toEqual(works.map((succeeds, at) => (at >= room ? 'full' : succeeds ? 'done' : 'failed')))
        expect(turns.busy()).toBe(false)
      },
    ),
  )
})

test('who waits too long is told, and takes no turn afterwards', async () => {
  const turns = createSemaphore({ atOnce: 1, patienceMs: 20, full: () => new Error('full') })
  let end = () => {}
  const held = turns.take(
    () =>
      new Promise<void>((done) => {
        end = done
      }),
  )
  await expect(turns.take(async () => {})).rejects.toThrow('full')
  end()
  await held
  expect(await turns.take(async () => 'next')).toBe('next')
})
