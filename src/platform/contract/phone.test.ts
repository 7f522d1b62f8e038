import { expect, test } from 'vitest'
import { dialled, formatPhone } from './phone.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['514 555 0123', '+1 514 555-0123'],
  ['(514) 555-0123', '+1 514 555-0123'],
  ['1.514.555.0123', '+1 514 555-0123'],
  ['+1 514 555-0123', '+1 514 555-0123'],
  ['+1 514 555-0123 x204', '+1 514 555-0123 #204'],
  ['514-555-0123 poste 204', '+1 514 555-0123 #204'],
  ['+49 (89) 1234-567', '+49 89 1234 567'],
  ['+33612345678', '+33612345678'],
  ['555-0123', null],
  ['114 555 0123', null],
  ['+0 123 456 789', null],
  ['+49 12', null],
  ['+1234567890123456', null],
  ['call me', null],
  ['514 555 0123; drop', null],
])('%j is kept as %j', (typed, kept) => {
  expect(formatPhone(typed)).toBe(kept)
  if (kept !== null) expect(formatPhone(kept)).toBe(kept)
})

test.each([
  ['(514) 555-0123', '+15145550123'],
  ['+49 (89) 1234-567', '+49891234567'],
  ['514 555-0123 x204', null],
  ['555-0123', null],
  ['', null],
])('%j is dialled as %j', (typed, number) => {
  expect(dialled(typed)).toBe(number)
})
