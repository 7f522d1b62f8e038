import { expect, it } from 'vitest'
import de from '../../../../messages/de.json' with { type: 'json' }
import en from '../../../../messages/en.json' with { type: 'json' }
import es from '../../../../messages/es.json' with { type: 'json' }
import fr from '../../../../messages/fr-CA.json' with { type: 'json' }
import { statesIn } from './states-said.ts'

/** A record names states in English; what is said of it takes the words of the screens. */
it.each([
  ['released', 'released'],
  ['on_hold', 'held'],
  ['quarantine', 'held'],
  ['rejected', 'rejected'],
  ['expired', 'lapsed'],
] as const)('a lot that is %s is called so in four languages', (key, state) => {
  for (const { lots } of [en, fr, de, es])
    expect([lots.states[key], ...statesIn(lots.states[key])]).toContain(state)
})

it('what is said to be overdue or expired in Spanish rests on a record that says either', () => {
  expect([...statesIn('vencida')]).toEqual(['lapsed'])
  for (const record of ['overdue', 'expired']) expect([...statesIn(record)]).toContain('lapsed')
})
