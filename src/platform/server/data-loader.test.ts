import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDataLoader } from './data-loader.ts'

const later = (ticks: number) => new Promise<void>((done) => setTimeout(done, ticks))

test('each is answered what they asked, from a look that left after they had asked, in at most two looks at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ after: fc.integer({ min: 0, max: 4 }), fails: fc.boolean() }), { maxLength: 120 }),
      async (asks) => {
        let underWay = 0
        let most = 0
        let looks = 0
        const askedAt = new Map<number, number>()
        const ask = createDataLoader(async (questions: number[]) => {
          const left = performance.now()
          looks++
          most = Math.max(most, ++underWay)
          for (const question of questions) expect(askedAt.get(question)).toBeLessThanOrEqual(left)
          await later(1)
          underWay--
          if (questions.some((at) => asks[at]?.fails)) throw new Error(`with ${questions.join()}`)
          return questions.map((at) => ({ at, with: questions }))
        })
        const answers = await Promise.allSettled(
          asks.map(async ({ after }, at) => {
            await later(after)
            askedAt.set(at, performance.now())
            return ask(at)
          }),
        )
        for (const [at, answer] of answers.entries()) {
          if (answer.status === 'fulfilled') {
            expect(answer.value.at).toBe(at)
            expect(answer.value.with.some((one) => asks[one]?.fails)).toBe(false)
          } else expect(answer.reason.message.slice('with '.length).split(',')).toContain(String(at))
        }
        expect(most).toBeLessThanOrEqual(2)
        expect(looks).toBeLessThanOrEqual(asks.length)
      },
    ),
    { numRuns: 60 },
  )
})

test('what comes at one moment is one look, of no more than fifty', async () => {
  const looks: number[] = []
  const ask = createDataLoader(async (questions: number[]) => {
    looks.push(questions.length)
    return questions.map((question) => question * 2)
  })
  expect(await Promise.all([1, 2, 3].map(ask))).toEqual([2, 4, 6])
  expect(looks).toEqual([3])
  const many = Array.from({ length: 120 }, (_, at) => at)
  expect(await Promise.all(many.map(ask))).toEqual(many.map((at) => at * 2))
  expect(looks).toEqual([3, 50, 50, 20])
})
