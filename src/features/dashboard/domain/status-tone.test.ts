import { expect, test } from 'vitest'
import { dashboardTone } from './status-tone.ts'

test.each([
  ['Packaging', 'good'],
  [' COMPLETED ', 'good'],
  ['blend', 'warn'],
  ['CTS', 'warn'],
  ['In Progress', 'warn'],
  ['Cancelled', 'bad'],
  ['Not started', 'bad'],
  ['finance HOLD', 'bad'],
  ['Pending', 'info'],
  ['Failed', 'info'],
  ['Something new', 'info'],
  ['', 'info'],
  [null, 'info'],
])('%j is %s', (status, tone) => {
  expect(dashboardTone(status)).toBe(tone)
})
