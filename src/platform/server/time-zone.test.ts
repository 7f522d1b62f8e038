import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, nextDay, startOfDay, timeIn } from './time-zone.ts'

test.each([
  ['a zone without changes', '2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['winter', '2026-01-15', 'America/Toronto', '2026-01-15T05:00:00.000Z'],
  ['the day on which summer begins', '2026-03-08', 'America/Toronto', '2026-03-08T05:00:00.000Z'],
  ['the day after it', '2026-03-09', 'America/Toronto', '2026-03-09T04:00:00.000Z'],
  ['half an hour', '2026-11-22', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
  ['far in the east', '2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ['far in the west', '2026-11-22', 'Pacific/Pago_Pago', '2026-11-22T11:00:00.000Z'],
  ['a midnight that is skipped', '2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  ['a midnight that comes twice', '2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z'],
])('a day begins: %s', (_, day, zone, begins) => {
  expect(startOfDay(day, zone).toISOString()).toBe(begins)
})

test('an instant lies within its day, whose first instant no other day has', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const instants = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(zones, instants, (zone, at) => {
      const day = dayIn(zone, at)
      const begins = startOfDay(day, zone).getTime()
      expect([begins <= at, at < startOfDay(nextDay(day), zone).getTime()]).toEqual([true, true])
      expect([dayIn(zone, begins), dayIn(zone, begins - 1) < day]).toEqual([day, true])
    }),
    { verbose: true },
  )
})

test('times are written by the clock of the zone', () => {
  expect(timeIn('America/Toronto', Date.UTC(2026, 10, 22, 5, 4, 9))).toBe('2026-11-22 00:04:09')
})
