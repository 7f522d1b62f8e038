import { expect, it } from 'vitest'
import { daysLate } from './late.ts'
import { ORDER_STATUSES } from './statuses.ts'

const TODAY = '2026-11-27'
const late = (status: Parameters<typeof daysLate>[0]['status'], promisedDate: string | null) =>
  daysLate({ status, promisedDate }, TODAY)

it('an order is late from the day after its promised date on, until it is completed or cancelled', () => {
  expect(late('blend', null)).toBe(0)
  expect(late('blend', '2026-11-28')).toBe(0)
  expect(late('blend', TODAY)).toBe(0)
  expect(late('blend', '2026-11-26')).toBe(1)
  // Over the change of the clock.
  expect(late('blend', '2026-10-01')).toBe(57)
  for (const status of ORDER_STATUSES)
    expect([status, late(status, '2026-11-17')]).toEqual([
      status,
      ['completed', 'cancelled'].includes(status) ? 0 : 10,
    ])
  expect(late(null, '2026-11-17')).toBe(0)
})
