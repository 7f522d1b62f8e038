import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('never more at a time than the limit, each in the order in which it came, and the surplus is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      async (limit, maxWaiting, works) => {
        const slots = createSemaphore({ limit, maxWaiting, onRejected: () => new Error('full') })
        let running = 0
        let most = 0
        const began: number[] = []
        const answers = await Promise.allSettled(
          works.map((succeeds, at) =>
            slots.run(async () => {
              began.push(at)
              most = Math.max(most, ++running)
              await Promise.resolve()
              running--
              if (!succeeds) throw new Error('failed')
            }),
          ),
        )
        const room = Math.min(works.length, limit + maxWaiting)
        expect(most).toBe(Math.min(works.length, limit))
        expect(began).toEqual([...works.keys()].slice(0, room))
        expect(
          answers.map((answer) => (answer.status === 'rejected' ? answer.reason.message : 'done')),
        ).toEqual(works.map((succeeds, at) => (at >= room ? 'full' : succeeds ? 'done' : 'failed')))
        expect(slots.busy()).toBe(false)
      },
    ),
  )
})

test('who waits too long is rejected, and takes no slot afterwards', async () => {
  const slots = createSemaphore({ limit: 1, timeoutMs: 20, onRejected: () => new Error('full') })
  let end = () => {}
  const held = slots.run(
    () =>
      new Promise<void>((done) => {
        end = done
      }),
  )
  await expect(slots.run(async () => {})).rejects.toThrow('full')
  end()
  await held
  expect(await slots.run(async () => 'next')).toBe('next')
})
