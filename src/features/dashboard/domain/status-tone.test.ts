import { expect, test } from 'vitest'
import { dashboardTone } from './status-tone.ts'

test.each([
  ['packaging', 'good'],
  ['completed', 'good'],
  ['blend', 'warn'],
  ['cts', 'warn'],
  ['in progress', 'warn'],
  ['cancelled', 'bad'],
  ['not started', 'bad'],
  ['finance hold', 'bad'],
  ['pending', 'info'],
  [null, 'info'],
] as const)('%j is %s', (status, tone) => {
  expect(dashboardTone(status)).toBe(tone)
})
