import { expect, test } from 'vitest'
import { checkDue } from './check-due.ts'

test.each([
  ['just before', new Date(2026, 10, 21, 2, 59, 59), new Date(2026, 10, 20, 3)],
  ['on time', new Date(2026, 10, 21, 3), new Date(2026, 10, 21, 3)],
  ['in the evening', new Date(2026, 10, 21, 23, 30), new Date(2026, 10, 21, 3)],
  ['after midnight of a new year', new Date(2027, 0, 1, 0, 5), new Date(2026, 11, 31, 3)],
])('%s', (_, now, due) => {
  expect(checkDue(now)).toEqual(due)
})
