import { expect, test } from 'vitest'
import { instantOf, wallTime } from './wall-time.ts'

test.each([
  ['2026-07-01T14:30', 'America/Toronto', '2026-07-01T18:30:00.000Z'],
  ['2026-11-22T14:30', 'America/Toronto', '2026-11-22T19:30:00.000Z'],
  ['2026-03-08T01:30', 'America/Toronto', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08T03:30', 'America/Toronto', '2026-03-08T07:30:00.000Z'],
  ['2026-11-22T00:15', 'Asia/Kathmandu', '2026-11-21T18:30:00.000Z'],
])('%s in %s is %s, and back', (text, zone, instant) => {
  expect(instantOf(text, zone)).toBe(instant)
  expect(wallTime(Date.parse(instant), zone)).toBe(text)
})

test.each(['', 'soon', '2026-13-01T00:00'])('%s is no time', (text) => {
  expect(instantOf(text, 'UTC')).toBeNull()
})
