import { expect, test } from 'vitest'
import { ORDER_GROUPS } from '../contract.ts'
import { inGroup, isAmountRead, isDone, stageColour, statusTone } from './order-status.ts'

// Source, section 4: the groupings of the orders page, and the badges of its table.
test.each([
  ['Not started', ['active', 'issues'], 'mute'],
  ['In progress', ['active', 'processing'], 'mute'],
  ['Blend', ['active', 'processing'], 'warn'],
  ['CTS', ['active', 'processing'], 'warn'],
  ['Packaging', ['shipped'], 'good'],
  ['Completed', ['delivered'], 'good'],
  ['Cancelled', ['issues'], 'bad'],
  ['Finance hold', ['active'], 'bad'],
  ['Pending', ['active'], 'bad'],
  ['Failed', ['active'], 'bad'],
  ['Something new', ['active'], 'mute'],
  ['', ['active'], 'mute'],
])('%s', (status, groups, tone) => {
  for (const spelt of [status, status.toUpperCase(), ` ${status.toLowerCase()} `]) {
    expect(ORDER_GROUPS.filter((group) => inGroup(spelt, group))).toEqual(groups)
    expect(statusTone(spelt)).toBe(tone)
  }
})

test('no status is as an unknown one', () => {
  expect(ORDER_GROUPS.filter((group) => inGroup(null, group))).toEqual(['active'])
  expect(statusTone(null)).toBe('mute')
})

test.each([
  ['green', ['Green', 'completed', 'DONE', 'is done', 'completed 2026-05-01']],
  ['yellow', ['yellow', 'Pending', 'in progress']],
  ['red', ['RED', 'error', 'Failed']],
  ['blue', ['blue', 'Info']],
  ['none', ['', ' ', '-', '–', '—', null]],
  ['other', ['week 12', 'x']],
])('stage %s', (colour, texts) => {
  for (const text of texts) expect(stageColour(text)).toBe(colour)
})

test('a check mark means done, any other text is itself', () => {
  for (const mark of ['✓', ' ✔ ', '☑']) expect(isDone(mark)).toBe(true)
  for (const text of [null, '', '-', 'x', 'yes', '✗', '✓ 12/05']) expect(isDone(text)).toBe(false)
})

test.each([
  ['0.00', '0', true],
  ['0.00', '0,00 $', true],
  ['12.50', '12,50', true],
  ['-3.00', '(3)', true],
  ['0.00', null, false],
  ['0.00', '', false],
  ['0.00', 'TBD', false],
  ['0.00', '12 boxes', false],
])('amount %s of %j is a figure: %s', (amount, montantTotal, read) => {
  expect(isAmountRead({ amount, montantTotal })).toBe(read)
})
