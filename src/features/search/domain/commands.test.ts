import { expect, it } from 'vitest'
import { matching } from './commands.ts'

const COMMANDS = [
  { label: 'Historique des ventes' },
  { label: 'Étiquettes et œuvres' },
  { label: 'Ventes de l’année' },
  { label: 'Thème sombre', also: ['Dark theme'] },
]

it.each([
  ['', []],
  ['  -  ', []],
  ['ventes', ['Ventes de l’année', 'Historique des ventes']],
  ['VENTES hist', ['Historique des ventes']],
  ['etiq', ['Étiquettes et œuvres']],
  ['oeuvres', ['Étiquettes et œuvres']],
  ['entes', []],
  ['dark', ['Thème sombre']],
  ['theme', ['Thème sombre']],
  ['ventes absentes', []],
])('%s finds %j', (typed, labels) => {
  expect(matching(COMMANDS, typed).map(({ label }) => label)).toEqual(labels)
})
