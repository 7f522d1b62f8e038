import { expect, test } from 'vitest'
import { toDateApart } from './to-date.ts'

const line = { key: 'revenue', name: '2026', values: ['10.00', '20.00', '0.50', null], format: String }

test('a month that is not over stands apart from the line of those that are', () => {
  const [over, running, ...more] = toDateApart(line, (at) => at < 2, 'To date')
  expect(over).toEqual({ ...line, values: ['10.00', '20.00', null, null] })
  expect(running).toMatchObject({ key: 'to_date', name: 'To date', values: [null, null, '0.50', null] })
  expect(more).toEqual([])
})

test('without such a month there is one line', () => {
  expect(toDateApart(line, () => true, 'To date')).toEqual([line])
})
