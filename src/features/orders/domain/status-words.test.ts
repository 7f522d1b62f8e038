import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fold } from '../../../platform/contract/fold.ts'
import { knownStatus, STATUS_WORDS } from './status-words.ts'
import { ORDER_STATUSES } from './statuses.ts'

test.each([
  [
    'in progress',
    ['En cours', 'IN PROGRESS', ' in progress ', '\u00a0En cours\u202f', 'In Arbeit', 'En curso'],
  ],
  [
    'completed',
    ['Terminé', 'TERMINEE', 'Terminé(e)', 'Livré', 'Livrée', 'Delivered', 'Abgeschlossen', 'Entregado'],
  ],
  ['blend', ['Mélange', 'me\u0301lange', 'Mischung', 'Mezcla']],
  ['cancelled', ['Annulé', 'Annulée', 'canceled', 'Storniert', 'Cancelado']],
  ['not started', ['Non commencée', 'Nicht begonnen', 'Sin iniciar']],
  ['finance hold', ['Retenue par les finances', 'Finanzsperre', 'Retenido por finanzas']],
  ['pending', ['En attente', 'Ausstehend', 'Pendiente']],
  ['packaging', ['Emballage', 'Verpackung', 'Envasado']],
  ['cts', ['cts', 'CTS ']],
  [
    undefined,
    ['Confirmed', 'Open', 'Shipped', 'Expédié', 'À planifier', 'not completed', 'In  Progress?', '', null],
  ],
] as const)('%s', (status, texts) => {
  for (const text of texts) expect([text, knownStatus(text)]).toEqual([text, status])
})

test('no word means two of them', () => {
  const of = new Map<string, string>()
  for (const status of ORDER_STATUSES)
    for (const word of STATUS_WORDS[status]) {
      expect([word, of.get(fold(word)) ?? status]).toEqual([word, status])
      of.set(fold(word), status)
    }
})

test.each(['en', 'fr-CA', 'de', 'es'])('what the screens call them in %s is known', (language) => {
  const { orders } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'))
  const names: string[] = Object.values(orders.statuses)
  expect(names.map(knownStatus).toSorted()).toEqual([...ORDER_STATUSES].sort())
})
