import { expect, test } from 'vitest'
import { ORDER_GROUPS } from '../contract.ts'
import { inGroup, isAmountRead, isDone, stageColour, statusTone } from './order-status.ts'

// Source, section 4: the groupings of the orders page, and the badges of its table.
test.each([
  ['not started', ['active', 'issues'], 'mute'],
  ['in progress', ['active', 'processing'], 'mute'],
  ['blend', ['active', 'processing'], 'warn'],
  ['cts', ['active', 'processing'], 'warn'],
  ['packaging', ['shipped'], 'good'],
  ['completed', ['delivered'], 'good'],
  ['cancelled', ['issues'], 'bad'],
  ['finance hold', ['active'], 'bad'],
  ['pending', ['active'], 'bad'],
  [null, ['other'], 'mute'],
] as const)('%s', (status, groups, tone) => {
  expect(ORDER_GROUPS.filter((group) => inGroup(status, group))).toEqual(groups)
  expect(statusTone(status, 'as received')).toBe(tone)
})

test('"failed" means no status of the source, and its badge is red', () => {
  expect(statusTone(null, ' FAILED ')).toBe('bad')
  expect(statusTone(null, 'not failed')).toBe('mute')
})

test.each([
  [
    'green',
    ['Green', 'completed', 'DONE', 'completed 2026-05-01', 'Done (12/05)', '100% done', '3/3 Completed'],
  ],
  ['green', ['Terminé', 'TERMINÉE 12 05 2026', 'Terminé(e)', 'vert', 'complété 12-05']],
  ['green', ['Abgeschlossen', 'fertig 12.05.2026', 'grün', 'erledigt']],
  ['green', ['Completado', 'terminada 12/05/2026', 'verde', 'listo']],
  ['yellow', ['yellow', 'Pending', 'in progress', 'In Progress 50%', 'en cours', 'in Arbeit', 'pendiente']],
  ['red', ['RED', 'error', 'Failed', 'failed 12/05', 'échec', 'Fehler']],
  ['blue', ['blue', 'Info', 'bleu']],
  ['none', ['', ' ', '-', '–', '—', null]],
  [
    'other',
    ['not completed', 'undone', 'redo', 'incomplete', 'is done', 'done?', 'completed by Anne', 'almost done'],
  ],
  ['other', ['non terminé', 'pas terminée', 'à terminer', 'interminé']],
  ['other', ['nicht abgeschlossen', 'unfertig', 'no completado', 'sin terminar', 'incompleto']],
  [
    'other',
    ['not in progress', 'no error', 'reduced', 'information', 'week 12', 'x', '12/05/2026', '✓ 12/05'],
  ],
])('stage %s: %j', (colour, texts) => {
  for (const text of texts) expect([text, stageColour(text)]).toEqual([text, colour])
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
