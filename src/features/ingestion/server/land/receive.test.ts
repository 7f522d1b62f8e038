import { expect, it } from 'vitest'
import type { Door } from '../door.ts'
import type { Reading } from '../read/reading.ts'
import { receive } from './receive.ts'

it('lets others have a turn after each piece of a body that is there already', async () => {
  const PIECES = 50
  async function* batches() {
    for (let row = 1; row <= PIECES; row++) yield [{ row, ok: false as const, errors: [], key: null }]
  }
  let turns = 0
  let going = true
  const take = () => {
    turns++
    if (going) setImmediate(take)
  }
  setImmediate(take)
  // No row is good, so that there is nothing to be staged.
  const reading = { batches } as unknown as Reading<'orders'>
  const { rejected } = await receive({} as Door, { kind: 'orders', reading, replace: undefined }, () => {})
  going = false
  expect(rejected).toBe(PIECES)
  expect(turns).toBeGreaterThanOrEqual(PIECES)
})
