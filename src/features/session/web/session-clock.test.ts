import { expect, test } from 'vitest'
import { isRefreshDue, pauseAfter } from './session-clock.ts'

test('refreshes when 90 s or less remain', () => {
  const expiresAt = 1_000_000
  expect(isRefreshDue(expiresAt - 90_001, expiresAt)).toBe(false)
  expect(isRefreshDue(expiresAt - 90_000, expiresAt)).toBe(true)
  expect(isRefreshDue(expiresAt + 5_000, expiresAt)).toBe(true)
})

test('pauses double from 200 ms to 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map(pauseAfter)).toEqual([
    200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000,
  ])
})
