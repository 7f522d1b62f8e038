import { expect, it } from 'vitest'
import { LOCALES } from '../i18n/locales.ts'
import { zoneChoices, zoneName } from './zone-names.ts'

it.each([
  ['en', 'America/Toronto', 'Eastern Time – Toronto'],
  ['fr-CA', 'America/Toronto', 'heure de l’Est – Toronto'],
  ['de', 'America/Toronto', 'Nordamerikanische Ostküstenzeit – Toronto'],
  ['es', 'America/Toronto', 'hora oriental – Toronto'],
  ['en', 'America/Argentina/Buenos_Aires', 'Argentina Standard Time – Buenos Aires'],
  ['fr-CA', 'UTC', 'UTC'],
  ['de', 'Etc/GMT+5', 'Etc/GMT+5'],
  ['de', 'Nowhere/New_Town', 'Nowhere/New Town'],
] as const)('in %s %s is %s', (locale, zone, name) => {
  expect(zoneName(zone, locale)).toBe(name)
})

it('offers every zone once, each under a name of its own, and the one that is chosen', () => {
  for (const locale of LOCALES) {
    const labels = zoneChoices(locale).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter((label) => /^[A-Z][a-z]+\//.test(label))).toEqual([])
  }
  const values = (chosen?: string) => zoneChoices('en', chosen).map(({ value }) => value)
  expect(values()).toEqual(expect.arrayContaining(['America/Toronto', 'UTC']))
  expect(values('Nowhere/New_Town')).toEqual(['Nowhere/New_Town', ...values()])
  expect(zoneChoices('es')).toContainEqual({ value: 'America/Toronto', label: 'Hora oriental – Toronto' })
  expect(values('America/Toronto')).toEqual(values())
})
