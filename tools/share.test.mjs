import { describe, expect, it } from 'vitest'
import { shareOf, takenOf } from './share.mjs'

const names = Array.from({ length: 100 }, (_, n) => `case ${n}`)

describe('what two runs share', () => {
  it('is all of it together, each case once, whatever the seed', () => {
    for (const seed of [1, 2, 2 ** 31 - 1]) {
      const third = takenOf('third', seed, names)
      const rest = takenOf('rest', seed, names)
      expect([...third, ...rest].toSorted()).toEqual(names.toSorted())
      expect([third.size, rest.size]).toEqual([34, 66])
    }
  })

  it('is another third with another seed, and the same with the same', () => {
    const of = (seed) => [...takenOf('third', seed, names)].join()
    expect(of(1)).not.toBe(of(2))
    expect(of(1)).toBe(of('1'))
  })

  it('is everything where nobody shares', () => {
    expect(shareOf({})).toBeUndefined()
    expect(shareOf({ TEST_SHARE: 'rest' })).toBe('rest')
  })
})
