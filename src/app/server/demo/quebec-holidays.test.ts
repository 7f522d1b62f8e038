import { expect, test } from 'vitest'
import { quebecHolidays } from './quebec-holidays.ts'

test.each([
  [2024, '01-01 03-29 05-20 06-24 07-01 09-02 10-14 12-25'],
  [2025, '01-01 04-18 05-19 06-24 07-01 09-01 10-13 12-25'],
  [2026, '01-01 04-03 05-18 06-24 07-01 09-07 10-12 12-25'],
  [2027, '01-01 03-26 05-24 06-24 07-01 09-06 10-11 12-25'],
  // The first of July is a Sunday.
  [2029, '01-01 03-30 05-21 06-24 07-02 09-03 10-08 12-25'],
])('the public holidays of Quebec in %d', (year, days) => {
  expect(quebecHolidays(year).map(({ day }) => day)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})
