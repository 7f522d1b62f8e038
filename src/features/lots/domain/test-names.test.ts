import { expect, test } from 'vitest'
import de from '../../../../messages/de.json' with { type: 'json' }
import en from '../../../../messages/en.json' with { type: 'json' }
import es from '../../../../messages/es.json' with { type: 'json' }
import fr from '../../../../messages/fr-CA.json' with { type: 'json' }
import { knownTest } from './test-names.ts'

test.each([
  ['Moisture', 'moisture'],
  ['  MOISTURE ', 'moisture'],
  ['Humidité', 'moisture'],
  ['Lead (Pb)', 'lead'],
  ['Plomo', 'lead'],
  ['Yeast and mould', 'yeastMould'],
  ['Yeast & Mold', 'yeastMould'],
  ['Activité de l’eau', 'waterActivity'],
  ['Mercurio', 'mercury'],
  ['Total viable count', 'viableCount'],
  // Other tests, and names that are the same everywhere.
  ['Lead time', undefined],
  ['Moisture after drying', undefined],
  ['Salmonella', undefined],
  ['Escherichia coli', undefined],
  ['', undefined],
])('%s', (name, known) => {
  expect(knownTest(name)).toBe(known)
})

test('what each language calls a test is known as that test', () => {
  for (const { lots } of [en, fr, de, es])
    for (const [known, name] of Object.entries(lots.tests))
      expect([name, knownTest(name)]).toEqual([name, known])
})
